"""`smokestack verify` and the independent check behind it."""

from __future__ import annotations

import ast
import json
from copy import deepcopy
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest

from smokestack.engine.errors import InvalidInput
from smokestack.engine.match import replay
from smokestack.engine.record import DEALT_FORMAT, Record
from smokestack.games import find_game, game_names
from smokestack.games.glasgow.rules.turn import Glasgow
from smokestack.terminal import deal_check
from smokestack.terminal.deal_check import ITEMS, problems_of
from tests.deals import dealt_match, play_randomly
from tests.terminal.commands import plain_environment, run_here

BRASS = ("person:a", "person:b", "bot", "absent")


def run(folder: Path, *arguments: str) -> CompletedProcess[str]:
    environment = plain_environment(folder / "home")
    return run_here("verify", *arguments, folder=folder, environment=environment)


def record_of(game: str) -> dict[str, Any]:
    contributions = ("person:hello", "bot") if game == "glasgow" else BRASS
    found: dict[str, Any] = json.loads(
        play_randomly(dealt_match(game, contributions)).record().to_json()
    )
    return found


@pytest.fixture(scope="module", params=["glasgow", "brass"])
def record(request: pytest.FixtureRequest) -> dict[str, Any]:
    return record_of(request.param)


def test_the_independent_check_imports_nothing_of_ours() -> None:
    tree = ast.parse(Path(deal_check.__file__).read_text())
    imported = {
        name
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported
    assert not any(name.startswith("smokestack") for name in imported)


def test_a_fair_deal_has_no_problems(record: dict[str, Any]) -> None:
    assert problems_of(record) == []


def test_every_exchange_of_two_cards_is_caught(record: dict[str, Any]) -> None:
    for number, shuffle in enumerate(record["shuffles"]):
        order = shuffle["order"]
        other = next(place for place in range(1, len(order)) if order[place] != order[0])
        changed = deepcopy(record)
        cards = changed["shuffles"][number]["order"]
        cards[0], cards[other] = cards[other], cards[0]
        assert problems_of(changed) == [
            f"shuffle {number} ({shuffle['label']}) does not follow from the secret"
        ]


def test_a_card_that_is_not_in_the_deck_is_caught(record: dict[str, Any]) -> None:
    changed = deepcopy(record)
    order = changed["shuffles"][1]["order"]
    order[0] = next(item for item in order if item != order[0])
    assert any("right items" in problem for problem in problems_of(changed))


@pytest.mark.parametrize(
    ("field", "value", "problem"),
    [
        ("secret", "ab" * 32, "does not match the commitment"),
        ("commitment", "0" * 64, "does not match the commitment"),
        ("contributions", ["person:goodbye", "bot"], "does not follow from the secret"),
        ("contributions", ["person:hello"], "number of contributions"),
        ("contributions", ["person:hello", "bot", "person:17"], "number of contributions"),
        ("contributions", ["person:hello", "17"], "none of the documented forms"),
        ("contributions", ["person:hello", "Bot"], "none of the documented forms"),
        ("contributions", ["person:hello", ""], "none of the documented forms"),
        ("contributions", ["person:hello", "person:"], "none of the documented forms"),
        ("contributions", ["person:hello", "person:a\nbot"], "none of the documented forms"),
        ("contributions", ["person:hello", "person:" + "x" * 65], "none of the documented forms"),
        ("algorithm", "another", "is unknown"),
    ],
)
def test_every_part_of_the_deal_is_checked(field: str, value: object, problem: str) -> None:
    changed = record_of("glasgow")
    changed["setup"]["deal"][field] = value
    assert any(problem in found for found in problems_of(changed))


def test_a_missing_or_strange_shuffle_is_caught(record: dict[str, Any]) -> None:
    missing, strange = deepcopy(record), deepcopy(record)
    del missing["shuffles"][1]
    strange["shuffles"][0]["label"] = "dice"
    assert any("must begin with" in problem for problem in problems_of(missing))
    assert any("must begin with" in problem for problem in problems_of(strange))


@pytest.mark.parametrize("name", game_names())
def test_the_items_of_every_edition_are_those_of_the_rules(name: str) -> None:
    game = find_game(name)
    for edition in game.editions:
        for players in game.player_counts(edition):
            match = dealt_match(name, ("bot",) * players, edition=edition)
            items = ITEMS[name][edition][str(players)]
            for shuffle in match.shuffles():
                counts = [shuffle.order.count(item) for item in range(len(items[shuffle.label]))]
                assert counts == items[shuffle.label]


def test_the_command_says_what_it_checked(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    match = play_randomly(dealt_match())
    match.record().save(file)
    assert match.setup.deal is not None
    commitment = match.setup.deal.commitment
    output = run(tmp_path, str(file), "--commitment", commitment, "--contribution", "hello")
    assert output.returncode == 0
    assert f"The secret matches the commitment {commitment}." in output.stdout
    assert "Player 0 contributed person:hello." in output.stdout
    assert "The deal was fair." in output.stdout


@pytest.mark.parametrize(
    ("option", "problem"),
    [
        (["--commitment", "0" * 64], "another commitment than the one that you give"),
        (["--contribution", "goodbye"], "nobody contributed the text that you give"),
    ],
)
def test_the_command_compares_with_what_the_player_knows(
    tmp_path: Path, option: list[str], problem: str
) -> None:
    file = tmp_path / "game.json"
    play_randomly(dealt_match()).record().save(file)
    output = run(tmp_path, str(file), *option)
    assert output.returncode == 1
    assert problem in output.stderr


def save_game(folder: Path, *contributions: str) -> str:
    """The record of a game with these contributions, which follows all other rules."""
    file = folder / "game.json"
    play_randomly(dealt_match("glasgow", contributions)).record().save(file)
    return str(file)


def test_a_bot_whose_contribution_was_chosen_by_the_server_is_caught(tmp_path: Path) -> None:
    file = save_game(tmp_path, "person:my own text", "person:17")
    output = run(tmp_path, file, "--contribution", "my own text", "--bot", "player 1")
    assert output.returncode == 1
    assert "the bots of the record are not those that you give" in output.stderr


def test_the_command_says_whom_the_server_would_have_needed(tmp_path: Path) -> None:
    file = save_game(tmp_path, "person:my own text", "person:17")
    output = run(tmp_path, file, "--contribution", "my own text")
    assert output.returncode == 0
    assert "People: Player 0, Player 1\nBots: –\n" in output.stdout
    assert "unless the server controlled one of these people: Player 1\n" in output.stdout
    assert "Compare the bots with those at the table." in output.stdout


def test_an_own_contribution_besides_bots_shows_that_the_deal_was_fair(tmp_path: Path) -> None:
    file = save_game(tmp_path, "person:my own text", "bot")
    output = run(tmp_path, file, "--contribution", "my own text", "--bot", "Player 1")
    assert output.returncode == 0
    assert "People: Player 0\nBots: Player 1\n" in output.stdout
    assert "The deal was fair.\n" in output.stdout
    assert "Compare the bots" not in output.stdout


@pytest.mark.parametrize("contribution", ["bot", "absent"])
def test_a_game_without_a_text_of_a_person_is_not_called_fair(
    tmp_path: Path, contribution: str
) -> None:
    output = run(tmp_path, save_game(tmp_path, contribution, "bot"))
    assert "Nobody contributed a text, so the server could choose the cards." in output.stdout


def test_a_person_who_is_called_a_bot_is_caught(tmp_path: Path) -> None:
    file = save_game(tmp_path, "bot", "bot")
    output = run(tmp_path, file, "--bot", "Player 1")
    assert output.returncode == 1
    assert "the bots of the record are not those that you give" in output.stderr


def test_a_game_from_a_seed_can_not_be_verified(tmp_path: Path) -> None:
    file = sorted((Path(__file__).parents[1] / "records").glob("*.json"))[0]
    output = run(tmp_path, str(file))
    assert output.returncode == 1
    assert "dealt from a seed" in output.stderr


def test_a_server_that_exchanges_one_card_is_caught() -> None:
    """Whether it publishes the order that it used or the one that it should have used."""
    fair = dealt_match()
    cheated = dealt_match()
    state = cheated.state
    assert isinstance(state, Glasgow)
    pile = state.pile[:]
    top = int(state.pile_count) - 1
    pile[0], pile[top] = pile[top], pile[0]
    state.pile = pile
    play_randomly(cheated)
    record = Record(
        cheated.setup,
        [cheated.game.to_text(answer) for answer in cheated.history],
        cheated.result,
        DEALT_FORMAT,
        fair.shuffles(),
    )
    assert problems_of(json.loads(record.to_json())) == []
    with pytest.raises(InvalidInput, match=r"answer .* of the record"):
        replay(cheated.game, record)
    order = record.shuffles[1].order
    order[0], order[top] = order[top], order[0]
    assert problems_of(json.loads(record.to_json())) == [
        "shuffle 1 (buildings) does not follow from the secret"
    ]
