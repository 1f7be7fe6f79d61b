"""Pages: templates filled in the reader's language."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
from litestar import MediaType, Request, Response
from litestar.template.base import csrf_token
from markupsafe import Markup

from smokestack.engine.language import LANGUAGES, language, tr, trn
from smokestack.engine.picture import seat_patterns
from smokestack.engine.table_talk import Deed
from smokestack.server.assets import assets
from smokestack.server.eyes import name_of
from smokestack.server.visitor import Visitor

FOLDER = Path(__file__).parent.parent / "web" / "templates"


@cache
def templates() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER),
        autoescape=True,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.globals.update(
        tr=tr,
        trn=trn,
        language=language,
        languages=LANGUAGES,
        asset=assets().url,
        icon=icon,
        name_of=name_of,
        seat_patterns=seat_patterns,
    )
    environment.filters["clock"] = clock
    return environment


@cache
def icon(name: str) -> Markup:
    """A symbol of the game whose icons are on the page."""
    return Markup(
        '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><use href="#icon-{name}"/></svg>'
    ).format(name=name)


def deed_line(number: int, deed: Deed, names: list[str]) -> Markup:
    """A deed as a line of the log."""
    parts: Any = templates().get_template("parts.html").module
    line: Markup = parts.deed_line(number, deed, names)
    return line


def clock(moment: datetime) -> str:
    return moment.strftime("%H:%M")


def page(
    request: Request[Any, Any, Any],
    visitor: Visitor,
    template: str,
    status: int = 200,
    **values: Any,
) -> Response[str]:
    """A template as an answer; nothing of it may be kept by caches between us and the reader."""
    html = (
        templates()
        .get_template(template)
        .render(
            visitor=visitor,
            path=request.url.path,
            csrf=csrf_token({"request": request}),
            **values,
        )
    )
    return Response(
        html,
        status_code=status,
        media_type=MediaType.HTML,
        headers={"cache-control": "no-store", "vary": "cookie, accept-language, hx-request"},
    )
