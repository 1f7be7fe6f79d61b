"""The notation: the text of each answer, and the answer of each text."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final

from smokestack.engine.errors import IllegalAnswer, brief
from smokestack.engine.messages import mark
from smokestack.games.brass.formats.data import facts
from smokestack.games.brass.formats.decoding import Answer, Kind, decoded_answers
from smokestack.games.brass.rules.terms import INDUSTRIES, TOWNS

EXAMPLES: Final = "'build cotton bury.0', 'loan 30'"


def to_text(answer: int) -> str:
    """The notation of an answer."""
    return _texts()[answer]


def to_answer(text: str) -> int:
    """The answer that a line of notation stands for; case and extra spaces don't matter."""
    answer = _answers().get(text)
    if answer is None:
        answer = _answers().get(" ".join(text.lower().split()))
    if answer is None:
        raise IllegalAnswer(
            mark("{text} is not a move; moves look like {examples}"),
            text=brief(text),
            examples=EXAMPLES,
        )
    return answer


@cache
def slot_names() -> list[str]:
    """Every slot as `town.slot`."""
    return [
        f"{place['id']}.{number}"
        for place in facts().places
        for number in range(len(place.get("slots", [])))
    ]


@cache
def line_names() -> list[str]:
    """Every line as `place-place`."""
    return ["-".join(line["between"]) for line in facts().lines]


@cache
def card_names() -> list[str]:
    """Every kind of card: a town or an industry."""
    return [*facts().ids[:TOWNS], *INDUSTRIES]


@cache
def _texts() -> list[str]:
    return [_NOTATION[answer.kind](answer) for answer in decoded_answers()]


@cache
def _answers() -> dict[str, int]:
    return {text: answer for answer, text in enumerate(_texts())}


def _site(answer: Answer) -> str:
    return f"{INDUSTRIES[answer.industry]} {slot_names()[answer.slot]}"


_NOTATION: Final[dict[Kind, Callable[[Answer], str]]] = {
    Kind.BUILD: lambda answer: f"build {_site(answer)}",
    Kind.BUILD2: lambda answer: f"build2 {_site(answer)}",
    Kind.LINK: lambda answer: f"link {line_names()[answer.line]}",
    Kind.DEVELOP: lambda answer: f"develop {INDUSTRIES[answer.industry]}",
    Kind.SELL: lambda _: "sell",
    Kind.LOAN: lambda answer: f"loan {answer.amount}",
    Kind.PASS: lambda _: "pass",
    Kind.DISCARD: lambda answer: f"discard {card_names()[answer.card]}",
    Kind.COAL: lambda answer: f"coal {slot_names()[answer.slot]}",
    Kind.IRON: lambda answer: f"iron {slot_names()[answer.slot]}",
    Kind.SALE: lambda answer: f"sell {slot_names()[answer.mill]} to {slot_names()[answer.port]}",
    Kind.DISTANT_SALE: lambda answer: f"sell {slot_names()[answer.mill]} to distant",
    Kind.LIQUIDATE: lambda answer: f"liquidate {slot_names()[answer.slot]}",
    Kind.DONE: lambda _: "done",
}
