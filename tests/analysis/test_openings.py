"""Openings: what counts as a move, how lines are counted, and games that are played for a file."""

from __future__ import annotations

from pathlib import Path

import pytest

import smokestack
from smokestack.analysis.opening_games import (
    OpeningTask,
    add_to_journal,
    make_book,
    play_opening,
    read_journal,
)
from smokestack.analysis.openings import (
    MAX_MOVES,
    Count,
    choices_after,
    counts_of,
    line_of_actor,
    lines_of,
    shipped_book,
    to_line,
)
from smokestack.engine.record import Result
from smokestack.games import ui_of

RECORDS = Path(__file__).parents[1] / "records"


@pytest.mark.parametrize("name", ["glasgow_city", "brass_2018_3"])
def test_every_seat_has_a_line_of_moves_in_words(name: str) -> None:
    match = smokestack.load_game(RECORDS / f"{name}.json")
    start = match.game.start(match.setup)
    lines = lines_of(match.game, start, match.history)
    assert len(lines) == len(match.setup.players)
    for line in lines:
        assert len(line) == MAX_MOVES
        for move in line:
            assert ui_of(match.game).opening_text(move) != move or " " not in move
    assert line_of_actor(match.game, start, []) == ()
    assert line_of_actor(match.game, start, match.history[:-1]) is None
    assert line_of_actor(match.game, start, match.history) is None


def test_moves_of_brass_name_the_action_and_not_the_card() -> None:
    match = smokestack.new_game("brass", seed=3)
    start = match.state.copy()
    match.play("build coal wigan.1")
    while match.decision == "card":
        match.play(match.answers[-1])
    lines = lines_of(match.game, start, match.history)
    assert lines[0] == ("build coal wigan",)
    assert ui_of(match.game).opening_text("build coal wigan") == "Coal mine in Wigan"


def test_a_move_of_glasgow_is_named_after_its_tile() -> None:
    match = smokestack.new_game("glasgow", seed=3)
    assert match.game.opening_move(match.state, match.game.to_answer("move 5")) == "architect"
    assert match.game.opening_move(match.state, match.game.to_answer("move 8")) == "stone steel"


def test_counts_add_up_by_line() -> None:
    lines = [("a", "b"), ("a", "c"), ("a", "b")]
    counts = counts_of(lines, Result([10, 20, 30], [1, 2], "end"))
    assert counts["a"] == Count(3, 1.0, 60)
    assert choices_after(counts, ("a",)) == {"b": Count(2, 0.5, 40), "c": Count(1, 0.5, 20)}
    assert list(choices_after(counts, ())) == ["a"]


@pytest.mark.parametrize("text", ["/".join("abcdef"), "x" * 300, "a\nb"])
def test_what_can_not_be_a_line_is_refused(text: str) -> None:
    with pytest.raises(smokestack.InvalidInput):
        to_line(text)


def test_games_are_played_once_and_a_broken_line_is_cut_off(tmp_path: Path) -> None:
    setup = smokestack.new_game("glasgow", seed=4).setup
    journal = tmp_path / "games"
    played = play_opening(OpeningTask(setup, "clerk", "random"))
    add_to_journal(journal, played)
    with journal.open("ab") as file:
        file.write(b'{"seed": 5, "bot')
    assert read_journal(journal) == [played]
    book = make_book("glasgow", read_journal(journal))
    assert (book.games, book.table, book.bot) == (1, "standard/2", "clerk")
    assert sum(count.games for count in choices_after(book.counts, ()).values()) == 2


@pytest.mark.parametrize(("game", "table"), [("glasgow", "standard/2"), ("brass", "2007/4")])
def test_the_shipped_openings_are_those_of_their_table(game: str, table: str) -> None:
    rules = smokestack.find_game(game)
    book = shipped_book(rules, table)
    assert book is not None
    assert (book.game, book.table) == (game, table)
    seats = int(table.rpartition("/")[2])
    first = choices_after(book.counts, ())
    assert sum(count.games for count in first.values()) == seats * book.games
    for move in first:
        assert ui_of(rules).opening_text(move) != move or " " not in move
