"""The format of puzzles, and the file of them that comes with each game."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import cache
from typing import Final

import msgspec

from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.errors import InvalidInput, SmokestackError
from smokestack.engine.files import read_text
from smokestack.engine.game import Game
from smokestack.engine.position_code import decode_position, encode_position
from smokestack.engine.view import View
from smokestack.games import find_game

MIN_MARGIN: Final = 0.08
"""By how much of the win chance the solution beats every other answer."""
ID_LENGTH: Final = 10


class Try(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer with what a search expects of it for the seat that must answer."""

    answer: str
    chance: float
    """To win, from 0 to 1."""
    points: float
    """At the end of the game."""
    line: list[str]
    """How the game goes on in the deal of the position, beginning with the answer."""


class Origin(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a puzzle comes from.

    The version that mined it finds it again with these; other bots play other games.
    """

    command: str
    seed: int
    """Of the game."""
    answers: int
    """Given before in the game."""
    simulations: int
    """For the last verification; a tenth of them found the position."""


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, and the answer that is clearly best by all that its seat can see."""

    id: str
    game: str
    rules: int
    """The rules version."""
    position: str
    """As `encode_position` writes it; what the seat can't see is dealt at random."""
    answers: list[str]
    """What solves the puzzle: the best answer, then any with the same effect in another order."""
    best: Try
    second: Try
    """The best answer that does not solve it."""
    tries: list[Try]
    """Natural wrong answers, first the greedy one; `second` is one of them."""
    proven: bool
    """By the exact solver of the game's end."""
    themes: list[str]
    rating: int
    """An estimate from the success of bots of known strength, on the scale of people's ratings."""
    origin: Origin

    @property
    def margin(self) -> float:
        """By how much the win chance is higher than after any other answer."""
        return self.best.chance - self.second.chance

    def state(self) -> State:
        """The position; `InvalidInput` if it is not one."""
        return find_game(self.game).load(decode_position(self.position))

    def solves(self, answer: str) -> bool:
        return answer in self.answers


def view_of(puzzle: Puzzle, names: list[str]) -> View:
    """What the seat that must answer sees."""
    state = puzzle.state()
    return View(find_game(puzzle.game), state, int(state.actor), names)


def themes_of(puzzle: Puzzle) -> list[str]:
    """What a puzzle is about, as its game recognises it."""
    game = find_game(puzzle.game)
    best, greedy = puzzle.best, puzzle.tries[0]
    line = [game.to_answer(answer) for answer in best.line]
    wrong = [game.to_answer(answer) for answer in greedy.line or [greedy.answer]]
    return game.themes_of(puzzle.state(), line, wrong)


def with_themes(puzzle: Puzzle) -> Puzzle:
    return msgspec.structs.replace(puzzle, themes=themes_of(puzzle))


def idea_of(puzzle: Puzzle) -> str:
    """What puzzles that are alike have in common."""
    game = find_game(puzzle.game)
    best, greedy = game.to_answer(puzzle.best.answer), game.to_answer(puzzle.tries[0].answer)
    return game.idea_of(puzzle.state(), best, greedy)


def position_of(game: Game, state: State) -> str:
    """The position as its actor sees it; the same for every deal of what is hidden."""
    seat = state.actor
    seen = state.seen_by(seat)
    seen.redeal(seat, Stream(0))
    return encode_position(game.dump(seen))


def id_of(game: str, position: str) -> str:
    return hashlib.sha256(f"{game} {position}".encode()).hexdigest()[:ID_LENGTH]


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """The puzzles that come with a game, in the order of the file."""
    rules = find_game(game)
    return tuple(parse_puzzles(rules, read_text(rules.puzzle_file), str(rules.puzzle_file)))


@cache
def theme_counts(game: str) -> dict[str, int]:
    """How many puzzles of a game have each theme, without themes that none has."""
    puzzles = puzzles_of(game)
    counts = {
        theme: sum(theme in puzzle.themes for puzzle in puzzles)
        for theme in find_game(game).puzzle_themes
    }
    return {theme: count for theme, count in counts.items() if count}


@cache
def puzzles_by_id() -> dict[str, Puzzle]:
    """All puzzles of all games."""
    from smokestack.games import game_names

    return {puzzle.id: puzzle for game in game_names() for puzzle in puzzles_of(game)}


def parse_puzzles(game: Game, text: str, source: str) -> list[Puzzle]:
    """Read puzzles, one on each line; `InvalidInput` names the first line that is not one.

    What is quick to check is checked here; `check_puzzle` also plays the answers.
    """
    found: dict[str, Puzzle] = {}
    for number, line in enumerate(text.splitlines(), 1):
        where = f"{source}, line {number}"
        try:
            puzzle = msgspec.json.decode(line, type=Puzzle)
        except (msgspec.DecodeError, RecursionError) as error:
            raise InvalidInput(f"{where}: {error}") from None
        problem = _problem(game, puzzle)
        if not problem and puzzle.id in found:
            problem = "the same position as a puzzle before"
        if problem:
            raise InvalidInput(f"{where}: {problem}")
        found[puzzle.id] = puzzle
    return list(found.values())


def _problem(game: Game, puzzle: Puzzle) -> str:
    """What is wrong with a puzzle, or nothing."""
    if puzzle.game != game.name:
        return f"a puzzle of {puzzle.game}, not of {game.name}"
    if puzzle.rules not in game.known_rules:
        return f"rules {puzzle.rules} are not known"
    if puzzle.id != id_of(puzzle.game, puzzle.position):
        return "the id does not belong to the position"
    if not puzzle.answers or puzzle.answers[0] != puzzle.best.answer:
        return "the best answer must be the first that solves the puzzle"
    if any(puzzle.solves(other.answer) for other in (puzzle.second, *puzzle.tries)):
        return "a wrong answer is among those that solve it"
    if not puzzle.tries or puzzle.margin < MIN_MARGIN:
        return f"it needs a wrong try and a margin of {MIN_MARGIN}"
    if not puzzle.themes or not set(puzzle.themes) <= set(game.puzzle_themes):
        return f"its themes must be some of {', '.join(game.puzzle_themes)}"
    return ""


def check_puzzle(puzzle: Puzzle) -> None:
    """`InvalidInput` unless the position is one, and all answers and lines are legal in it."""
    game = find_game(puzzle.game)
    state = puzzle.state()
    if state.over:
        raise InvalidInput(f"puzzle {puzzle.id}: the game is over")
    given = [*puzzle.answers, puzzle.second.answer, *(other.answer for other in puzzle.tries)]
    for answer in given:
        if not state.offers_answer(_number(game, puzzle, answer)):
            raise InvalidInput(f"puzzle {puzzle.id}: {answer} is not possible")
    for each in (puzzle.best, puzzle.second, *puzzle.tries):
        _check_line(game, puzzle, each)


def _check_line(game: Game, puzzle: Puzzle, tried: Try) -> None:
    """A line begins with its answer and can be played out in the deal of the position."""
    if tried.line[:1] != [tried.answer]:
        raise InvalidInput(f"puzzle {puzzle.id}: the line of {tried.answer} must begin with it")
    state = puzzle.state()
    for answer in tried.line:
        if state.over or not state.offers_answer(_number(game, puzzle, answer)):
            raise InvalidInput(f"puzzle {puzzle.id}: {answer} in a line is not possible")
        state.apply(_number(game, puzzle, answer))


def _number(game: Game, puzzle: Puzzle, answer: str) -> int:
    try:
        return game.to_answer(answer)
    except SmokestackError as error:
        raise InvalidInput(f"puzzle {puzzle.id}: {error}") from None


def format_puzzles(puzzles: Sequence[Puzzle]) -> str:
    """The text that `parse_puzzles` reads."""
    return "".join(f"{msgspec.json.encode(puzzle).decode()}\n" for puzzle in puzzles)
