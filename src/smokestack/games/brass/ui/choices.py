"""The legal answers as a player sees them: label, cost and effect, and things on the board."""

from __future__ import annotations

from typing import Final

from smokestack.engine.view import View
from smokestack.games.brass.formats.decoding import Kind, decode
from smokestack.games.brass.formats.notation import to_text
from smokestack.games.brass.rules.terms import ASK_ACTION
from smokestack.games.brass.ui.dry_run import try_answer
from smokestack.games.brass.ui.previews import preview
from smokestack.games.brass.ui.things import lights_of, table_of, thing_of
from smokestack.games.brass.ui.words import Messages, answer_text
from smokestack.presentation.language import mark, tr
from smokestack.presentation.table_text import Choice

# In the order in which the actions are listed; the longest list comes last.
GROUPS: Final = {
    Kind.BUILD: mark("Build"),
    Kind.LINK: mark("Link"),
    Kind.DEVELOP: mark("Develop"),
    Kind.SELL: mark("Sell"),
    Kind.LOAN: mark("Loan"),
    Kind.PASS: mark("Pass"),
    Kind.BUILD2: mark("Build with two cards"),
}
LABELS: Final[Messages] = {
    Kind.BUILD: (
        mark("Build a cotton mill (level {level}) in {place}"),
        mark("Build a coal mine (level {level}) in {place}"),
        mark("Build an iron works (level {level}) in {place}"),
        mark("Build a port (level {level}) in {place}"),
        mark("Build a shipyard (level {level}) in {place}"),
    ),
    Kind.BUILD2: (
        mark("Build a cotton mill (level {level}) in {place} with two cards"),
        mark("Build a coal mine (level {level}) in {place} with two cards"),
        mark("Build an iron works (level {level}) in {place} with two cards"),
        mark("Build a port (level {level}) in {place} with two cards"),
        mark("Build a shipyard (level {level}) in {place} with two cards"),
    ),
    Kind.LINK: (mark("Build the canal {line}"), mark("Build the railway {line}")),
    Kind.DEVELOP: (
        mark("Develop: remove a cotton mill (level {level})"),
        mark("Develop: remove a coal mine (level {level})"),
        mark("Develop: remove an iron works (level {level})"),
        mark("Develop: remove a port (level {level})"),
        mark("Develop: remove a shipyard (level {level})"),
    ),
    Kind.SELL: mark("Sell cotton"),
    Kind.LOAN: mark("Take a loan of {amount}"),
    Kind.PASS: mark("Pass"),
    Kind.DISCARD: mark("Discard {card}"),
    Kind.COAL: mark("Take coal from {place}"),
    Kind.IRON: mark("Take iron from {place}"),
    Kind.SALE: mark("Sell cotton of {mill} through the port of {port}"),
    Kind.DISTANT_SALE: mark("Sell cotton of {mill} on the distant market"),
    Kind.LIQUIDATE: mark("Give up {place}"),
    Kind.DONE: mark("Enough, end this action"),
}


def choices(view: View) -> list[Choice]:
    """The legal answers, actions grouped by their kind."""
    return [_choice(view, number) for number in sorted(view.answers, key=_listed)]


def _listed(number: int) -> tuple[int, int]:
    """The place of an answer in the list; kinds without a group come last."""
    kind = decode(number).kind
    return (list(GROUPS).index(kind) if kind in GROUPS else len(GROUPS), number)


def _choice(view: View, number: int) -> Choice:
    table = table_of(view)
    answer = decode(number)
    outcome = try_answer(table, answer)
    return Choice(
        answer=number,
        notation=to_text(number),
        group=tr(GROUPS[answer.kind]) if table.decision == ASK_ACTION else "",
        label=answer_text(LABELS, table, answer),
        detail=preview(view, answer, outcome),
        thing=thing_of(answer),
        lights=tuple(lights_of(table, answer, outcome)),
    )
