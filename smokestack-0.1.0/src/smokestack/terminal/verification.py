"""`smokestack verify`: the independent check of a deal, then a replay with the rules."""

from __future__ import annotations

from pathlib import Path

import msgspec

import smokestack
from smokestack.engine.deal import PERSON
from smokestack.engine.errors import InvalidInput
from smokestack.engine.messages import mark
from smokestack.engine.record import load_record
from smokestack.presentation.language import tr
from smokestack.terminal.deal_check import problems_of
from smokestack.terminal.printing import say


def print_verification(file: Path, commitment: str, contribution: str) -> None:
    """Print what was checked; `InvalidInput` with everything that is wrong."""
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
    if problems:
        raise InvalidInput(mark("{file}: {reasons}"), file=str(file), reasons="; ".join(problems))
    match = smokestack.load_game(file)
    say(tr("The secret matches the commitment {hash}.", hash=deal.commitment))
    for name, text in zip(match.setup.players, deal.contributions, strict=True):
        say(tr("{name} contributed {text}.", name=name, text=text))
    shuffles = len(record.shuffles)
    say(tr("All {n} shuffles follow from the secret and the contributions.", n=shuffles))
    say(tr("The answers can be replayed with these cards. The deal was fair."))
    if not commitment:
        say(tr("Compare the commitment with the one that the table showed before the deal."))
