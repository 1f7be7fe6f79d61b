"""The analysis of a finished game."""

from __future__ import annotations

from litestar import get, post
from litestar.params import JSONBody

from smokestack.server.api.authentication import required_guest
from smokestack.server.api.bodies.analyses import AnalysisBody, AnalysisReply, DepthInQuery
from smokestack.server.api.bodies.fields import TableId
from smokestack.server.domain.analyses import AnalysisState
from smokestack.server.http.rate_limit import ANALYSIS
from smokestack.server.http.requests import HttpRequest, service_of


@post(
    "/tables/{table_id:str}/analysis",
    summary="Ask for the analysis of a finished game",
    tags=["tables"],
    opt={
        **ANALYSIS,
        "guest": "required",
        "problems": ("table-not-found", "invalid-action", "too-many-requests"),
    },
)
async def request_analysis(
    request: HttpRequest, table_id: TableId, data: JSONBody[AnalysisBody]
) -> AnalysisReply:
    """It is made once, and everybody can see it. Ask for it again with GET until it is done."""
    required_guest(request)
    return _reply(await service_of(request).analyses.request(table_id, data.depth))


@get(
    "/tables/{table_id:str}/analysis",
    summary="Get the analysis of a finished game",
    tags=["tables"],
    opt={"problems": ("table-not-found", "invalid-action")},
)
async def analysis(
    request: HttpRequest, table_id: TableId, depth: DepthInQuery = "quick"
) -> AnalysisReply:
    """The analysis or how far it is. Not available while the game, or another that continues it,
    is running, because it would reveal what is hidden."""
    return _reply(await service_of(request).analyses.find(table_id, depth))


def _reply(state: AnalysisState) -> AnalysisReply:
    return AnalysisReply(state.depth, state.status, state.examined, state.answers, state.analysis)
