"""What an analysis says about luck, good and bad."""

from __future__ import annotations

import smokestack
from smokestack.analysis.report import FORMAT, Analysis, Moment, Step, Values
from smokestack.analysis.words import moment_sentences
from smokestack.engine.match import Match


def sentences(*moments: Moment) -> list[str]:
    """The sentences about a game of four after its first answer."""
    match = smokestack.new_game("brass", seed=1, players=["Ann", "Ben", "Cleo", "Dan"])
    match.play(match.answers[0])
    return moment_sentences(match, analysis_with(match, list(moments)))


def analysis_with(match: Match, moments: list[Moment]) -> Analysis:
    none = Values([0.0] * 4, [0.0] * 4)
    answer = match.record().answers[0]
    step = Step(1, 0, "action", "canal", answer, none, none, none, True, False, None)
    return Analysis(
        format=FORMAT,
        game="brass",
        edition="2007",
        rules=match.setup.rules,
        players=match.setup.players,
        scores=[0] * 4,
        winners=[0],
        depth="quick",
        simulations=1,
        seed=0,
        start=none,
        dealt=none,
        deal_luck=none,
        steps=[step],
        seats=[],
        moments=moments,
    )


def test_a_moment_says_whether_luck_raised_or_lowered_a_chance() -> None:
    raised, lowered = sentences(Moment(1, "luck", 3, 0.139), Moment(1, "luck", 2, -0.139))
    assert raised.endswith("luck raises the win chance of Dan by 14\N{NO-BREAK SPACE}%.")
    assert lowered.endswith("luck lowers the win chance of Cleo by 14\N{NO-BREAK SPACE}%.")
    assert lowered.startswith("Move 1: after “")


def test_a_moment_says_whether_the_deal_raised_or_lowered_a_chance() -> None:
    assert sentences(Moment(0, "luck", 1, 0.07), Moment(0, "luck", 0, -0.21)) == [
        "The deal raises the win chance of Ben by 7\N{NO-BREAK SPACE}%.",
        "The deal lowers the win chance of Ann by 21\N{NO-BREAK SPACE}%.",
    ]
