"""Prints openings, and plays games for a file of them."""

from __future__ import annotations

from pathlib import Path

import msgspec

from smokestack.analysis.opening_games import (
    OpeningTask,
    add_to_journal,
    make_book,
    play_opening,
    read_journal,
)
from smokestack.analysis.openings import choices_after, shipped_book, to_line
from smokestack.arena.workers import Processes
from smokestack.bots.registry import check_bot
from smokestack.engine.errors import InvalidInput
from smokestack.engine.match import Match
from smokestack.games import ui_of
from smokestack.presentation.language import tr, trn
from smokestack.terminal.printing import SafeConsole, new_table, say
from smokestack.terminal.progress import game_progress


def print_openings(match: Match, text: str) -> None:
    console = SafeConsole()
    game = match.game
    book = shipped_book(game, game.table_of(match.state))
    found = choices_after(book.counts, to_line(text)) if book else {}
    if book is None or not found:
        raise InvalidInput(tr("The strongest bot has played no games like this."))
    say(trn("{n} game of the strongest bot", "{n} games of the strongest bot", book.games), console)
    table = new_table()
    table.add_column(tr("Move"), overflow="fold")
    for title in (tr("Games"), tr("Won"), tr("Points")):
        table.add_column(title, justify="right")
    for move, count in found.items():
        table.add_row(
            f"{ui_of(game).opening_text(move)} ({move})",
            str(count.games),
            f"{count.wins / count.games:.0%}",
            f"{count.points / count.games:.0f}",
        )
    console.print(table)


def play_openings(first: Match, path: Path, games: int, bot: str, then: str, workers: int) -> None:
    for name in (bot, then):
        check_bot(name, first.game)
    journal = path.with_name(path.name + ".games")
    played = read_journal(journal)
    table = first.game.table_of(first.state)
    if any((each.bot, each.then, each.table) != (bot, then, table) for each in played):
        raise InvalidInput(f"{journal} has games of other bots or tables; choose another --to")
    known = {each.seed for each in played}
    seeds = range(first.setup.seed, first.setup.seed + games)
    tasks = [
        OpeningTask(msgspec.structs.replace(first.setup, seed=seed), bot, then)
        for seed in seeds
        if seed not in known
    ]
    with game_progress() as progress:
        task = progress.add_task("playing", total=games, completed=games - len(tasks))
        for found in Processes(workers)(play_opening, tasks):
            add_to_journal(journal, found)
            played.append(found)
            progress.advance(task)
    chosen = sorted((each for each in played if each.seed in seeds), key=lambda each: each.seed)
    book = make_book(first.game.name, chosen)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(book), indent=0))
    say(f"{len(chosen)} games, {len(book.counts)} lines: {path}")
