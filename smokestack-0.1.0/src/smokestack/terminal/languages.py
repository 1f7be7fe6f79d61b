"""The language of a command: the one chosen with `--lang`, or that of the environment."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from smokestack.engine.errors import InvalidInput, SmokestackError, brief
from smokestack.presentation.language import (
    DEFAULT_LANGUAGE,
    LANGUAGES,
    language,
    tr,
    translate,
    use_language,
)

VARIABLES = ("LC_ALL", "LC_MESSAGES", "LANG")


def default_language() -> str:
    """The language of the environment if there is a translation, else English."""
    locale = next(filter(None, map(os.environ.get, VARIABLES)), "")
    code = re.split("[_.@]", locale)[0].lower()
    return code if code in LANGUAGES else DEFAULT_LANGUAGE


def language_option() -> str:
    """The `--lang` option that another command needs to use the language in use."""
    return "" if language() == default_language() else f" --lang {language()}"


def _set_language(context: typer.Context, code: str | None) -> str:
    """Use a language until the command ends."""
    code = default_language() if code is None else code
    if code not in LANGUAGES:
        known = ", ".join(LANGUAGES)
        raise InvalidInput(
            tr("--lang: no language {code}; there is {known}", code=brief(code), known=known)
        )
    context.with_resource(_use_language(code))
    return code


@contextmanager
def _use_language(code: str) -> Iterator[None]:
    """Use a language; translate an error that leaves the block, since `main` prints it later."""
    with use_language(code):
        try:
            yield
        except SmokestackError as error:
            raise SmokestackError(translate(error)) from error


Lang = Annotated[
    str | None,
    typer.Option(
        "--lang",
        metavar="CODE",
        callback=_set_language,
        help=f"Language: {', '.join(LANGUAGES)} (default: from the environment).",
    ),
]
"""A command with this parameter uses the language; it need not read the value."""
