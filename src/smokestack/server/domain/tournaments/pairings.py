"""The pairings of the next round: who plays with whom, and in which seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, permutations

from smokestack.server.domain.tournaments import groups, round_robin, swiss
from smokestack.server.domain.tournaments.standings import byes, standings, total_points
from smokestack.server.domain.tournaments.tournament import (
    ROUND_ROBIN,
    Pairing,
    Tournament,
    table_sizes,
)


def number_of_rounds(tournament: Tournament) -> int:
    """Of a tournament that starts, with its entrants drawn."""
    entrants = len(tournament.order)
    if tournament.table_size == 2:
        max_rounds = round_robin.rounds_of(entrants)
        if tournament.format == ROUND_ROBIN:
            return max_rounds
        return min(max_rounds, tournament.rounds)
    if tournament.format == ROUND_ROBIN:
        return groups.rounds_of(entrants, tournament.table_size)
    return tournament.rounds


def next_pairings(tournament: Tournament) -> list[Pairing]:
    """The pairings of the round after the current one, without tables yet."""
    number = tournament.current_round + 1
    if tournament.table_size == 2:
        found = _for_two(tournament, number)
    else:
        found = [_seated(tournament, table) for table in _for_more(tournament, number)]
    return [
        Pairing(number, index, tuple(entrants))
        for index, entrants in enumerate(sorted(found, key=lambda each: len(each) == 1), 1)
    ]


def meetings(tournament: Tournament) -> Counter[frozenset[int]]:
    """How often any two have met."""
    return Counter(
        frozenset(pair)
        for pairing in tournament.pairings
        for pair in combinations(pairing.entrants, 2)
    )


def _for_two(tournament: Tournament, number: int) -> list[Sequence[int]]:
    playing = set(tournament.active)
    if tournament.format == ROUND_ROBIN:
        planned = round_robin.pairs(tournament.order, number)
        seated = [[each for each in pair if each in playing] for pair in planned]
        return [pair for pair in seated if pair]  # alone if the opponent has withdrawn
    points = total_points(tournament)
    paired, sits_out = swiss.pairs(
        _ranked(tournament), points, meetings(tournament), byes(tournament)
    )
    found: list[Sequence[int]] = [_seated(tournament, pair) for pair in paired]
    return found if sits_out is None else [*found, [sits_out]]


def _for_more(tournament: Tournament, number: int) -> list[list[int]]:
    playing = tournament.active
    sizes = table_sizes(tournament.game, tournament.edition, tournament.table_size)
    if tournament.format == ROUND_ROBIN and len(playing) == len(tournament.order):
        planned = groups.schedule(tournament.order, tuple(sizes), tournament.rounds)[number - 1]
        sit_out = [each for each in playing if not any(each in table for table in planned)]
    elif tournament.format == ROUND_ROBIN:
        # Somebody has withdrawn, so the schedule no longer fits.
        equal = dict.fromkeys(playing, standings(tournament)[0].points)
        planned, sit_out = groups.spread(
            playing, sizes, meetings(tournament), byes(tournament), equal
        )
    else:
        planned, sit_out = groups.spread(
            _ranked(tournament),
            sizes,
            meetings(tournament),
            byes(tournament),
            total_points(tournament),
        )
    return [*planned, *([each] for each in sit_out)]


def _ranked(tournament: Tournament) -> list[int]:
    playing = set(tournament.active)
    return [each.entrant for each in standings(tournament) if each.entrant in playing]


def _seated(tournament: Tournament, entrants: Iterable[int]) -> list[int]:
    """In the order of the seats, so that everybody has each seat equally often.

    If that leaves a choice, nobody keeps their last seat; then the drawn order decides.
    """
    drawn = sorted(entrants, key=tournament.order.index)
    taken = {number: _seats_so_far(tournament, number) for number in drawn}

    def cost(seated: Iterable[int]) -> tuple[int, int]:
        chosen = list(enumerate(seated))
        return (
            sum(taken[number].count(seat) ** 2 for seat, number in chosen),
            sum(taken[number][-1:] == [seat] for seat, number in chosen),
        )

    return list(min(permutations(drawn), key=cost))


def _seats_so_far(tournament: Tournament, number: int) -> list[int]:
    return [
        pairing.entrants.index(number)
        for pairing in tournament.pairings
        if number in pairing.entrants and not pairing.is_bye
    ]
