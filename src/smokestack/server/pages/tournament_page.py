"""The page of a tournament: what it shows, and what the visitor can do there."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

import msgspec

from smokestack.games import find_game, ui_of
from smokestack.presentation.language import mark, tr, trn
from smokestack.presentation.numbers import decimal
from smokestack.server.domain.account import SeatAccount
from smokestack.server.domain.pace import pace_sentences
from smokestack.server.domain.ratings import Rating
from smokestack.server.domain.tournaments.points import points_of, points_text
from smokestack.server.domain.tournaments.rounds import can_start
from smokestack.server.domain.tournaments.standings import standings
from smokestack.server.domain.tournaments.tournament import (
    CANCELLED,
    OPEN,
    OVER,
    ROUND_ROBIN,
    RUNNING,
    Pairing,
    Tournament,
)

STATUS_TEXTS: Final = {
    OPEN: mark("Open for sign-up"),
    RUNNING: mark("Running"),
    OVER: mark("Ended"),
    CANCELLED: mark("Cancelled"),
}


class ShownPlayer(msgspec.Struct, frozen=True):
    name: str
    points: str
    """In this game; empty while it runs."""
    mine: bool


class ShownGame(msgspec.Struct, frozen=True):
    table_id: str
    """Empty for somebody who has no opponent."""
    players: list[ShownPlayer]
    is_done: bool


class ShownRound(msgspec.Struct, frozen=True):
    number: int
    games: list[ShownGame]


class ShownEntrant(msgspec.Struct, frozen=True):
    number: int
    name: str
    account: SeatAccount | None
    rating: Rating | None


class ShownStanding(msgspec.Struct, frozen=True):
    place: int
    entrant: ShownEntrant
    points: str
    opponents_points: str
    second_tie_break: str
    games: int
    wins: int
    mine: bool
    withdrawn: bool


class TournamentPage(msgspec.Struct, frozen=True):
    id: str
    revision: int
    name: str
    game: str
    status: str
    status_text: str
    facts: list[str]
    points_rules: list[str]
    starts: datetime | None
    entrants: list[ShownEntrant]
    max_entrants: int
    rounds: list[ShownRound]
    """The current one first."""
    all_rounds: int
    standings: list[ShownStanding]
    tie_breaks: tuple[str, str]
    winners: str
    my_table: str
    """The id of the visitor's table in this round, if their game is not over."""
    is_entered: bool
    is_organiser: bool
    can_enter: bool
    needs_account: bool
    can_leave: bool
    can_start: bool
    can_cancel: bool


def tournament_page_of(
    tournament: Tournament,
    guest: str,
    has_account: bool,
    accounts: Mapping[int, SeatAccount],
    ratings: Mapping[str, Rating],
) -> TournamentPage:
    """`accounts` of entrants by number, and `ratings` by guest, as far as they are public."""
    shown = {
        entrant.number: ShownEntrant(
            entrant.number,
            entrant.name,
            accounts.get(entrant.number),
            ratings.get(entrant.guest),
        )
        for entrant in tournament.entrants
    }
    mine = tournament.of_guest(guest)
    is_organiser = tournament.is_organiser(guest)
    unfinished = tournament.status in (OPEN, RUNNING)
    is_open = tournament.status == OPEN
    numbers = range(tournament.current_round, 0, -1)
    return TournamentPage(
        id=tournament.id,
        revision=tournament.revision,
        name=tournament.name,
        game=game_title(tournament),
        status=tournament.status,
        status_text=tr(STATUS_TEXTS[tournament.status]),
        facts=facts(tournament),
        points_rules=_points_rules(tournament),
        starts=tournament.starts if is_open else None,
        entrants=list(shown.values()),
        max_entrants=tournament.max_entrants,
        rounds=[_round(tournament, number, guest) for number in numbers],
        all_rounds=tournament.rounds,
        standings=_standings(tournament, guest, shown) if not is_open else [],
        tie_breaks=_tie_breaks(tournament),
        winners=_winners(tournament),
        my_table=_my_table(tournament, guest),
        is_entered=mine is not None,
        is_organiser=is_organiser,
        can_enter=is_open
        and mine is None
        and len(tournament.entrants) < tournament.max_entrants
        and guest not in tournament.removed,
        needs_account=tournament.rated and not has_account,
        can_leave=mine is not None and not mine.withdrawn and unfinished,
        can_start=is_organiser and can_start(tournament),
        can_cancel=is_organiser and unfinished,
    )


def game_title(tournament: Tournament) -> str:
    game = find_game(tournament.game)
    if len(game.editions) > 1:
        return tr(ui_of(game).edition_titles[tournament.edition])
    return game.title


def kind_text(tournament: Tournament) -> str:
    """The kind of the tournament, in a few words."""
    if tournament.format == ROUND_ROBIN:
        return tr("Round robin")
    return trn("Swiss system, {n} round", "Swiss system, {n} rounds", tournament.rounds)


def facts(tournament: Tournament) -> list[str]:
    """What those who sign up agree to."""
    lines = [f"{kind_text(tournament)}."]
    if find_game(tournament.game).player_counts(tournament.edition) != [tournament.table_size]:
        lines.append(
            trn("{n} player at a table.", "{n} players at a table.", tournament.table_size)
        )
    if tournament.rated:
        lines.append(tr("This tournament is rated."))
    lines.append(tr("Hints are on.") if tournament.hints else tr("Hints are off."))
    if tournament.pace.has_clock:
        return lines + pace_sentences(tournament.pace)
    return [*lines, tr("No clock runs.")]


def _points_rules(tournament: Tournament) -> list[str]:
    if tournament.table_size == 2:
        lines = [
            tr("A win gives 1 point, a draw ½, a round without an opponent 1."),
            tr(
                "Equal points: Buchholz (the points of all opponents), then Sonneborn-Berger (the "
                "points of those beaten, and half of those drawn with)."
            ),
        ]
    else:
        lines = [
            tr(
                "The places at a table of four give 4, 2, 1 and 0 points, at a table of three 4, 2 "
                "and 0; equal places share theirs. A round without a game gives 4."
            ),
            tr(
                "Equal points: the points of all opponents, then one's shares of the points made "
                "in each game."
            ),
        ]
    return [*lines, tr("Those who leave, resign or run out of time get no points for the game.")]


def _tie_breaks(tournament: Tournament) -> tuple[str, str]:
    if tournament.table_size == 2:
        return tr("Buchholz"), tr("Sonneborn-Berger")
    return tr("Opponents"), tr("Share")


def _round(tournament: Tournament, number: int, guest: str) -> ShownRound:
    return ShownRound(
        number, [_game(tournament, pairing, guest) for pairing in tournament.of_round(number)]
    )


def _game(tournament: Tournament, pairing: Pairing, guest: str) -> ShownGame:
    points = [""] * len(pairing.entrants)
    if pairing.places is not None:
        points = [points_text(each) for each in points_of(pairing.places)]
    players = []
    for number, text in zip(pairing.entrants, points, strict=True):
        entrant = tournament.entrant(number)
        assert entrant is not None
        players.append(ShownPlayer(entrant.name, text, bool(guest) and entrant.guest == guest))
    return ShownGame(pairing.table_id, players, pairing.is_done)


def _standings(
    tournament: Tournament, guest: str, shown: Mapping[int, ShownEntrant]
) -> list[ShownStanding]:
    found = []
    for each in standings(tournament):
        entrant = tournament.entrant(each.entrant)
        assert entrant is not None
        second = each.second_tie_break
        found.append(
            ShownStanding(
                each.place,
                shown[entrant.number],
                points_text(each.points),
                points_text(each.opponents_points),
                points_text(second) if tournament.table_size == 2 else decimal(float(second), 2),
                each.games,
                each.wins,
                bool(guest) and entrant.guest == guest,
                entrant.withdrawn,
            )
        )
    return found


def _winners(tournament: Tournament) -> str:
    """The names of those in the first place, once the tournament is over."""
    if tournament.status != OVER:
        return ""
    first = [each.entrant for each in standings(tournament) if each.place == 1]
    return ", ".join(each.name for each in tournament.entrants if each.number in first)


def _my_table(tournament: Tournament, guest: str) -> str:
    mine = tournament.of_guest(guest)
    if mine is None or tournament.status != RUNNING:
        return ""
    for pairing in tournament.of_round(tournament.current_round):
        if mine.number in pairing.entrants and not pairing.is_done:
            return pairing.table_id
    return ""
