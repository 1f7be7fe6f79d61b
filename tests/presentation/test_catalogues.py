"""The translations are complete: no message is missing, fuzzy or malformed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message

from smokestack.presentation.language import DEFAULT_LANGUAGE, LANGUAGES
from tools import make_catalogues

UPDATE = "run `make catalogues`, then fill in what is new"
OTHERS = [code for code in LANGUAGES if code != DEFAULT_LANGUAGE]
# As gettext writes the rules of each language: French uses the singular for 0 and 1.
PLURALS = {"de": "(n != 1)", "fr": "(n > 1)", "nl": "(n != 1)"}


@pytest.fixture(params=OTHERS)
def catalogue(request: pytest.FixtureRequest) -> Catalog:
    return make_catalogues.read(make_catalogues.catalogue_path(request.param))


@pytest.fixture(scope="module")
def messages() -> set[make_catalogues.MessageId]:
    return set(make_catalogues.collect())


def entries(catalogue: Catalog) -> Iterator[Message]:
    """All messages except the header."""
    return (message for message in catalogue if message.id)


def forms(text: str | Sequence[str] | None) -> list[str]:
    """The singular, and the plural if the message has one."""
    return [text] if isinstance(text, str) else list(text or ())


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_there_is_a_catalogue_for_every_language_but_english() -> None:
    assert sorted(make_catalogues.LANGUAGES) == sorted(OTHERS)


def test_a_message_is_either_singular_only_or_has_a_plural(
    messages: set[make_catalogues.MessageId],
) -> None:
    counted = {message[0] for message in messages if isinstance(message, tuple)}
    assert counted.isdisjoint(messages), "gettext keeps one entry for both"


def test_placeholders_have_names(messages: set[make_catalogues.MessageId]) -> None:
    names = {name for message in messages for form in forms(message) for name in placeholders(form)}
    assert [name for name in names if not re.fullmatch(r"[a-z_]+", name)] == []


def test_the_catalogues_have_the_messages_of_the_sources(
    catalogue: Catalog, messages: set[make_catalogues.MessageId]
) -> None:
    held = {message.id for message in entries(catalogue)}
    assert messages - held == set(), UPDATE
    assert held - messages == set(), UPDATE
    assert list(catalogue.obsolete) == [], UPDATE


def test_the_template_has_the_messages_of_the_sources(
    messages: set[make_catalogues.MessageId],
) -> None:
    template = make_catalogues.read(make_catalogues.TEMPLATE)
    assert {message.id for message in entries(template)} == messages, UPDATE


def test_every_message_is_translated(catalogue: Catalog) -> None:
    missing = [message.id for message in entries(catalogue) if not all(forms(message.string))]
    assert missing == []


def test_no_translation_is_fuzzy(catalogue: Catalog) -> None:
    assert not catalogue.fuzzy
    assert [message.id for message in entries(catalogue) if message.fuzzy] == []


def test_translations_have_the_same_placeholders(catalogue: Catalog) -> None:
    wrong = []
    for message in entries(catalogue):
        one, *more = [placeholders(form) for form in forms(message.id)]
        first, *others = forms(message.string)
        # A singular may leave the number out, but French uses it for 0 as well.
        fits = placeholders(first) in (one, *more)
        if not fits or any(
            placeholders(text) != names for text, names in zip(others, more, strict=True)
        ):
            wrong.append(message.string)
    assert wrong == []


def test_translations_start_and_end_like_their_messages(catalogue: Catalog) -> None:
    wrong = [
        text
        for message in entries(catalogue)
        for text in forms(message.string)
        if text and edges(text) != edges(forms(message.id)[0])
    ]
    assert wrong == []


def edges(text: str) -> tuple[bool, bool, bool]:
    """Whether it starts or ends with a space, and whether it ends with a full stop."""
    return text[:1].isspace(), text[-1:].isspace(), text.endswith(".")


def test_no_translation_has_an_exclamation_mark(catalogue: Catalog) -> None:
    texts = [text for message in entries(catalogue) for text in forms(message.string)]
    assert [text for text in texts if "!" in text] == []


def test_plural_forms_are_those_of_the_language(catalogue: Catalog) -> None:
    assert catalogue.plural_expr == PLURALS[str(catalogue.locale)]
    assert catalogue.num_plurals == 2
    assert [
        message.id
        for message in entries(catalogue)
        if message.pluralizable and len(forms(message.string)) != catalogue.num_plurals
    ] == []


def test_the_header_names_no_author_and_no_date() -> None:
    for path in (make_catalogues.TEMPLATE, *map(make_catalogues.catalogue_path, OTHERS)):
        header = path.read_text(encoding="utf-8").split("\n\n")[0]
        assert re.findall(r'^"([\w-]+):', header, re.M) == [
            "Language",
            "Plural-Forms",
            "MIME-Version",
            "Content-Type",
            "Content-Transfer-Encoding",
        ]
