"""The text of every answer, and the answer of every text."""

from __future__ import annotations

from functools import cache

from smokestack.engine.errors import IllegalAnswer, brief
from smokestack.engine.language import tr
from smokestack.games.brass.data import facts
from smokestack.games.brass.terms import INDUSTRIES, TOWNS

LIKE = "'build cotton bury.0', 'loan 30'"


def to_text(answer: int) -> str:
    """The notation of an answer."""
    return _texts()[answer]


def to_answer(text: str) -> int:
    """The answer that a line of notation stands for; case and extra spaces don't matter."""
    words = " ".join(text.lower().split())
    answer = _answers().get(words)
    if answer is None:
        shown = brief(text)
        message = tr("{text} is no answer; they look like {examples}", text=shown, examples=LIKE)
        raise IllegalAnswer(message)
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
    return ["-".join(line["between"]) for line in facts().lines]


@cache
def card_names() -> list[str]:
    return [*facts().ids[:TOWNS], *INDUSTRIES]


@cache
def _texts() -> list[str]:
    slots = slot_names()
    industries = [slot for place in facts().places for slot in place.get("slots", [])]
    sites = [
        f"{industry} {slot}"
        for slot, allowed in zip(slots, industries, strict=True)
        for industry in allowed
    ]
    mills = [s for s, allowed in zip(slots, industries, strict=True) if "cotton" in allowed]
    ports = [s for s, allowed in zip(slots, industries, strict=True) if "port" in allowed]
    return [
        *(f"build {site}" for site in sites),
        *(f"build2 {site}" for site in sites),
        *(f"link {line}" for line in line_names()),
        *(f"develop {industry}" for industry in INDUSTRIES),
        "sell",
        *(f"loan {amount}" for amount in (10, 20, 30)),
        "pass",
        *(f"discard {card}" for card in card_names()),
        *(f"coal {slot}" for slot in slots),
        *(f"iron {slot}" for slot in slots),
        *(f"sell {mill} to {port}" for mill in mills for port in ports),
        *(f"sell {mill} to distant" for mill in mills),
        *(f"liquidate {slot}" for slot in slots),
        "done",
    ]


@cache
def _answers() -> dict[str, int]:
    return {text: answer for answer, text in enumerate(_texts())}
