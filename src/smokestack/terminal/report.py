"""Printing results, score sheets and counts."""

from __future__ import annotations

import time

from rich.console import Console
from rich.text import Text

from smokestack.engine.errors import InvalidInput
from smokestack.engine.language import tr, trn
from smokestack.engine.match import Match
from smokestack.engine.playout import count_leaves
from smokestack.engine.view import SPECTATOR
from smokestack.terminal.printing import new_table, say


def print_replay(match: Match, moves: bool, at: int | None) -> None:
    """What a checked record holds: the game told, one position of it, or its result."""
    console = Console()
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
        console.print(match.game.draw(match.view(SPECTATOR)))
        return
    if moves:
        match.go_to(0)
        for number, answer in enumerate(answers, 1):
            before = match.view(SPECTATOR)
            match.play(answer)
            told = match.game.narrate(before, answer, match.view(SPECTATOR))
            say(f"{number:>4}  {told}", console)
    print_score(console, match)


def print_score(console: Console, match: Match) -> None:
    """Every point of every seat, and who won if the game is over."""
    table = new_table()
    table.add_column(tr("player"))
    table.add_column(tr("what"))
    for title in (tr("points"), tr("bonus"), tr("total")):
        table.add_column(title, justify="right")
    table.add_column(tr("why"))
    lines = match.score()
    for seat, name in enumerate(match.setup.players):
        own = [line for line in lines if line.seat == seat]
        for line in own:
            figures = (str(line.points), str(line.bonus), str(line.total))
            table.add_row(Text(name), Text(line.title), *figures, Text(line.text))
        total = Text(str(sum(line.total for line in own)), "bold")
        table.add_row(Text(name), "", "", "", total, tr("in all"), end_section=True)
    console.print(table)
    if match.result is None:
        say(tr("The game is not over."), console)
    else:
        names = _seat_names(match.setup.players)
        winners = " & ".join(names[seat] for seat in match.result.winners)
        scores = ", ".join(f"{n} {p}" for n, p in zip(names, match.result.scores, strict=True))
        reason = tr(match.game.reasons[match.result.reason])
        told = tr("{names} won: {scores} ({reason}).", names=winners, scores=scores, reason=reason)
        say(told, console)


def _seat_names(players: list[str]) -> list[str]:
    """The names, with the seat where one name sits twice."""
    return [
        tr("{name} (seat {seat})", name=name, seat=seat) if players.count(name) > 1 else name
        for seat, name in enumerate(players)
    ]


def print_ledger(match: Match) -> None:
    """Every change with its cause, one a line."""
    console = Console()
    entries = match.ledger()
    if not entries:
        title = match.game.title
        say(tr("{game} keeps no ledger, or nothing has changed yet.", game=title), console)
    for entry in entries:
        name = match.setup.players[entry.seat]
        change = match.game.tell_entry(match.state, entry)
        say(f"{entry.answer:>4}  {name}: {change.text}, {change.cause}", console)


def print_perft(match: Match, depth: int) -> None:
    """The number of leaves at each depth down to the last."""
    for level in range(1, depth + 1):
        start = time.perf_counter()
        leaves = count_leaves(match.state, level)
        seconds = time.perf_counter() - start
        print(f"depth {level}: {leaves} ({seconds:.2f} s)", flush=True)
