"""The terms of use that the operator of the server has written."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from litestar import Response, get
from markdown_it import MarkdownIt

from smokestack.presentation.language import tr
from smokestack.server.domain.errors import TableNotFound
from smokestack.server.http.requests import HttpRequest, service_of
from smokestack.server.pages.rendering import page


@get("/terms")
async def terms(request: HttpRequest) -> Response[bytes]:
    file = service_of(request).settings.terms_file
    if not file:
        raise TableNotFound(tr("There is no page at this address."))
    return page(request, "terms.html", text=_html(file))


@cache
def _html(file: str) -> str:
    """Read once: a change of the terms needs a restart."""
    text: str = MarkdownIt("commonmark", {"html": False}).render(Path(file).read_text("utf-8"))
    return text
