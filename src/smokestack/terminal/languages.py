"""Which language a command speaks: the one asked for, or the one of the environment."""

from __future__ import annotations

import os
import re
from typing import Annotated

import typer

from smokestack.engine.errors import InvalidInput, brief
from smokestack.engine.language import LANGUAGES, USUAL, language, speaking, tr

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def usual_language() -> str:
    """The language of the environment if the house speaks it, else English."""
    locale = next(filter(None, map(os.environ.get, VARIABLES)), "")
    code = re.split("[_.@]", locale)[0].lower()
    return code if code in LANGUAGES else USUAL


def language_again() -> str:
    """What a command must be told to speak the same language once more."""
    return "" if language() == usual_language() else f" --lang {language()}"


def _speak(context: typer.Context, code: str | None) -> str:
    """Speak a language until the command is done."""
    code = usual_language() if code is None else code
    if code not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise InvalidInput(
            tr("--lang: no language {code}; there is {known}", code=brief(code), known=known)
        )
    context.with_resource(speaking(code))
    return code


Lang = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="CODE",
        callback=_speak,
        help=f"Language: {', '.join(LANGUAGES)}; that of the environment if left out.",
    ),
]
"""An option that does its work by being there: its command speaks the language."""
