"""Answers as numbers, in parts and as notation: all three name the same answer."""

from __future__ import annotations

import pytest

from smokestack.games.glasgow.formats.decoding import Answer, Kind, decode, encode
from smokestack.games.glasgow.rules import answers
from smokestack.games.glasgow.rules.terms import CENTRE, GOLD, STEEL, STONE
from tests.games.glasgow.positions import GAME

ACTION_SPACE = range(answers.ANSWERS)


def test_every_answer_is_encoded_as_it_was_decoded() -> None:
    assert [encode(decode(answer)) for answer in ACTION_SPACE] == list(ACTION_SPACE)


def test_the_kind_is_the_first_word_of_the_notation() -> None:
    for answer in ACTION_SPACE:
        assert GAME.to_text(answer).split()[0] == decode(answer).kind
    assert {decode(answer).kind for answer in ACTION_SPACE} == set(Kind)


@pytest.mark.parametrize(
    ("answer", "number", "text"),
    [
        (Answer(kind=Kind.MOVE, index=7), answers.MOVE + 7, "move 7"),
        (Answer(kind=Kind.TAKE, good=STEEL), answers.TAKE + STEEL, "take steel"),
        (
            Answer(kind=Kind.CONVERT, conversion=0, uses=1),
            answers.CONVERT,
            "convert stone>steel 1",
        ),
        (
            Answer(kind=Kind.CONVERT, conversion=3, uses=4, barrel=True),
            answers.CONVERT + 10 * 3 + 2 * (4 - 1) + 1,
            "convert gold>steel 4 whisky",
        ),
        (Answer(kind=Kind.REPLACE, architect=2), answers.REPLACE + 2, "replace 10"),
        (Answer(kind=Kind.ACTIVATE, cell=CENTRE), answers.ACTIVATE + CENTRE, "activate 0,0"),
        (Answer(kind=Kind.DRAW), answers.DRAW, "draw"),
        (Answer(kind=Kind.BUILD), answers.BUILD_DRAWN, "build"),
        (Answer(kind=Kind.DISCARD), answers.DISCARD, "discard"),
        (Answer(kind=Kind.BUILD, place=1), answers.BUILD + 1, "build 1"),
        (Answer(kind=Kind.PAY), answers.PAY, "pay"),
        (Answer(kind=Kind.PAY, good=STONE), answers.PAY_WHISKY, "pay whisky=stone"),
        (Answer(kind=Kind.PAY, good=GOLD), answers.PAY_WHISKY + GOLD, "pay whisky=gold"),
        (Answer(kind=Kind.PLACE, cell=CENTRE + 1), answers.PLACE + CENTRE + 1, "place 1,0"),
        (Answer(kind=Kind.RESOLVE, cell=0), answers.RESOLVE, "resolve -4,-4"),
        (Answer(kind=Kind.PASS), answers.PASS, "pass"),
    ],
)
def test_parts_number_and_notation_agree(answer: Answer, number: int, text: str) -> None:
    assert decode(number) == answer
    assert encode(answer) == number
    assert GAME.to_answer(text) == number


@pytest.mark.parametrize(
    "answer",
    [
        Answer(kind=Kind.MOVE),
        Answer(kind=Kind.MOVE, index=16),
        Answer(kind=Kind.PASS, cell=CENTRE),
        Answer(kind=Kind.CONVERT, conversion=0),
    ],
)
def test_an_answer_outside_the_action_space_has_no_number(answer: Answer) -> None:
    with pytest.raises(KeyError):
        encode(answer)
