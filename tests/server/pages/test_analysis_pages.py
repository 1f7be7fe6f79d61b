"""The pages about finished games, puzzles and openings: what they show, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from smokestack.games import game_names
from smokestack.presentation.language import LANGUAGES
from smokestack.server.pages.analysis_page import points_text
from tests.english import untranslated
from tests.server.analysed_games import AnalysedGame, store_analysed_game
from tests.server.services import NO_LIMITS, app_client

Client = TestClient[Litestar]
OTHERS = [code for code in LANGUAGES if code != "en"]
START = {"glasgow": "glasgow/standard/2", "brass": "brass/2018/2"}


@pytest.fixture(scope="module")
def pages(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Client, dict[str, AnalysedGame]]]:
    folder = tmp_path_factory.mktemp("pages")
    games = {name: store_analysed_game(folder, name) for name in game_names()}
    with app_client(folder, bots=0, **NO_LIMITS) as client:
        yield client, games


def get(client: Client, path: str, language: str = "en") -> str:
    found = client.get(path, headers={"accept-language": language})
    assert found.status_code == 200, path
    return found.text


@pytest.mark.parametrize("name", game_names())
def test_an_analysis_shows_charts_errors_and_the_luck_of_each_seat(
    pages: tuple[Client, dict[str, AnalysedGame]], name: str
) -> None:
    client, games = pages
    game = games[name]
    page = unescape(get(client, f"{game.path}/analysis"))
    assert page.count('<svg class="chart"') == 2
    errors = [step for step in game.analysis.steps if step.grade and step.grade.verdict]
    assert page.count("<summary>The better line</summary>") == len(errors) > 0
    row = re.search("Luck, points</th>(.+?)</tr>", page, re.DOTALL)
    assert row
    luck = [points_text(seat.luck_points, "+") for seat in game.analysis.seats]
    assert re.findall(">([^<>]+)</td>", row[1]) == luck
    assert any(seat.luck_points for seat in game.analysis.seats)


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("name", game_names())
def test_no_english_text_remains(
    pages: tuple[Client, dict[str, AnalysedGame]], name: str, code: str
) -> None:
    client, games = pages
    game = games[name]
    assert untranslated(get(client, f"{game.path}/analysis"), code)  # the English page
    left = set[str]()
    for path in (
        f"{game.path}/analysis",
        f"{game.path}/replay/{game.turning_points[0]}",
        *game.mistake_paths,
        "/puzzles",
        f"/puzzles/next?game={name}",
        f"/openings?game={name}",
        "/study",
        f"/study/new?start={START[name]}",
        f"/study/edit?start={START[name]}",
    ):
        left |= untranslated(get(client, path, code), code)
    assert left == set()
