"""Puzzles on the server: ratings, streaks, pages and API."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from smokestack.engine.errors import IllegalAnswer
from smokestack.games import find_game, game_names, ui_of
from smokestack.presentation.language import LANGUAGES
from smokestack.puzzles.daily import daily_puzzle
from smokestack.puzzles.puzzle import Puzzle, puzzles_of, theme_counts
from smokestack.server.domain.errors import PuzzleNotFound
from smokestack.server.domain.puzzles import (
    PUZZLE_SIGMA,
    PuzzleStanding,
    after_try,
    first_rating,
    matching_puzzles,
    next_puzzle,
)
from smokestack.server.domain.ratings import Rating
from tests.server.services import ANN, BOB, NO_LIMITS, app_client, open_service

Client = TestClient[Litestar]
GLASGOW = puzzles_of("glasgow")
BRASS = puzzles_of("brass")


def wrong_answer(puzzle: Puzzle) -> str:
    return puzzle.tries[0].answer


async def test_the_first_try_of_a_person_changes_both_ratings(
    tmp_path: Path, database: str
) -> None:
    one, two, three = GLASGOW[:3]
    async with open_service(tmp_path, database=database) as service:
        puzzles = service.puzzles
        _, first = await puzzles.attempt(one.id, ANN, one.best.answer.upper())
        assert first.counted
        assert first.before == PuzzleStanding()
        assert first.after.rating.points > 1500
        assert first.puzzle.mu < first_rating(one).mu
        assert (first.after.streak, first.after.best_streak) == (1, 1)
        _, again = await puzzles.attempt(one.id, ANN, one.best.answer)
        assert not again.counted
        assert again.after == first.after
        await puzzles.attempt(two.id, ANN, two.best.answer)
        _, failed = await puzzles.attempt(three.id, ANN, wrong_answer(three))
        assert failed.after.rating.mu < failed.before.rating.mu
        assert failed.puzzle.mu > first_rating(three).mu
        assert (failed.after.streak, failed.after.best_streak) == (0, 2)
        assert (failed.after.rating.games, failed.after.rating.wins) == (3, 2)
        given_up = await puzzles.give_up(one.id, BOB)
        assert given_up.counted
        assert given_up.before == PuzzleStanding()
        assert given_up.puzzle.games == 2
        progress = await puzzles.progress(three.id, ANN)
        assert progress.tried
        assert not progress.solved
        assert (await puzzles.progress(three.id, BOB)).tried is False
        with pytest.raises(IllegalAnswer):
            await puzzles.attempt(two.id, BOB, "discard")
        assert not (await puzzles.progress(two.id, BOB)).tried
        with pytest.raises(PuzzleNotFound):
            await puzzles.give_up("0000", BOB)


@pytest.mark.parametrize("solved", [True, False])
def test_one_try_moves_the_rating_of_a_new_person_by_60_points_at_most(solved: bool) -> None:
    after, _ = after_try(PuzzleStanding(), Rating(sigma=PUZZLE_SIGMA), solved)
    assert 30 < abs(after.rating.points - Rating().points) <= 60
    for puzzle in (*GLASGOW, *BRASS):
        after, _ = after_try(PuzzleStanding(), first_rating(puzzle), solved)
        assert 0 < abs(after.rating.points - Rating().points) <= 60, puzzle.rating


async def test_a_deleted_account_leaves_no_tries(tmp_path: Path) -> None:
    puzzle = GLASGOW[0]
    async with open_service(tmp_path) as service:
        await service.accounts.sign_up(ANN, "Ann", "a long password", "")
        await service.puzzles.attempt(puzzle.id, ANN, puzzle.best.answer)
        exported = await service.profiles.export(ANN)
        assert [each["puzzle"] for each in exported["puzzles"]] == [puzzle.id]
        await service.accounts.delete(ANN)
        assert (await service.puzzles.standings(ANN))["glasgow"] == PuzzleStanding()
        assert not (await service.puzzles.progress(puzzle.id, ANN)).tried


def test_every_puzzle_is_the_puzzle_of_one_day_before_any_comes_again() -> None:
    count = len(GLASGOW)
    first = date.fromordinal(count * 2000)
    days = [daily_puzzle("glasgow", first + timedelta(days=number)) for number in range(count)]
    assert {puzzle.id for puzzle in days if puzzle} == {puzzle.id for puzzle in GLASGOW}


def test_the_next_puzzle_is_new_and_near_the_rating() -> None:
    tried = {puzzle.id for puzzle in GLASGOW[:-3]}
    for draw in range(10):
        assert next_puzzle(GLASGOW, tried, Rating(), draw) in GLASGOW[-3:]
    weakest = min(puzzle.rating for puzzle in GLASGOW)
    found = next_puzzle(GLASGOW, set(), Rating(mu=0.0), 0)
    assert found.rating == weakest
    everything = {puzzle.id for puzzle in GLASGOW}
    assert next_puzzle(GLASGOW, everything, Rating(), 3) in GLASGOW
    with pytest.raises(PuzzleNotFound):
        matching_puzzles("glasgow", "chess")
    with pytest.raises(PuzzleNotFound):
        matching_puzzles("chess")


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder: Path = tmp_path_factory.mktemp("puzzles")
    with app_client(folder, **NO_LIMITS) as client:
        client.get("/puzzles")
        yield client


def get(client: Client, path: str, language: str = "en") -> str:
    found = client.get(path, headers={"accept-language": language})
    assert found.status_code == 200, found.text
    return unescape(found.text)


def post(client: Client, path: str, status: int = 200, **fields: str) -> str:
    form = {**fields, "_csrf_token": client.cookies["csrftoken"]}
    sent = client.post(path, data=form)
    assert sent.status_code == status, sent.text
    return unescape(sent.text)


@pytest.mark.parametrize("name", game_names())
def test_a_puzzle_is_failed_then_solved_on_its_page(client: Client, name: str) -> None:
    puzzle = puzzles_of(name)[1]
    path = f"/puzzles/{puzzle.id}"
    page = get(client, path)
    for before in (page, get(client, f"{path}?line=0&at=1")):
        for hidden in ("/study/board", "looks best at the end", "Any other move", "Theme:"):
            assert hidden not in before
    answers = re.findall(r'name="answer" value="([^"]+)"', page)
    wrong = next(each for each in answers if each.split("; ")[0] == wrong_answer(puzzle))
    best = next(each for each in answers if each.split("; ")[0] == puzzle.best.answer)
    failed = post(client, path, answer=wrong)
    assert "looks best at the end of this turn" in failed
    assert "Try again." in failed
    assert "Any other move" not in failed
    assert "Your rating: 1" in failed
    solved = post(client, path, answer=best)
    assert "is the best move." in solved
    assert "Any other move lowers the win chance" in solved
    assert solved.count("/study/board?") >= 2
    for place in re.findall(rf'href="({path}\?line=\d&at=\d+)"', solved):
        shown = get(client, place)
        assert shown.count('aria-current="step"') == 1
        assert "Any other move lowers the win chance" in shown
    assert "You have tried this puzzle before." in get(client, path)
    post(client, path, 422, answer="no move")


def test_a_place_in_the_address_does_not_matter_to_those_who_give_up(client: Client) -> None:
    path = f"/puzzles/{GLASGOW[2].id}"
    get(client, path)
    assert "Any other move" in post(client, f"{path}?line=7", give_up="yes")


def test_giving_up_shows_the_solution_in_every_language(client: Client) -> None:
    path = f"/puzzles/{GLASGOW[2].id}"
    found = set()
    for code in LANGUAGES:
        form = {"give_up": "yes", "_csrf_token": client.cookies["csrftoken"]}
        shown = client.post(path, data=form, headers={"accept-language": code})
        text = re.search(r'id="lesson-text".*?</div>', shown.text, re.DOTALL)
        assert text
        assert "hint-line" in text[0]
        found.add(text[0])
    assert len(found) == len(LANGUAGES)


def test_themes_lead_to_puzzles_with_this_theme(client: Client) -> None:
    page = get(client, "/puzzles")
    for name in game_names():
        titles = ui_of(find_game(name)).theme_titles
        offered = re.findall(rf"/puzzles/next\?game={name}&theme=([\w+]+)\">([^<]+)<", page)
        assert [theme.replace("+", " ") for theme, _ in offered] == list(theme_counts(name))
        assert [title for _, title in offered] == [titles[theme] for theme in theme_counts(name)]
    for game, theme in re.findall(r"/puzzles/next\?game=(\w+)&theme=([\w+]+)", page):
        shown = get(client, f"/puzzles/next?game={game}&theme={theme}")
        found = re.search(r'data-about="/puzzles/(\w+)/about/"', shown)
        assert found
        known = {puzzle.id: puzzle for puzzle in puzzles_of(game)}
        assert theme.replace("+", " ") in known[found[1]].themes
        assert f"/puzzles/next?game={game}&theme={theme}" in shown
    assert client.get("/puzzles/0000").status_code == 404
    assert client.get("/puzzles/next?game=chess").status_code == 404


def test_programs_solve_puzzles(client: Client) -> None:
    token = client.post("/api/v1/guests").json()["token"]
    headers = {"authorization": f"Bearer {token}"}

    def call(method: str, path: str, status: int = 200, body: object = None) -> Any:
        found = client.request(method, f"/api/v1{path}", headers=headers, json=body)
        assert found.status_code == status, found.text
        return found.json()

    listed = call("GET", "/puzzles?game=glasgow")
    assert len(listed) == len(GLASGOW)
    assert set(listed[0]) == {"id", "game", "rating"}
    daily = call("GET", "/puzzles/daily?game=glasgow")
    assert daily["id"] in {puzzle.id for puzzle in GLASGOW}
    found = call("GET", "/puzzles/next?game=glasgow&theme=tempo")
    puzzle = next(each for each in GLASGOW if each.id == found["id"])
    assert puzzle.best.answer in found["view"]["answers"]
    assert "tempo" in puzzle.themes
    tries = f"/puzzles/{puzzle.id}/tries"
    failed = call("POST", tries, body={"answer": wrong_answer(puzzle)})
    assert (failed["solved"], failed["counted"], failed["solution"]) == (False, True, None)
    solved = call("POST", tries, body={"answer": puzzle.best.answer})
    assert (solved["solved"], solved["counted"]) == (True, False)
    assert solved["solution"]["answers"] == puzzle.answers
    standing = next(each for each in call("GET", "/puzzles/standings") if each["game"] == "glasgow")
    assert (standing["tried"], standing["solved"]) == (1, 0)
    other = next(each for each in GLASGOW if each.id != puzzle.id)
    given_up = call("POST", f"/puzzles/{other.id}/solution")
    assert given_up["solution"]["best"]["answer"] == other.best.answer
    assert call("POST", tries, 422, {"answer": "discard"})["type"].endswith("invalid-action")
    assert call("GET", "/puzzles/0000", 404)["type"].endswith("puzzle-not-found")
