"""Standings: points, then two tie-breaks.

At tables for two these are Buchholz (the points of all opponents) and Sonneborn-Berger (the points
of beaten opponents, half of those they drew with). At larger tables: the points of all
opponents, and their own shares of the points made in each game. Rounds without an opponent add to
neither. Those who are equal in everything share a place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import msgspec

from smokestack.server.domain.tournaments.points import GONE, points_for_win, points_of
from smokestack.server.domain.tournaments.tournament import Pairing, Tournament


class Standing(msgspec.Struct, frozen=True):
    place: int
    entrant: int
    points: Fraction
    opponents_points: Fraction
    second_tie_break: Fraction
    games: int
    wins: int


class Played(msgspec.Struct, frozen=True):
    """What one entrant did in one finished game."""

    pairing: Pairing
    seat: int
    points: Fraction

    @property
    def opponents(self) -> list[int]:
        entrants = self.pairing.entrants
        return [number for seat, number in enumerate(entrants) if seat != self.seat]

    @property
    def has_won(self) -> bool:
        return self.pairing.places is not None and self.pairing.places[self.seat] == 1

    @property
    def share(self) -> Fraction:
        """Of the points that all made in the game; 0 for those who did not play to its end."""
        scores, places = self.pairing.scores, self.pairing.places
        if scores is None or places is None or places[self.seat] == GONE:
            return Fraction(0)
        made = [max(0, score) for score in scores]
        return Fraction(made[self.seat], sum(made)) if sum(made) else Fraction(0)


def games_of(tournament: Tournament, entrant: int) -> Iterator[Played]:
    """The finished games of an entrant."""
    for pairing in tournament.pairings:
        if entrant in pairing.entrants and pairing.places is not None:
            seat = pairing.entrants.index(entrant)
            yield Played(pairing, seat, points_of(pairing.places)[seat])


def byes(tournament: Tournament) -> Counter[int]:
    """In how many rounds each had no opponent."""
    return Counter(pairing.entrants[0] for pairing in tournament.pairings if pairing.is_bye)


def total_points(tournament: Tournament) -> dict[int, Fraction]:
    for_bye = points_for_win(tournament.table_size)
    rounds_off = byes(tournament)
    return {
        entrant.number: for_bye * rounds_off[entrant.number]
        + sum((game.points for game in games_of(tournament, entrant.number)), Fraction(0))
        for entrant in tournament.entrants
    }


def standings(tournament: Tournament) -> list[Standing]:
    """All entrants, the best first."""
    points = total_points(tournament)
    found = []
    for entrant in tournament.entrants:
        games = list(games_of(tournament, entrant.number))
        opponents = [number for game in games for number in game.opponents]
        if tournament.table_size == 2:
            second = [game.points * points[game.opponents[0]] for game in games]
        else:
            second = [game.share for game in games]
        found.append(
            Standing(
                0,
                entrant.number,
                points[entrant.number],
                sum((points[number] for number in opponents), Fraction(0)),
                sum(second, Fraction(0)),
                len(games),
                sum(game.has_won for game in games),
            )
        )
    drawn = {number: index for index, number in enumerate(tournament.order)}
    found.sort(key=lambda each: (*_rank(each), drawn.get(each.entrant, each.entrant)))
    ranks = [_rank(each) for each in found]
    return [
        msgspec.structs.replace(each, place=ranks.index(rank) + 1)
        for each, rank in zip(found, ranks, strict=True)
    ]


def _rank(standing: Standing) -> tuple[Fraction, Fraction, Fraction]:
    return -standing.points, -standing.opponents_points, -standing.second_tie_break
