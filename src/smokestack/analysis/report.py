"""The result of an analysis, which is also its JSON format; `docs/analysis.md` describes it."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

FORMAT: Final = 1

Depth = Literal["quick", "deep"]
Verdict = Literal["", "inaccuracy", "mistake", "blunder"]
Cause = Literal["error", "luck"]


class Values(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What each seat can expect, or how much of that it won or lost; 6 decimals."""

    chances: list[float]
    """To win; of a shared win, a share."""
    points: list[float]
    """At the end of the game."""


class Grade(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How good an answer was, by what its seat could see."""

    best: str
    """The best answer found, in notation."""
    line: list[str]
    """How the search expects the game to go on from there, beginning with the best answer."""
    best_values: Values
    given_values: Values
    chance_loss: float
    """The chance to win that the answer cost its seat, at least 0."""
    points_loss: float
    """The points that it cost; negative if the best answer gives up points for a better chance."""
    accuracy: float
    """From 0 to 100."""
    verdict: Verdict


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer of the game. The change of the values since the step before is luck plus skill."""

    number: int
    seat: int
    decision: str
    period: str
    answer: str
    values: Values
    """After the answer and everything that it revealed."""
    luck: Values
    skill: Values
    revealed: bool
    """Whether chance had a part in what followed the answer."""
    turning: bool
    """Whether the chance of a seat changed by at least `grading.TURNING_POINT`."""
    grade: Grade | None
    """None if only one answer was legal."""


class Score(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The grades of some decisions of a seat, put together."""

    decisions: int
    inaccuracies: int
    mistakes: int
    blunders: int
    errors_per_100: float
    """Inaccuracies, mistakes and blunders in 100 decisions."""
    chance_loss: float
    """On average for each decision."""
    points_loss: float
    """On average for each decision."""
    accuracy: float
    """The mean of all decisions, from 0 to 100."""


class SeatReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One seat over the whole game. `result - start = luck + skill`, for chances and points."""

    name: str
    total: Score
    periods: dict[str, Score]
    kinds: dict[str, Score]
    """By the name of the decision."""
    start_chance: float
    """Before anything was dealt; the same for all games at such a table."""
    start_points: float
    result_chance: float
    """1 for a win, a share for a shared one, else 0; the last chance if nobody has won."""
    result_points: float
    luck_chance: float
    luck_points: float
    skill_chance: float
    skill_points: float
    adjusted_chance: float
    """The result less the share of luck that lasts, see `Calibration`; also below 0 or above 1."""
    adjusted_points: float
    played_better_and_lost: bool


class Moment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step that decided much."""

    number: int
    """Of the step; 0 for the deal."""
    cause: Cause
    seat: int
    """Who lost chances by an error, or whose chances luck changed most."""
    change: float
    """Of the seat's chance to win."""


class Analysis(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The analysis of one game."""

    format: int
    game: str
    edition: str
    rules: int
    players: list[str]
    scores: list[int]
    winners: list[int]
    """Empty if the game was not played to its end, because somebody resigned."""
    depth: Depth
    simulations: int
    seed: int
    start: Values
    """Before anything was dealt; the same for all games at such a table."""
    dealt: Values
    """At the first decision."""
    deal_luck: Values
    steps: list[Step]
    seats: list[SeatReport]
    moments: list[Moment]
    """At most three, in the order of the game."""

    def to_json(self) -> bytes:
        return msgspec.json.encode(self)
