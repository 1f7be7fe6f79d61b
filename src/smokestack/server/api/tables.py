"""Tables: finding, setting up, looking at, and what is left of them when they are over."""

from __future__ import annotations

from litestar import get, post
from litestar.params import JSONBody

from smokestack.engine.language import tr
from smokestack.engine.record import Record
from smokestack.games import find_game, game_names
from smokestack.server.api.bodies import (
    AskedSeat,
    FirstDeed,
    NewTableBody,
    PlayOnBody,
    TableId,
)
from smokestack.server.api.caller import caller, known_caller
from smokestack.server.api.replies import (
    ChatReply,
    HintReply,
    HintsReply,
    LogReply,
    ScoreLineReply,
    ScoreReply,
    TableReply,
    TableSummary,
)
from smokestack.server.api.telling import tell_chat, tell_log, tell_summary, tell_table
from smokestack.server.asking import Asked, house_of, stories_of
from smokestack.server.errors import NotPossible
from smokestack.server.eyes import view_of
from smokestack.server.table import NewTable, Table


@get(
    "/tables",
    summary="Your tables",
    tags=["tables"],
    opt={"guest": "needed"},
)
async def my_tables(request: Asked) -> list[TableSummary]:
    """Where you sit and what you have set up, the latest change first; at most 50."""
    guest = known_caller(request)
    return [tell_summary(table, guest) for table in await house_of(request).tables_of(guest)]


@get(
    "/open-tables",
    summary="Tables that anybody may join",
    tags=["tables"],
    opt={"guest": "welcome"},
)
async def open_tables(request: Asked) -> list[TableSummary]:
    """The newest first; at most 50."""
    guest = caller(request)
    return [tell_summary(table, guest) for table in await house_of(request).open_tables()]


@post(
    "/tables",
    summary="Set up a table",
    tags=["tables"],
    opt={"guest": "needed", "problems": ("not-possible", "too-much")},
)
async def create(request: Asked, data: JSONBody[NewTableBody]) -> TableReply:
    """The game begins at once, or when all `link` seats are taken. Nobody chooses its seed, which
    would tell what is hidden."""
    guest = known_caller(request)
    if data.game not in game_names():
        raise NotPossible(tr("There is no such game."))
    plan = NewTable(
        game=data.game,
        edition=data.edition or find_game(data.game).editions[0],
        options=data.options,
        seats=data.seats,
        name=data.name,
        first=data.first,
        open=data.open,
    )
    house = house_of(request)
    return tell_table(house, await house.create(guest, plan), guest)


@get(
    "/tables/{table_id:str}",
    summary="A table",
    tags=["tables"],
    opt={"guest": "welcome", "problems": ("no-such-table", "no-such-seat", "not-your-seat")},
)
async def table(request: Asked, table_id: TableId, seat: AskedSeat = None) -> TableReply:
    """Through the eyes of `seat`, which must be yours while the game runs. Without it: your seat
    that must answer, your first seat, or what everybody may see."""
    house = house_of(request)
    guest = caller(request)
    return tell_table(house, await house.find(table_id), guest, seat)


@get(
    "/tables/{table_id:str}/log",
    summary="What happened at a table",
    tags=["tables"],
    opt={"problems": ("no-such-table",)},
)
async def log(request: Asked, table_id: TableId, first: FirstDeed = 1) -> LogReply:
    """In the language of `Accept-Language`, as everybody could see it."""
    found = await house_of(request).find(table_id)
    return tell_log(stories_of(request), found, first)


@get(
    "/tables/{table_id:str}/chat",
    summary="What people said at a table",
    tags=["tables"],
    opt={"problems": ("no-such-table",)},
)
async def chat(request: Asked, table_id: TableId) -> ChatReply:
    return tell_chat(await house_of(request).find(table_id))


@get(
    "/tables/{table_id:str}/hint",
    summary="What a strong player would answer",
    tags=["playing"],
    opt={
        "guest": "needed",
        "problems": (
            "no-such-table",
            "not-your-seat",
            "not-your-turn",
            "not-possible",
            "too-much",
        ),
    },
)
async def hint(request: Asked, table_id: TableId) -> HintsReply:
    """For you, if you must answer; may take some seconds."""
    guest = known_caller(request)
    house = house_of(request)
    hints = await house.hint(table_id, guest)
    found = await house.find(table_id)
    seat = found.match.actor
    if seat is None:
        raise NotPossible(tr("The game is over."))
    game = found.match.game
    choices = {choice.answer: choice for choice in game.choices(view_of(found, seat))}
    return HintsReply(
        found.version,
        [
            HintReply(
                choices[hint.answer].notation,
                choices[hint.answer].label,
                hint.chance,
                hint.points,
                [game.to_text(answer) for answer in hint.line],
            )
            for hint in hints
            if hint.answer in choices
        ],
    )


@get(
    "/tables/{table_id:str}/record",
    summary="The record of a finished game",
    tags=["tables"],
    opt={"problems": ("no-such-table", "not-possible")},
)
async def record(request: Asked, table_id: TableId) -> Record:
    """All answers in notation, with the seed. A running game has none: it would tell what is
    hidden."""
    return (await _finished(request, table_id)).match.record()


@get(
    "/tables/{table_id:str}/score",
    summary="Every point of a finished game",
    tags=["tables"],
    opt={"problems": ("no-such-table", "not-possible")},
)
async def score(request: Asked, table_id: TableId) -> ScoreReply:
    found = await _finished(request, table_id)
    lines = [
        ScoreLineReply(line.seat, line.item, line.points, line.bonus, line.text)
        for line in found.match.score()
    ]
    return ScoreReply(found.match.result, lines)


@post(
    "/tables/{table_id:str}/rematch",
    summary="Play again with the same people",
    tags=["tables"],
    opt={
        "guest": "needed",
        "problems": ("no-such-table", "not-your-seat", "not-possible", "too-much"),
    },
)
async def rematch(request: Asked, table_id: TableId) -> TableReply:
    """Everybody moves up by one seat. Whoever asks first sets it up, the others find it."""
    guest = known_caller(request)
    house = house_of(request)
    return tell_table(house, await house.rematch(table_id, guest), guest)


@post(
    "/tables/{table_id:str}/play-on",
    summary="Take a finished game up again, against bots",
    tags=["tables"],
    opt={
        "guest": "needed",
        "problems": ("no-such-table", "no-such-seat", "not-possible", "too-much"),
    },
)
async def play_on(request: Asked, table_id: TableId, data: JSONBody[PlayOnBody]) -> TableReply:
    guest = known_caller(request)
    house = house_of(request)
    new = await house.play_on(table_id, data.after, guest, data.seat, data.bot, data.name)
    return tell_table(house, new, guest)


async def _finished(request: Asked, table_id: str) -> Table:
    found = await house_of(request).find(table_id)
    if not found.finished:
        raise NotPossible(tr("This can be seen once the game is over."))
    return found
