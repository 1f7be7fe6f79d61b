"""Ratings for tables of any size, by openskill's Plackett-Luce model."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from smokestack.arena.journal import Game


class Rating(msgspec.Struct, frozen=True):
    """A believed strength; `ordinal` is what a player can be trusted to have at least."""

    mu: float
    sigma: float
    ordinal: float


def rate(names: list[str], games: Iterable[Game]) -> dict[str, Rating | None]:
    """The ratings after all games, which must come in the order of the schedule.

    Everybody starts at 25 ± 2·8.33. Seats are ranked by victory, then by points. Bots do not learn
    or tire, so ratings are not loosened between games (tau is 0).

    A name that sits on several seats of a game enters with the same rating on each; afterwards it
    takes the mean of what its seats made of it, so that it learns from a game once, not several
    times. A game of one name against itself says nothing about strength and is left out; who has
    played no other has no rating.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    ratings = {name: model.rating(name=name) for name in names}
    rated: set[str] = set()
    for game in games:
        seating = game.seating
        sitting = set(seating)
        if len(sitting) == 1:
            continue
        ranks = [float(place) for place in game.outcome.places()]
        teams = model.rate([[ratings[name]] for name in seating], ranks=ranks)
        for name in sitting:
            own = [team[0] for team, other in zip(teams, seating, strict=True) if other == name]
            mu = sum(rating.mu for rating in own) / len(own)
            sigma = sum(rating.sigma for rating in own) / len(own)
            ratings[name] = model.rating(mu=mu, sigma=sigma, name=name)
        rated |= sitting
    return {
        name: Rating(round(own.mu, 4), round(own.sigma, 4), round(own.ordinal(), 4))
        if name in rated
        else None
        for name, own in ratings.items()
    }
