"""The analysis of a finished game: asking for it, its page, and the pictures to share."""

from __future__ import annotations

import asyncio
from typing import Any, get_args

import resvg_py
from litestar import Response, get, post
from litestar.params import FromPath

from smokestack.analysis.report import Analysis, Depth
from smokestack.presentation.language import tr
from smokestack.server.domain.analyses import AnalysisState
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.status import status_line
from smokestack.server.domain.table import Table
from smokestack.server.http.rate_limit import ANALYSIS
from smokestack.server.http.requests import (
    HttpRequest,
    form_fields,
    redirect_to,
    service_of,
)
from smokestack.server.pages.analysis_page import analysis_page_of, analysis_picture
from smokestack.server.pages.rendering import page

REFRESH_SECONDS = 2
PICTURE_WIDTH = 1280


@get("/tables/{table_id:str}/analysis")
async def analysis_page(request: HttpRequest, table_id: FromPath[str]) -> Response[bytes]:
    """The analysis, how far it is, or the choice between a quick and a deep one."""
    service = service_of(request)
    asked = request.query_params.get("depth", "")
    if asked:
        state = await service.analyses.find(table_id, _depth(asked))
    else:
        state = await service.analyses.find_best(table_id)
    table = await service.find(table_id)
    shown = None
    if state.analysis is not None:
        # The sentences of a long game take time, during which others must not wait.
        shown = await asyncio.to_thread(analysis_page_of, table, state.analysis)
    response = page(
        request,
        "analysis.html",
        table=table,
        game=table.game,
        ending=status_line(table, None),
        state=state,
        shown=shown,
    )
    if state.status in ("waiting", "running"):
        response.headers["refresh"] = str(REFRESH_SECONDS)
    return response


@post("/tables/{table_id:str}/analysis", opt=ANALYSIS)
async def request_analysis(request: HttpRequest, table_id: FromPath[str]) -> Response[Any]:
    form = await form_fields(request)
    depth = _depth(form.get("depth", "quick"))
    await service_of(request).analyses.request(table_id, depth)
    return redirect_to(f"/tables/{table_id}/analysis?depth={depth}")


@get("/tables/{table_id:str}/analysis.svg")
async def svg_picture(request: HttpRequest, table_id: FromPath[str]) -> Response[bytes]:
    table, analysis = await _finished_analysis(request, table_id)
    svg = analysis_picture(table, analysis)
    return Response(svg.encode(), media_type="image/svg+xml")


@get("/tables/{table_id:str}/analysis.png")
async def png_picture(request: HttpRequest, table_id: FromPath[str]) -> Response[bytes]:
    table, analysis = await _finished_analysis(request, table_id)
    png = await asyncio.to_thread(_png_of, analysis_picture(table, analysis))
    return Response(png, media_type="image/png")


def _png_of(svg: str) -> bytes:
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=PICTURE_WIDTH))


async def _finished_analysis(request: HttpRequest, table_id: str) -> tuple[Table, Analysis]:
    service = service_of(request)
    state: AnalysisState = await service.analyses.find_best(table_id)
    if state.analysis is None:
        raise InvalidAction(tr("This game has not been analysed yet."))
    return await service.find(table_id), state.analysis


def _depth(text: str) -> Depth:
    for depth in get_args(Depth):
        if text == depth:
            found: Depth = depth
            return found
    raise InvalidAction(tr("An analysis is quick or deep."))
