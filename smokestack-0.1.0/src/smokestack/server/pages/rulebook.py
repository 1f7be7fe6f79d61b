"""A game's `rulebook/LANGUAGE.md` as sections of HTML."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from typing import Any, Final

import msgspec
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict
from markupsafe import Markup

from smokestack.games import find_ui
from smokestack.presentation.game_ui import GameUI
from smokestack.presentation.language import use_language

HEADING: Final = re.compile(r"^## (?P<title>.+?) \{#(?P<id>[a-z0-9-]+)\}$", re.MULTILINE)
FACTS: Final = re.compile(r"<p>\{\{(?P<name>[a-z-]+)\}\}</p>")


class Section(msgspec.Struct, frozen=True):
    id: str
    title: str
    html: Markup


@cache
def rules_of(name: str, language: str) -> list[Section]:
    """The sections of a game's rules in a language."""
    ui = find_ui(name)
    text = ui.rulebook(language).read_text("utf-8")
    found = list(HEADING.finditer(text))
    ends = [heading.start() for heading in found[1:]] + [len(text)]
    with use_language(language):
        return [
            Section(heading["id"], heading["title"], _html(ui, text[heading.end() : end]))
            for heading, end in zip(found, ends, strict=True)
        ]


def _html(ui: GameUI, text: str) -> Markup:
    markdown = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")

    def image(
        self: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: EnvType
    ) -> str:
        token = tokens[index]
        picture = ui.rules_picture(str(token.attrs["src"]))
        if picture is None:
            raise LookupError(
                f"the rules in {ui.folder} name an unknown picture {token.attrs['src']}"
            )
        label = escape(token.content)
        return (
            f'<span class="rules-picture picture" role="img" aria-label="{label}">{picture}</span>'
        )

    markdown.add_render_rule("image", image)
    html = markdown.render(text)
    return Markup(FACTS.sub(lambda match: _facts(ui, match["name"]), html))


def _facts(ui: GameUI, name: str) -> str:
    rows: list[Any] = ui.rules_facts(name)
    cells = "".join(
        f"<tr><th scope='row'>{escape(what)}</th><td>{escape(text)}</td></tr>"
        for what, text in rows
    )
    return f"<table>{cells}</table>"
