"""`smokestack analyse`."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

import smokestack
from smokestack.analysis import analyser
from smokestack.analysis.report import Analysis
from tests.terminal.commands import plain_environment, run_here

RECORD = Path(__file__).parents[1] / "records" / "glasgow_tie_turn_limit.json"


@pytest.fixture(autouse=True)
def few_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(analyser.SIMULATIONS, "quick", 4)
    monkeypatch.setitem(analyser.SAMPLES, "quick", 2)


@pytest.mark.parametrize(
    ("language", "moments"),
    [
        ("en", "The moments that decided the game"),
        ("de", "Die entscheidenden Momente der Partie"),
        ("fr", "Les moments qui ont décidé de la partie"),
        ("nl", "De momenten die het spel beslisten"),
    ],
)
def test_an_analysis_in_words(tmp_path: Path, language: str, moments: str) -> None:
    result = run_here(
        "analyse",
        str(RECORD),
        "--lang",
        language,
        folder=tmp_path,
        environment=plain_environment(tmp_path),
    )
    assert (result.returncode, result.stderr) == (0, "")
    assert moments in result.stdout
    for name in smokestack.load_game(RECORD).setup.players:
        assert name in result.stdout
    assert "…" not in result.stdout.split(moments)[0]


def test_an_analysis_as_json(tmp_path: Path) -> None:
    result = run_here(
        "analyse", str(RECORD), "--json", folder=tmp_path, environment=plain_environment(tmp_path)
    )
    analysis = msgspec.json.decode(result.stdout, type=Analysis)
    assert analysis == smokestack.analyse(smokestack.load_game(RECORD))


def test_a_game_that_is_not_over_is_refused(tmp_path: Path) -> None:
    match = smokestack.new_game("glasgow", seed=1)
    match.record().save(tmp_path / "game.json")
    result = run_here(
        "analyse", "game.json", folder=tmp_path, environment=plain_environment(tmp_path)
    )
    assert result.returncode == 1
    assert result.stderr == (
        "smokestack: this game is not over; a game can be analysed when it has ended or was "
        "resigned\n"
    )
