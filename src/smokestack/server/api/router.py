"""The routes below `/api/v1`."""

from __future__ import annotations

from typing import Final

from litestar import Router
from litestar.datastructures import ResponseHeader
from litestar.handlers import HTTPRouteHandler

from smokestack.server.api.openapi import openapi_handler
from smokestack.server.api.routes import (
    accounts,
    addresses,
    analyses,
    chat,
    clocks,
    events,
    games,
    hosting,
    lobby,
    notices,
    openings,
    passkeys,
    puzzles,
    seats,
    tables,
    tournaments,
    turns,
)

PATH: Final = "/api/v1"
HANDLERS: Final[list[HTTPRouteHandler]] = [
    games.games,
    games.bots,
    games.new_guest,
    games.problem_description,
    openings.openings,
    tables.my_tables,
    tables.open_tables,
    tables.create,
    tables.table,
    tables.log,
    tables.chat,
    tables.record,
    tables.score,
    tables.rematch,
    tables.play_on,
    analyses.request_analysis,
    analyses.analysis,
    events.events,
    turns.answer,
    turns.undo,
    turns.hint,
    turns.answer_automatically,
    clocks.vote_for_pause,
    clocks.end_pause,
    chat.post_message,
    chat.mute,
    chat.unmute,
    chat.report,
    seats.join,
    seats.invitation,
    seats.take_seat,
    seats.contribute,
    seats.deal_now,
    seats.resign,
    seats.leave,
    seats.return_to_seat,
    seats.renew_link,
    seats.vote_for_bot,
    hosting.remove_player,
    hosting.give_to_bot,
    hosting.invite,
    hosting.close_table,
    hosting.lock_chat,
    accounts.sign_in,
    accounts.sign_out,
    accounts.account,
    addresses.set_address,
    addresses.confirm_address,
    addresses.remove_address,
    passkeys.passkeys,
    passkeys.registration_options,
    passkeys.add_passkey,
    passkeys.remove_passkey,
    accounts.profile,
    accounts.leaderboard,
    lobby.quick_match,
    lobby.invitations,
    lobby.answer_invitation,
    notices.notices,
    notices.choose,
    puzzles.puzzles,
    puzzles.standings,
    puzzles.daily_puzzle,
    puzzles.next_puzzle,
    puzzles.puzzle,
    puzzles.try_puzzle,
    puzzles.give_up,
    tournaments.tournaments,
    tournaments.create_tournament,
    tournaments.tournament,
    tournaments.enter_tournament,
    tournaments.leave_tournament,
    tournaments.remove_entrant,
    tournaments.start_tournament,
    tournaments.cancel_tournament,
]


def api() -> Router:
    """Excluded from CSRF protection, because the API ignores cookies."""
    return Router(
        path=PATH,
        route_handlers=[*HANDLERS, openapi_handler(HANDLERS, PATH)],
        opt={"exclude_from_csrf": True},
        response_headers=[ResponseHeader(name="cache-control", value="no-store")],
    )
