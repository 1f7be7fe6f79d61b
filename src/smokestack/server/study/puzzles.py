"""The use cases of puzzles: finding one, trying it, and what people have achieved."""

from __future__ import annotations

import secrets
from typing import Final

from smokestack.engine.errors import IllegalAnswer
from smokestack.games import find_game, game_names
from smokestack.presentation.language import tr
from smokestack.puzzles.daily import daily_puzzle
from smokestack.puzzles.puzzle import Puzzle
from smokestack.server.domain.errors import NotYourSeat
from smokestack.server.domain.names import MAX_ANSWER_LENGTH
from smokestack.server.domain.puzzles import (
    PuzzleProgress,
    PuzzleStanding,
    TryResult,
    find_puzzle,
    first_rating,
    matching_puzzles,
    next_puzzle,
)
from smokestack.server.domain.time_source import TimeSource
from smokestack.server.storage import puzzles
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.writer import AFTER_ALL_TABLES

DRAWS: Final = 1_000_000


class PuzzleService:
    def __init__(self, database: AsyncDatabase, source: TimeSource) -> None:
        self._database = database
        self._source = source

    def daily(self, game: str) -> Puzzle | None:
        """Today's puzzle, by the date in UTC."""
        return daily_puzzle(game, self._source.now().date())

    async def progress(self, puzzle_id: str, guest: str) -> PuzzleProgress:
        """A puzzle with its rating, and what a person has achieved; without a guest, nothing."""
        puzzle = find_puzzle(puzzle_id)
        rated = await self._database.read(puzzles.ratings, [puzzle.id])
        tried = await self._database.read(puzzles.tried, guest, puzzle.game) if guest else {}
        standing = await self.standing(guest, puzzle.game)
        return PuzzleProgress(
            puzzle,
            rated.get(puzzle.id) or first_rating(puzzle),
            standing,
            puzzle.id in tried,
            tried.get(puzzle.id, False),
        )

    async def next(self, guest: str, game: str, theme: str = "") -> Puzzle:
        """A puzzle that a person has not tried, near the person's rating."""
        candidates = matching_puzzles(game, theme)
        tried = await self._database.read(puzzles.tried, guest, game) if guest else {}
        standing = await self.standing(guest, game)
        return next_puzzle(candidates, tried, standing.rating, secrets.randbelow(DRAWS))

    async def attempt(self, puzzle_id: str, guest: str, answer: str) -> tuple[str, TryResult]:
        """Try an answer; returns it in its usual notation. The first try changes the ratings."""
        puzzle = find_puzzle(puzzle_id)
        state = puzzle.state()
        game = find_game(puzzle.game)
        number = game.to_answer(answer[:MAX_ANSWER_LENGTH])
        if not state.offers_answer(number):
            raise IllegalAnswer(tr("This move is not possible now."))
        answer = game.to_text(number)
        return answer, await self._add_try(puzzle, guest, puzzle.solves(answer))

    async def give_up(self, puzzle_id: str, guest: str) -> TryResult:
        """Show the solution: a first try that has failed."""
        return await self._add_try(find_puzzle(puzzle_id), guest, False)

    async def standing(self, guest: str, game: str) -> PuzzleStanding:
        if not guest:
            return PuzzleStanding()
        return await self._database.read(puzzles.standing, guest, game)

    async def standings(self, guest: str) -> dict[str, PuzzleStanding]:
        """What a person has achieved in every game."""
        found = await self._database.read(puzzles.standings, guest) if guest else {}
        return {game: found.get(game, PuzzleStanding()) for game in game_names()}

    async def _add_try(self, puzzle: Puzzle, guest: str, solved: bool) -> TryResult:
        if not guest:
            raise NotYourSeat(tr("Please allow cookies, so that the server can recognise you."))
        # Behind all tables, and ordered by puzzle, so that two processes can't deadlock.
        return await self._database.write(
            f"{AFTER_ALL_TABLES}{puzzle.id}",
            puzzles.add_try,
            guest,
            puzzle.game,
            puzzle.id,
            first_rating(puzzle),
            solved,
            self._source.now(),
        )
