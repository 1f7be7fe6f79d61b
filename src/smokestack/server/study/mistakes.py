"""Learning from mistakes: the exercises of a seat, and what other answers would be worth."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from smokestack.engine.errors import IllegalAnswer
from smokestack.presentation.language import tr
from smokestack.server.bots.analyses import FinishedGame, grade_other_answer
from smokestack.server.bots.hints import HintService
from smokestack.server.domain.analyses import AnalysisState
from smokestack.server.domain.errors import InvalidAction
from smokestack.server.domain.mistakes import (
    Exercise,
    Judgement,
    exercise_of,
    judgement_of,
    known_judgement,
)
from smokestack.server.domain.names import MAX_ANSWER_LENGTH
from smokestack.server.domain.origin import THIS_MACHINE, Origin
from smokestack.server.storage.table_store import TableStore

FindAnalysis = Callable[[str], Awaitable[AnalysisState]]


class MistakeService:
    def __init__(self, store: TableStore, best_analysis: FindAnalysis, hints: HintService) -> None:
        self._store = store
        self._best_analysis = best_analysis
        self._hints = hints

    async def exercise(self, table_id: str, seat: int, number: int) -> Exercise:
        """An exercise of a seat, once its game has been analysed."""
        state = await self._best_analysis(table_id)
        if state.analysis is None:
            raise InvalidAction(tr("This game has not been analysed yet."))
        return exercise_of(await self._store.find(table_id), state.analysis, seat, number)

    async def judge(
        self, exercise: Exercise, answer: str, origin: Origin = THIS_MACHINE
    ) -> Judgement:
        """Compare an answer with the best one, by a search like that of the analysis."""
        match, index = exercise.table.match, exercise.step.number - 1
        number = match.game.to_answer(answer[:MAX_ANSWER_LENGTH])
        if not exercise.state.offers_answer(number):
            raise IllegalAnswer(tr("This move is not possible now."))
        answer = match.game.to_text(number)
        known = known_judgement(exercise, answer)
        if known is not None:
            return known
        depth = exercise.analysis.depth
        game = FinishedGame(match.setup, match.history[:index], depth)
        key = (f"{exercise.table.id} {depth} {answer}", tuple(game.history))
        grade = await self._hints.compute_once(origin, key, grade_other_answer, game, number)
        return judgement_of(answer, grade.chance_loss, grade.points_loss)
