"""Prints the analysis of a game."""

from __future__ import annotations

from rich.table import Table

from smokestack.analysis.analyser import analyse_match
from smokestack.analysis.report import Analysis, Depth
from smokestack.analysis.words import (
    error_sentences,
    moment_sentences,
    percent,
    signed_percent,
    verdict_sentences,
)
from smokestack.engine.match import Match
from smokestack.games import ui_of
from smokestack.presentation.language import tr, trn
from smokestack.terminal.printing import SafeConsole, new_table, say
from smokestack.terminal.progress import game_progress


def analyse_with_progress(match: Match, depth: Depth, seed: int) -> Analysis:
    with game_progress() as progress:
        task = progress.add_task(tr("Analysing"), total=len(match.history))
        return analyse_match(
            match, depth, seed, lambda done, _: progress.update(task, completed=done)
        )


def print_analysis(match: Match, analysis: Analysis) -> None:
    console = SafeConsole()
    if match.result is not None:
        say(ui_of(match.game).result_sentence(match.setup.players, match.result), console)
    else:
        moves = len(match.history)
        ending = trn("The game ended after {n} move.", "The game ended after {n} moves.", moves)
        say(ending, console)
    for sentence in verdict_sentences(match, analysis):
        say(sentence, console)
    console.print()
    console.print(_seats(analysis))
    for title, lines in (
        (tr("The moments that decided the game"), moment_sentences(match, analysis)),
        (tr("Errors"), error_sentences(match, analysis)),
    ):
        if lines:
            console.print()
            say(title, console, "bold")
            for line in lines:
                say(line, console)


def _seats(analysis: Analysis) -> Table:
    """A column for each seat, so that the titles of the rows have space in every language."""
    seats = analysis.seats
    totals = [seat.total for seat in seats]
    table = new_table()
    table.add_column(tr("Player"), overflow="fold")
    for seat in seats:
        table.add_column(seat.name, justify="right", overflow="fold")
    table.add_row(tr("Accuracy"), *(f"{total.accuracy:.0f} %" for total in totals))
    table.add_row(
        tr("Errors per 100 decisions"), *(f"{total.errors_per_100:.0f}" for total in totals)
    )
    table.add_row(tr("Inaccuracies"), *(str(total.inaccuracies) for total in totals))
    table.add_row(tr("Mistakes"), *(str(total.mistakes) for total in totals))
    table.add_row(tr("Blunders"), *(str(total.blunders) for total in totals))
    table.add_row(tr("Luck"), *(signed_percent(seat.luck_chance) for seat in seats))
    table.add_row(tr("Result without luck"), *(percent(seat.adjusted_chance) for seat in seats))
    return table
