"""Before the start: creating a tournament, signing up, leaving, removing somebody, cancelling.

After the start: withdrawing.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

import msgspec
from msgspec.structs import replace

from smokestack.games import find_game, game_names
from smokestack.presentation.language import tr
from smokestack.server.domain.errors import InvalidAction, NotHost, NotYourSeat
from smokestack.server.domain.names import make_unique, name_key, read_name, read_optional_line
from smokestack.server.domain.origin import THIS_MACHINE, Origin
from smokestack.server.domain.pace import WITHOUT_CLOCK, Pace
from smokestack.server.domain.tokens import new_id
from smokestack.server.domain.tournaments.points import AWARDS
from smokestack.server.domain.tournaments.tournament import (
    CANCELLED,
    FORMATS,
    MAX_ENTRANTS,
    MAX_ROUNDS,
    OPEN,
    ROUND_ROBIN,
    RUNNING,
    SWISS,
    Entrant,
    Tournament,
)

MAX_TITLE_LENGTH: Final = 60
MAX_DAYS_AHEAD: Final = 366
MAX_REMOVED: Final = 200  # guests, remembered for each tournament
MAX_SIGN_UPS: Final = 1000  # of one tournament, those who left again included


class NewTournament(msgspec.Struct, frozen=True):
    """A request to create a tournament; `create` validates it."""

    name: str
    game: str
    edition: str
    table_size: int
    format: str = ROUND_ROBIN
    rounds: int = 5
    """Of the Swiss system."""
    pace: Pace = WITHOUT_CLOCK
    rated: bool = False
    hints: bool = False
    starts: datetime | None = None
    max_entrants: int = 16


def sizes_offered(game: str, edition: str) -> list[int]:
    """The numbers of players at a table for which there are tournaments."""
    return sorted(set(find_game(game).player_counts(edition)) & set(AWARDS))


def create(
    guest: str, plan: NewTournament, now: datetime, origin: Origin = THIS_MACHINE
) -> Tournament:
    """The tournament that a guest requested; `InvalidAction` if it can't be played."""
    _check_cookies(guest)
    name = read_optional_line(plan.name, MAX_TITLE_LENGTH)
    if not name:
        raise InvalidAction(tr("A tournament needs a name."))
    if plan.game not in game_names() or plan.edition not in find_game(plan.game).editions:
        raise InvalidAction(tr("There is no game with this name."))
    if plan.table_size not in sizes_offered(plan.game, plan.edition):
        raise InvalidAction(tr("This edition is not played with so many players at a table."))
    if plan.format not in FORMATS:
        raise InvalidAction(tr("There is no such kind of tournament."))
    if plan.format == SWISS and not 1 <= plan.rounds <= MAX_ROUNDS:
        raise InvalidAction(tr("A tournament has 1 to {max} rounds.", max=MAX_ROUNDS))
    if not plan.table_size <= plan.max_entrants <= MAX_ENTRANTS:
        raise InvalidAction(
            tr(
                "A tournament has {min} to {max} players.",
                min=plan.table_size,
                max=MAX_ENTRANTS,
            )
        )
    if plan.starts is not None and not (now < plan.starts <= now + timedelta(days=MAX_DAYS_AHEAD)):
        raise InvalidAction(tr("Please choose a start in the future, within a year."))
    if plan.rated and not plan.pace.has_clock:
        raise InvalidAction(tr("A rated game needs a clock."))
    if plan.rated and plan.hints:
        raise InvalidAction(tr("There are no hints in a rated game."))
    return Tournament(
        id=new_id(),
        name=name,
        organiser=guest,
        game=plan.game,
        edition=plan.edition,
        table_size=plan.table_size,
        format=plan.format,
        rounds=plan.rounds if plan.format == SWISS else 0,
        created=now,
        changed=now,
        pace=plan.pace,
        rated=plan.rated,
        hints=plan.hints,
        starts=plan.starts,
        max_entrants=plan.max_entrants,
        origin=origin,
    )


def enter(tournament: Tournament, guest: str, name: str) -> Tournament:
    """Sign up; does nothing for those who have."""
    _check_cookies(guest)
    if tournament.of_guest(guest) is not None:
        return tournament
    if tournament.status != OPEN:
        raise InvalidAction(tr("Nobody can sign up for this tournament any more."))
    if guest in tournament.removed:
        raise InvalidAction(tr("The organiser has removed you from this tournament."))
    number = tournament.last_number + 1
    if len(tournament.entrants) >= tournament.max_entrants or number > MAX_SIGN_UPS:
        raise InvalidAction(tr("This tournament is full."))
    taken = [entrant.name for entrant in tournament.entrants]
    new = Entrant(number, guest, make_unique(read_name(name), taken))
    return replace(tournament, entrants=(*tournament.entrants, new), last_number=number)


def reserve_name(tournament: Tournament, name: str) -> Tournament:
    """Keep the name of an account for its owner: others who have signed up get a number."""
    names = [entrant.name for entrant in tournament.entrants]
    return replace(
        tournament,
        entrants=tuple(
            replace(entrant, name=make_unique(name, [name, *names]))
            if name_key(entrant.name) == name_key(name)
            else entrant
            for entrant in tournament.entrants
        ),
    )


def leave(tournament: Tournament, guest: str) -> Tournament:
    """Remove a guest from the list before the start, or withdraw them after it."""
    entrant = tournament.of_guest(guest)
    if entrant is None:
        raise NotYourSeat(tr("You don't play in this tournament."))
    return _take_out(tournament, entrant)


def remove(tournament: Tournament, guest: str, number: int) -> Tournament:
    """As the organiser, remove somebody before the start, or withdraw them after it."""
    check_organiser(tournament, guest)
    entrant = tournament.entrant(number)
    if entrant is None:
        raise InvalidAction(tr("There is no such player in this tournament."))
    changed = _take_out(tournament, entrant)
    if tournament.status == OPEN and entrant.guest != guest:
        changed = replace(changed, removed=(*changed.removed, entrant.guest)[-MAX_REMOVED:])
    return changed


def cancel(tournament: Tournament) -> Tournament:
    """End a tournament without a winner; games that have begun can be played on."""
    if tournament.status not in (OPEN, RUNNING):
        raise InvalidAction(tr("This tournament is over."))
    return replace(tournament, status=CANCELLED)


def check_organiser(tournament: Tournament, guest: str) -> None:
    if not tournament.is_organiser(guest):
        raise NotHost(tr("Only the organiser of the tournament can do this."))


def _take_out(tournament: Tournament, entrant: Entrant) -> Tournament:
    if tournament.status == OPEN:
        kept = tuple(each for each in tournament.entrants if each is not entrant)
        return replace(tournament, entrants=kept)
    if tournament.status != RUNNING:
        raise InvalidAction(tr("This tournament is over."))
    return replace(
        tournament,
        entrants=tuple(
            replace(each, withdrawn=True) if each is entrant else each
            for each in tournament.entrants
        ),
    )


def _check_cookies(guest: str) -> None:
    if not guest:
        raise NotYourSeat(tr("Please allow cookies, so that the server can recognise you."))
