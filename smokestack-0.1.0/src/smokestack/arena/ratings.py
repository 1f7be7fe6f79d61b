"""Ratings for tables of any size, with openskill's Plackett-Luce model."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from smokestack.arena.journal import Game


class Rating(msgspec.Struct, frozen=True):
    """An estimate of strength; `ordinal` is a cautious lower bound, mu - 3 sigma."""

    mu: float
    sigma: float
    ordinal: float


def rate(names: list[str], games: Iterable[Game]) -> dict[str, Rating | None]:
    """The ratings after all games, which must be in the order of the schedule.

    Every player starts at 25 ± 2·8.33. Seats are ranked by win, then by points. The strength of a
    bot does not change, so no uncertainty is added between games (tau is 0).

    A player on several seats of a game has the same rating on each; its new rating is the mean over
    its seats, so that it is updated once for each game. A game of a player against itself says
    nothing about strength and is skipped; a player without any other game has no rating.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    ratings = {name: model.rating(name=name) for name in names}
    rated: set[str] = set()
    for game in games:
        seating = game.seating
        present = set(seating)
        if len(present) == 1:
            continue
        ranks = [float(place) for place in game.outcome.places()]
        teams = model.rate([[ratings[name]] for name in seating], ranks=ranks)
        for name in present:
            own = [team[0] for team, other in zip(teams, seating, strict=True) if other == name]
            mu = sum(rating.mu for rating in own) / len(own)
            sigma = sum(rating.sigma for rating in own) / len(own)
            ratings[name] = model.rating(mu=mu, sigma=sigma, name=name)
        rated |= present
    return {
        name: Rating(round(own.mu, 4), round(own.sigma, 4), round(own.ordinal(), 4))
        if name in rated
        else None
        for name, own in ratings.items()
    }
