"""The language in which the house speaks right now, and the words in it.

Messages are written in English and looked up in `locale/`; a request or a command chooses the
language for all that it calls (`speaking`).
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache, wraps
from pathlib import Path
from typing import Final, ParamSpec, TypeVar

from smokestack.engine.errors import InvalidInput

LANGUAGES: Final = {"en": "English", "de": "Deutsch", "fr": "Français", "nl": "Nederlands"}
USUAL: Final = "en"
FOLDER: Final = Path(__file__).parent.parent / "locale"
MOST_REMEMBERED: Final = 5000

P = ParamSpec("P")
Said = TypeVar("Said", str, tuple[str, ...])

_spoken: ContextVar[str] = ContextVar("language", default=USUAL)


def language() -> str:
    """The code of the language spoken now."""
    return _spoken.get()


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak a language for a while; `code` is one of `LANGUAGES`."""
    token = _spoken.set(code)
    try:
        yield
    finally:
        _spoken.reset(token)


def tr(message: str, /, **values: object) -> str:
    """A message in the language spoken now, with its `{names}` filled in."""
    spoken = _spoken.get()
    if spoken != USUAL and message:  # gettext keeps a catalogue's header at nothing
        message = _catalogue(spoken).gettext(message)
    return message.format(**values) if values else message


def trn(one: str, many: str, n: int, /, **values: object) -> str:
    """A message whose form depends on the number `n`, which it may show as `{n}`."""
    found = _catalogue(_spoken.get()).ngettext(one, many, n)
    return found.format(n=n, **values)


def mark(message: str) -> str:
    """Mark a message for translation where it is written; `tr` translates it where it is shown."""
    return message


def remembered(say: Callable[P, Said]) -> Callable[P, Said]:
    """Keep what a function says in each language: a table says most of it again and again."""

    def said_in(_: str, *args: P.args, **kwargs: P.kwargs) -> Said:
        return say(*args, **kwargs)

    said: Callable[..., Said] = lru_cache(MOST_REMEMBERED)(said_in)

    @wraps(say)
    def remember(*args: P.args, **kwargs: P.kwargs) -> Said:
        return said(_spoken.get(), *args, **kwargs)

    return remember


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    if code == USUAL:
        return gettext.NullTranslations()
    try:
        return gettext.translation("smokestack", FOLDER, [code])
    except FileNotFoundError:
        raise InvalidInput(
            f"the words for {LANGUAGES[code]} are not in {FOLDER}; "
            "in a source tree `make catalogues` puts them there"
        ) from None
