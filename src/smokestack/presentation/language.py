"""The language in use, and the translation of messages into it.

Messages are written in English and looked up in `locale/`. A request or a command sets the language
for everything that it calls (`use_language`).
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, wraps
from pathlib import Path
from typing import Final, ParamSpec, TypeVar

from smokestack.engine.errors import InvalidInput, SmokestackError
from smokestack.engine.messages import Message, Plural
from smokestack.engine.messages import mark as mark

LANGUAGES: Final = {"en": "English", "de": "Deutsch", "fr": "Français", "nl": "Nederlands"}
DEFAULT_LANGUAGE: Final = "en"
FOLDER: Final = Path(__file__).parent.parent / "locale"
MAX_CACHED_TEXTS: Final = 5000

P = ParamSpec("P")
T = TypeVar("T")

_in_use: ContextVar[str] = ContextVar("language", default=DEFAULT_LANGUAGE)


def language() -> str:
    """The code of the language in use."""
    return _in_use.get()


@contextmanager
def use_language(code: str) -> Iterator[None]:
    """Use a language inside a `with` block; `code` is one of `LANGUAGES`."""
    token = _in_use.set(code)
    try:
        yield
    finally:
        _in_use.reset(token)


def tr(message: str, /, **values: object) -> str:
    """A message in the language in use, with its `{names}` filled in."""
    code = _in_use.get()
    if code != DEFAULT_LANGUAGE and message:  # gettext has the catalogue's header under ""
        message = _catalogue(code).gettext(message)
    return message.format(**values) if values else message


def trn(one: str, many: str, n: int, /, **values: object) -> str:
    """A message whose form depends on the number `n`, which it may show as `{n}`."""
    found = _catalogue(_in_use.get()).ngettext(one, many, n)
    return found.format(n=n, **values)


def translate(message: Message | SmokestackError) -> str:
    """A message or an error of the engine in the language in use."""
    if isinstance(message, SmokestackError):
        message = message.message
    values = {
        name: translate(value) if isinstance(value, Message | SmokestackError) else value
        for name, value in message.values.items()
    }
    if isinstance(message.template, Plural):
        n = values.pop("n")
        assert isinstance(n, int)
        return trn(*message.template, n, **values)
    return tr(message.template, **values)


def cached_per_language(write: Callable[P, T]) -> Callable[P, T]:
    """Cache what a function returns for each language: most of a table's texts stay the same.

    Only for arguments given by position. A full cache begins again, because `lru_cache` takes
    longer to look something up, and a page looks up more than a hundred texts.
    """
    caches: dict[str, dict[tuple[object, ...], T]] = {code: {} for code in LANGUAGES}

    @wraps(write)
    def write_cached(*args: P.args, **kwargs: P.kwargs) -> T:
        if kwargs:
            return write(*args, **kwargs)
        known = caches[_in_use.get()]
        if args in known:
            return known[args]
        if len(known) >= MAX_CACHED_TEXTS:
            known.clear()
        found = known[args] = write(*args, **kwargs)
        return found

    return write_cached


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    if code == DEFAULT_LANGUAGE:
        return gettext.NullTranslations()
    try:
        return gettext.translation("smokestack", FOLDER, [code])
    except FileNotFoundError:
        raise InvalidInput(
            f"there is no catalogue for {LANGUAGES[code]} in {FOLDER}; "
            "in a source tree, `make catalogues` writes it"
        ) from None
