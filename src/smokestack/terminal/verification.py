"""`smokestack verify`: the independent check of a deal, then a replay with the rules."""

from __future__ import annotations

from pathlib import Path

import msgspec

import smokestack
from smokestack.engine.deal import BOT, PERSON, Deal
from smokestack.engine.errors import InvalidInput
from smokestack.engine.messages import mark
from smokestack.engine.record import load_record
from smokestack.presentation.language import tr
from smokestack.terminal.deal_check import problems_of
from smokestack.terminal.printing import say


def print_verification(file: Path, commitment: str, contribution: str, bots: list[str]) -> None:
    """Print what was checked; `InvalidInput` with everything that is wrong.

    `bots` are the names of all bots, or nothing if the caller does not say which they were.
    """
    record = load_record(file)
    deal = record.setup.deal
    if deal is None:
        raise InvalidInput(
            mark("{file}: dealt from a seed, so there is nothing to verify"), file=str(file)
        )
    problems = problems_of(msgspec.to_builtins(record))
    if commitment and commitment.strip().lower() != deal.commitment:
        problems.append("the record has another commitment than the one that you give")
    if contribution and PERSON + contribution not in deal.contributions:
        problems.append("nobody contributed the text that you give")
    contributed = zip(record.setup.players, deal.contributions, strict=False)
    named = [name for name, text in contributed if text == BOT]
    if bots and sorted(map(str.casefold, bots)) != sorted(map(str.casefold, named)):
        problems.append("the bots of the record are not those that you give")
    if problems:
        raise InvalidInput(mark("{file}: {reasons}"), file=str(file), reasons="; ".join(problems))
    match = smokestack.load_game(file)
    say(tr("The secret matches the commitment {hash}.", hash=deal.commitment))
    for name, text in zip(match.setup.players, deal.contributions, strict=True):
        say(tr("{name} contributed {text}.", name=name, text=text))
    people = [name for name in match.setup.players if name not in named]
    say(tr("People: {names}", names=", ".join(people) or "–"))
    say(tr("Bots: {names}", names=", ".join(named) or "–"))
    shuffles = len(record.shuffles)
    say(tr("All {n} shuffles follow from the secret and the contributions.", n=shuffles))
    say(tr("The answers can be replayed with these cards."))
    say(_verdict(match.setup.players, deal, contribution))
    if not commitment:
        say(tr("Compare the commitment with the one that the table showed before the deal."))
    if not bots:
        say(tr("Compare the bots with those at the table. None of them may be called a person."))


def _verdict(players: list[str], deal: Deal, contribution: str) -> str:
    """Whether the server could have chosen the cards, by what the caller contributed."""
    if not any(text.startswith(PERSON) for text in deal.contributions):
        return tr("Nobody contributed a text, so the server could choose the cards.")
    others = [
        name
        for name, text in zip(players, deal.contributions, strict=True)
        if text not in (BOT, PERSON + contribution)
    ]
    if not others:
        return tr("The deal was fair.")
    return tr(
        "The deal was fair unless the server controlled one of these people: {names}",
        names=", ".join(others),
    )
