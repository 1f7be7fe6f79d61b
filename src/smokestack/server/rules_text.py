"""The rules as each game's `rules/LANGUAGE.md` tells them, turned into sections of HTML."""

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

from smokestack.engine.game import Game
from smokestack.engine.language import speaking
from smokestack.games import find_game

HEADING: Final = re.compile(r"^## (?P<title>.+?) \{#(?P<id>[a-z0-9-]+)\}$", re.MULTILINE)
FACTS: Final = re.compile(r"<p>\{\{(?P<name>[a-z-]+)\}\}</p>")


class Section(msgspec.Struct, frozen=True):
    id: str
    title: str
    html: Markup


@cache
def rules_of(name: str, language: str) -> list[Section]:
    """The sections of a game's rules in a language."""
    game = find_game(name)
    text = (game.folder / "rules" / f"{language}.md").read_text("utf-8")
    found = list(HEADING.finditer(text))
    ends = [heading.start() for heading in found[1:]] + [len(text)]
    with speaking(language):
        return [
            Section(heading["id"], heading["title"], _html(game, text[heading.end() : end]))
            for heading, end in zip(found, ends, strict=True)
        ]


def _html(game: Game, text: str) -> Markup:
    markdown = MarkdownIt("commonmark", {"html": False, "typographer": False}).enable("table")

    def image(
        self: RendererHTML, tokens: Sequence[Token], place: int, options: OptionsDict, env: EnvType
    ) -> str:
        token = tokens[place]
        picture = game.rules_picture(str(token.attrs["src"]))
        if picture is None:
            raise LookupError(f"the rules of {game.title} show an unknown {token.attrs['src']}")
        label = escape(token.content)
        return (
            f'<span class="rules-picture picture" role="img" aria-label="{label}">{picture}</span>'
        )

    markdown.add_render_rule("image", image)
    html = markdown.render(text)
    return Markup(FACTS.sub(lambda place: _facts(game, place["name"]), html))


def _facts(game: Game, name: str) -> str:
    rows: list[Any] = game.rules_facts(name)
    cells = "".join(
        f"<tr><th scope='row'>{escape(what)}</th><td>{escape(text)}</td></tr>"
        for what, text in rows
    )
    return f"<table>{cells}</table>"
