"""The house speaks every language completely: no message is missing, doubtful or garbled."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message

import make_catalogues
from smokestack.engine.language import LANGUAGES, USUAL, language, mark, speaking, tr, trn

UPDATE = "run `make catalogues`, then fill in what is new"
OTHERS = [code for code in LANGUAGES if code != USUAL]
# As gettext writes the rules of each language: French counts 0 with 1.
PLURALS = {"de": "(n != 1)", "fr": "(n > 1)", "nl": "(n != 1)"}


@pytest.fixture(params=OTHERS)
def catalogue(request: pytest.FixtureRequest) -> Catalog:
    return make_catalogues.read(make_catalogues.catalogue_path(request.param))


@pytest.fixture(scope="module")
def messages() -> set[make_catalogues.MessageId]:
    return set(make_catalogues.collect())


def entries(catalogue: Catalog) -> Iterator[Message]:
    """All but the header."""
    return (message for message in catalogue if message.id)


def forms(text: str | Sequence[str] | None) -> list[str]:
    """What is said of one, and of many where that differs."""
    return [text] if isinstance(text, str) else list(text or ())


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_there_is_a_catalogue_for_every_language_but_english() -> None:
    assert sorted(make_catalogues.LANGUAGES) == sorted(OTHERS)


def test_a_message_is_said_with_or_without_a_number(
    messages: set[make_catalogues.MessageId],
) -> None:
    counted = {message[0] for message in messages if isinstance(message, tuple)}
    assert counted.isdisjoint(messages), "gettext keeps one entry for both"


def test_placeholders_have_names(messages: set[make_catalogues.MessageId]) -> None:
    names = {name for message in messages for form in forms(message) for name in placeholders(form)}
    assert [name for name in names if not re.fullmatch(r"[a-z_]+", name)] == []


def test_the_catalogues_hold_what_the_sources_say(
    catalogue: Catalog, messages: set[make_catalogues.MessageId]
) -> None:
    held = {message.id for message in entries(catalogue)}
    assert messages - held == set(), UPDATE
    assert held - messages == set(), UPDATE
    assert list(catalogue.obsolete) == [], UPDATE


def test_the_template_holds_what_the_sources_say(messages: set[make_catalogues.MessageId]) -> None:
    template = make_catalogues.read(make_catalogues.TEMPLATE)
    assert {message.id for message in entries(template)} == messages, UPDATE


def test_every_message_is_translated(catalogue: Catalog) -> None:
    missing = [message.id for message in entries(catalogue) if not all(forms(message.string))]
    assert missing == []


def test_no_translation_is_doubtful(catalogue: Catalog) -> None:
    assert not catalogue.fuzzy
    assert [message.id for message in entries(catalogue) if message.fuzzy] == []


def test_translations_fill_in_the_same_names(catalogue: Catalog) -> None:
    wrong = []
    for message in entries(catalogue):
        one, *more = [placeholders(form) for form in forms(message.id)]
        first, *others = forms(message.string)
        # What is said of one may leave the number out, but French says it of none, too.
        fits = placeholders(first) in (one, *more)
        if not fits or any(
            placeholders(text) != names for text, names in zip(others, more, strict=True)
        ):
            wrong.append(message.string)
    assert wrong == []


def test_translations_begin_and_end_as_their_messages_do(catalogue: Catalog) -> None:
    wrong = [
        text
        for message in entries(catalogue)
        for text in forms(message.string)
        if text and edges(text) != edges(forms(message.id)[0])
    ]
    assert wrong == []


def edges(text: str) -> tuple[bool, bool, bool]:
    """Whether spaces stand around it, and whether it is a sentence with its full stop."""
    return text[:1].isspace(), text[-1:].isspace(), text.endswith(".")


def test_nobody_shouts(catalogue: Catalog) -> None:
    shouted = [text for message in entries(catalogue) for text in forms(message.string)]
    assert [text for text in shouted if "!" in text] == []


def test_plural_forms_are_those_of_the_language(catalogue: Catalog) -> None:
    assert catalogue.plural_expr == PLURALS[str(catalogue.locale)]
    assert catalogue.num_plurals == 2
    assert [
        message.id
        for message in entries(catalogue)
        if message.pluralizable and len(forms(message.string)) != catalogue.num_plurals
    ] == []


def test_the_header_tells_nothing_of_whoever_wrote_it() -> None:
    for path in (make_catalogues.TEMPLATE, *map(make_catalogues.catalogue_path, OTHERS)):
        header = path.read_text(encoding="utf-8").split("\n\n")[0]
        assert re.findall(r'^"([\w-]+):', header, re.M) == [
            "Language",
            "Plural-Forms",
            "MIME-Version",
            "Content-Type",
            "Content-Transfer-Encoding",
        ]


@pytest.mark.parametrize(
    ("code", "counted"),
    [
        ("en", ["0 players", "1 player", "2 players"]),
        ("de", ["0 Personen", "1 Person", "2 Personen"]),
        ("fr", ["0 joueur", "1 joueur", "2 joueurs"]),
        ("nl", ["0 spelers", "1 speler", "2 spelers"]),
    ],
)
def test_numbers_are_said_as_the_language_counts(code: str, counted: list[str]) -> None:
    with speaking(code):
        assert [trn("{n} player", "{n} players", n) for n in range(3)] == counted


def test_a_language_is_spoken_for_a_while() -> None:
    with speaking("de"):
        assert (language(), tr("New game")) == ("de", "Neue Partie")
    assert (language(), tr("New game")) == ("en", "New game")


def test_what_no_catalogue_knows_is_said_as_it_is() -> None:
    with speaking("fr"):
        assert tr("Ann") == "Ann"
        assert tr("") == ""
        assert mark("New game") == "New game"
