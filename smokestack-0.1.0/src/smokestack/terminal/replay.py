"""Prints what a record holds."""

from __future__ import annotations

from smokestack.engine.errors import InvalidInput
from smokestack.engine.match import Match
from smokestack.engine.view import SPECTATOR
from smokestack.games import ui_of
from smokestack.presentation.language import tr, trn
from smokestack.terminal.printing import SafeConsole, say
from smokestack.terminal.score_sheet import print_score


def print_replay(match: Match, moves: bool, at: int | None) -> None:
    """Print the result of a game, every answer before it, or the table at one point."""
    console = SafeConsole()
    setup = match.setup
    head = trn(
        "{game}, seed {seed}, rules {rules}, {n} answer: {players}",
        "{game}, seed {seed}, rules {rules}, {n} answers: {players}",
        len(match.history),
        game=match.game.title,
        seed=setup.seed,
        rules=setup.rules,
        players=" – ".join(setup.players),
    )
    say(head, console)
    answers = list(match.history)
    if at is not None:
        if at > len(answers):
            raise InvalidInput(
                trn(
                    "--at {at}: the record has only {n} answer",
                    "--at {at}: the record has only {n} answers",
                    len(answers),
                    at=at,
                )
            )
        match.go_to(at)
        console.print(ui_of(match.game).draw(match.view(SPECTATOR)))
        return
    if moves:
        match.go_to(0)
        for number, answer in enumerate(answers, 1):
            before = match.view(SPECTATOR)
            match.play(answer)
            text = ui_of(match.game).log_line(before, answer, match.view(SPECTATOR))
            say(f"{number:>4}  {text}", console)
    print_score(console, match)


def print_ledger(match: Match) -> None:
    """Print every change with its cause, one on each line."""
    console = SafeConsole()
    entries = match.ledger()
    if not entries:
        title = match.game.title
        say(tr("{game} keeps no ledger, or nothing has changed yet.", game=title), console)
    for entry in entries:
        name = match.setup.players[entry.seat]
        change = ui_of(match.game).ledger_change(match.state, entry)
        say(f"{entry.answer:>4}  {name}: {change.text}, {change.cause}", console)
