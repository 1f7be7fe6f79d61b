"""Puzzles."""

from __future__ import annotations

from litestar import get, post
from litestar.params import JSONBody

from smokestack.puzzles.puzzle import Puzzle, Try, view_of
from smokestack.puzzles.words import (
    names_of,
    proof_sentence,
    refutation,
    solution_sentence,
    verdict_sentence,
)
from smokestack.server.api.authentication import optional_guest, required_guest
from smokestack.server.api.bodies.fields import GameInQuery
from smokestack.server.api.bodies.puzzles import (
    PuzzleAnswerReply,
    PuzzleId,
    PuzzleReply,
    PuzzleStandingReply,
    PuzzleSummaryReply,
    SolutionReply,
    ThemeInQuery,
    TryBody,
    TryReply,
)
from smokestack.server.domain.puzzles import (
    PuzzleStanding,
    TryResult,
    find_puzzle,
    matching_puzzles,
)
from smokestack.server.http.requests import HttpRequest, service_of

NOT_FOUND = {"problems": ("puzzle-not-found",)}
WITH_PROGRESS = {"guest": "optional", **NOT_FOUND}


@get("/puzzles", summary="List the puzzles of a game", tags=["puzzles"], opt=NOT_FOUND)
async def puzzles(
    request: HttpRequest, game: GameInQuery, theme: ThemeInQuery = ""
) -> list[PuzzleSummaryReply]:
    """All of them, or those with a theme; solutions are not listed."""
    return [
        PuzzleSummaryReply(puzzle.id, puzzle.game, puzzle.rating)
        for puzzle in matching_puzzles(game, theme)
    ]


@get(
    "/puzzles/standings",
    summary="Get your ratings and streaks",
    tags=["puzzles"],
    opt={"guest": "required"},
)
async def standings(request: HttpRequest) -> list[PuzzleStandingReply]:
    """One for each game."""
    guest = required_guest(request)
    found = await service_of(request).puzzles.standings(guest)
    return [_standing(game, standing) for game, standing in found.items()]


@get("/puzzles/daily", summary="Get the puzzle of the day", tags=["puzzles"], opt=WITH_PROGRESS)
async def daily_puzzle(request: HttpRequest, game: GameInQuery) -> PuzzleReply:
    """The same for everybody; it changes at midnight, UTC."""
    matching_puzzles(game)
    found = service_of(request).puzzles.daily(game)
    return await _puzzle(request, found.id if found else "")


@get("/puzzles/next", summary="Get a puzzle near your rating", tags=["puzzles"], opt=WITH_PROGRESS)
async def next_puzzle(
    request: HttpRequest, game: GameInQuery, theme: ThemeInQuery = ""
) -> PuzzleReply:
    """One that you have not tried, as long as there are some."""
    guest = optional_guest(request)
    found = await service_of(request).puzzles.next(guest, game, theme)
    return await _puzzle(request, found.id)


@get("/puzzles/{puzzle_id:str}", summary="Get a puzzle", tags=["puzzles"], opt=WITH_PROGRESS)
async def puzzle(request: HttpRequest, puzzle_id: PuzzleId) -> PuzzleReply:
    """The position as the seat sees it that must answer."""
    return await _puzzle(request, puzzle_id)


@post(
    "/puzzles/{puzzle_id:str}/tries",
    summary="Try an answer",
    status_code=200,
    tags=["puzzles"],
    opt={
        "guest": "required",
        "problems": ("puzzle-not-found", "invalid-action", "too-many-requests"),
    },
)
async def try_puzzle(
    request: HttpRequest, puzzle_id: PuzzleId, data: JSONBody[TryBody]
) -> TryReply:
    """Your first try changes your rating and that of the puzzle; you may try as often as you
    like."""
    guest = required_guest(request)
    answer, result = await service_of(request).puzzles.attempt(puzzle_id, guest, data.answer)
    return _try_reply(find_puzzle(puzzle_id), answer, result)


@post(
    "/puzzles/{puzzle_id:str}/solution",
    summary="Give up and get the solution",
    status_code=200,
    tags=["puzzles"],
    opt={"guest": "required", "problems": ("puzzle-not-found", "too-many-requests")},
)
async def give_up(request: HttpRequest, puzzle_id: PuzzleId) -> TryReply:
    """Counts as a failed try, unless you have tried the puzzle before."""
    guest = required_guest(request)
    result = await service_of(request).puzzles.give_up(puzzle_id, guest)
    return _try_reply(find_puzzle(puzzle_id), None, result)


async def _puzzle(request: HttpRequest, puzzle_id: str) -> PuzzleReply:
    progress = await service_of(request).puzzles.progress(puzzle_id, optional_guest(request))
    found = progress.puzzle
    view = view_of(found, names_of(found.state()))
    return PuzzleReply(
        found.id,
        found.game,
        progress.rating.points,
        view.seat,
        view.to_data(),
        progress.tried,
        progress.solved,
    )


def _try_reply(found: Puzzle, answer: str | None, result: TryResult) -> TryReply:
    solved = answer is not None and found.solves(answer)
    return TryReply(
        answer,
        solved,
        result.counted,
        result.puzzle.points,
        _standing(found.game, result.after),
        verdict_sentence(found, found.state(), answer) if answer is not None else "",
        _solution(found) if solved or answer is None else None,
    )


def _solution(found: Puzzle) -> SolutionReply:
    state = found.state()
    sentences = [
        solution_sentence(found, state),
        proof_sentence(found),
        *(refutation(found, state, tried) for tried in found.tries),
    ]
    return SolutionReply(
        found.answers,
        _answer(found.best),
        _answer(found.second),
        [_answer(tried) for tried in found.tries],
        found.proven,
        found.themes,
        [sentence for sentence in sentences if sentence],
    )


def _answer(tried: Try) -> PuzzleAnswerReply:
    return PuzzleAnswerReply(tried.answer, tried.chance, tried.points, tried.line)


def _standing(game: str, standing: PuzzleStanding) -> PuzzleStandingReply:
    rating = standing.rating
    return PuzzleStandingReply(
        game, rating.points, rating.games, rating.wins, standing.streak, standing.best_streak
    )
