"""A match: answers, undo, views, results and records."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import smokestack
from smokestack.engine.core.stream import Stream
from smokestack.engine.errors import IllegalAnswer, InvalidInput
from smokestack.engine.match import Match
from smokestack.engine.snapshot import save_state


def new_match(**options: bool | int) -> Match:
    return smokestack.new_game("glasgow", seed=7, players=["Ann", "Ben"], options=options)


def played(answers: int) -> Match:
    """A game after this number of random answers, or at its end."""
    match = new_match()
    stream = Stream(7)
    while not match.over and len(match.history) < answers:
        match.play(match.state.answers()[stream.below(match.state.count)])
    return match


def finished() -> Match:
    match = new_match(turn_limit=3)
    while not match.over:
        match.play(match.answers[0])
    return match


def snapshot(match: Match) -> dict[str, Any]:
    """The state as JSON."""
    data: dict[str, Any] = json.loads(json.dumps(match.game.dump(match.state)))
    return data


def refusal(match: Match, answer: str | int) -> str:
    """The message that refuses an answer; checks that the match did not change."""
    before, history = snapshot(match), list(match.history)
    with pytest.raises(IllegalAnswer) as caught:
        match.play(answer)
    assert snapshot(match) == before
    assert match.history == history
    return str(caught.value)


def test_a_new_game_starts_with_a_move_of_the_first_player() -> None:
    match = new_match()
    assert (match.actor, match.decision) == (0, "move")


def test_the_answers_of_a_new_game_are_every_tile_but_the_first() -> None:
    assert new_match().answers == [f"move {index}" for index in range(1, 16)]


def test_the_same_seed_gives_the_same_game() -> None:
    assert snapshot(new_match()) == snapshot(new_match())


def test_games_without_a_seed_differ() -> None:
    seeds = {smokestack.new_game("glasgow").setup.seed for _ in range(5)}
    assert len(seeds) == 5


def test_players_without_names_are_numbered() -> None:
    match = smokestack.new_game("glasgow", seed=1)
    assert match.setup.players == ["Player 1", "Player 2"]


def test_an_answer_can_be_given_in_notation() -> None:
    match = new_match()
    match.play("move 2")
    assert match.game.audit(match.state)["merchants"] == [2, 0]


def test_an_answer_can_be_given_as_an_integer() -> None:
    match, other = new_match(), new_match()
    match.play(match.game.to_answer("move 2"))
    other.play("move 2")
    assert snapshot(match) == snapshot(other)


def test_notation_ignores_case_and_extra_spaces() -> None:
    match = new_match()
    match.play("  MOVE   2 ")
    assert match.history == [match.game.to_answer("move 2")]


def test_the_history_holds_the_answers_as_integers() -> None:
    match = new_match()
    match.play("move 2")
    assert [match.game.to_text(answer) for answer in match.history] == ["move 2"]


def test_an_answer_to_another_decision_is_refused() -> None:
    assert refusal(new_match(), "place 0,0") == (
        "'place 0,0' is not possible here; move allows: move 1, move 2, move 3, move 4, "
        "move 5, move 6, move 7, move 8, …"
    )


def test_an_answer_that_is_not_legal_is_refused() -> None:
    assert refusal(new_match(), "move 0").startswith("'move 0' is not possible here; ")


@pytest.mark.parametrize("answer", [-1, 316, 2**63, -(2**63), 10**30])
def test_an_integer_outside_the_action_space_is_refused(answer: int) -> None:
    message = f"answer {answer} is outside the action space of 316"
    assert refusal(new_match(), answer) == message


@pytest.mark.parametrize(
    "text", ["", " ", "castle", "move", "move 16", "move -1", "move 1 2", "7", "move 2\0", "é" * 99]
)
def test_nonsense_is_refused(text: str) -> None:
    assert "is not a move; moves look like 'move 7', 'place 1,-2'" in refusal(new_match(), text)


def test_a_message_about_nonsense_quotes_its_beginning_only() -> None:
    assert len(refusal(new_match(), "x" * 10_000)) < 200


@pytest.mark.parametrize("answer", ["move 1", "nonsense", 1, -1])
def test_an_answer_after_the_end_is_refused(answer: str | int) -> None:
    assert refusal(finished(), answer) == "the game is over"


def test_a_finished_game_has_no_actor_and_no_decision() -> None:
    match = finished()
    assert (match.over, match.actor, match.decision, match.answers) == (True, None, None, [])


def test_undo_takes_back_one_answer() -> None:
    match = played(40)
    before = snapshot(match)
    match.play(match.answers[0])
    match.undo()
    assert snapshot(match) == before
    assert len(match.history) == 40


@pytest.mark.parametrize("count", [0, 1, 7, 40])
def test_undo_takes_back_several_answers(count: int) -> None:
    match = played(40)
    match.undo(count)
    assert snapshot(match) == snapshot(played(40 - count))
    assert match.history == played(40 - count).history


def test_undo_takes_back_a_whole_game() -> None:
    match = played(10_000)
    match.undo(len(match.history))
    assert snapshot(match) == snapshot(new_match())


def test_a_finished_game_continues_after_undo() -> None:
    match = finished()
    match.undo()
    assert (match.over, match.result) == (False, None)
    assert match.actor is not None


def test_after_undo_the_same_answers_lead_to_the_same_game() -> None:
    match = played(10_000)
    history, end = list(match.history), snapshot(match)
    match.undo(100)
    for answer in history[-100:]:
        match.play(answer)
    assert snapshot(match) == end


def test_a_match_knows_the_turn_after_each_answer() -> None:
    match = played(20)
    expected = [int(match.state_at(length).turn) for length in range(21)]
    assert [match.turn_at(length) for length in range(21)] == expected
    assert expected[-1] > expected[0]
    match.undo(12)
    while len(match.history) < 20:
        match.play(match.answers[-1])
    assert [match.turn_at(length) for length in range(21)] == [
        match.state_at(length).turn for length in range(21)
    ]


def test_a_resumed_match_knows_the_turn_after_each_answer() -> None:
    match = played(20)
    data = save_state(match.state)
    resumed = Match.resume(match.game, match.setup, match.history[:], data)
    turns = [resumed.turn_at(length) for length in range(21)]
    assert turns == [match.turn_at(length) for length in range(21)]


@pytest.mark.parametrize("count", [6, 10**30, -1])
def test_undo_of_more_answers_than_were_given_is_refused(count: int) -> None:
    match = played(5)
    with pytest.raises(IllegalAnswer) as caught:
        match.undo(count)
    assert str(caught.value) == "there are only 5 moves to undo"
    assert snapshot(match) == snapshot(played(5))


def test_the_view_of_the_actor_has_the_legal_answers() -> None:
    match = played(20)
    assert match.actor is not None
    assert match.view(match.actor).to_data()["answers"] == match.answers


@pytest.mark.parametrize("seat", [0, 1, smokestack.SPECTATOR])
def test_the_views_of_other_seats_have_no_answers(seat: int) -> None:
    match = new_match()
    assert (match.view(seat).answers == []) is (seat != match.actor)


@pytest.mark.parametrize("seat", [0, 1, smokestack.SPECTATOR])
def test_a_view_does_not_contain_the_order_of_the_pile(seat: int) -> None:
    match = new_match()
    table = match.view(seat).to_data()["table"]
    pile = match.game.audit(match.state)["pile"]
    assert "pile" not in table
    assert table["unseen"] != pile
    assert sorted(table["unseen"]) == sorted(pile)


def test_a_view_names_game_players_and_decision() -> None:
    data = new_match().view(1).to_data()
    assert data["game"] == "glasgow"
    assert data["players"] == ["Ann", "Ben"]
    assert (data["seat"], data["actor"], data["decision"]) == (1, 0, "move")


def test_a_spectator_has_no_seat() -> None:
    assert new_match().view(smokestack.SPECTATOR).to_data()["seat"] is None


def test_a_view_does_not_change_when_the_match_goes_on() -> None:
    match = new_match()
    view = match.view(0)
    before = view.to_json()
    match.play("move 2")
    assert view.to_json() == before


def test_the_score_sheet_adds_up_to_the_result() -> None:
    match = played(10_000)
    assert match.result is not None
    sheet = smokestack.score_sheet(match)
    totals = [sum(line.total for line in sheet if line.seat == seat) for seat in range(2)]
    assert totals == match.result.scores


def test_the_score_sheet_has_a_line_for_every_building() -> None:
    match = played(10_000)
    city = match.game.audit(match.state)["city"]
    owners = dict(city.values())
    assert {line.item: line.seat for line in smokestack.score_sheet(match)} == owners


def test_a_running_game_has_no_result() -> None:
    assert played(40).result is None


def test_the_turn_limit_is_a_reason_in_the_result() -> None:
    result = finished().result
    assert result is not None
    assert result.reason == "turn_limit"


def test_a_record_holds_setup_answers_and_result() -> None:
    match = finished()
    record = match.record()
    assert record.setup == match.setup
    assert record.answers == [match.game.to_text(answer) for answer in match.history]
    assert record.result == match.result


@pytest.mark.parametrize("answers", [0, 40, 10_000])
def test_load_game_continues_a_record(tmp_path: Path, answers: int) -> None:
    match = played(answers)
    match.record().save(tmp_path / "game.json")
    loaded = smokestack.load_game(tmp_path / "game.json")
    assert snapshot(loaded) == snapshot(match)
    assert loaded.history == match.history


def test_a_loaded_game_can_be_taken_back_to_its_start(tmp_path: Path) -> None:
    played(40).record().save(tmp_path / "game.json")
    loaded = smokestack.load_game(tmp_path / "game.json")
    loaded.undo(40)
    assert snapshot(loaded) == snapshot(new_match())


@pytest.mark.parametrize("name", ["chess", "", "Glasgow", "../games", "glasgow.game"])
def test_an_unknown_game_is_refused(name: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        smokestack.new_game(name)
    assert str(caught.value) == f"no game {name!r}; there is brass, glasgow"


@pytest.mark.parametrize("seed", [-1, 2**63, 10**30])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(InvalidInput) as caught:
        smokestack.new_game("glasgow", seed=seed)
    assert str(caught.value) == (
        f"seed {seed} is out of range; it must be from 0 to 9223372036854775807"
    )


@pytest.mark.parametrize("seed", [0, 2**32, 2**63 - 1])
def test_the_lowest_and_the_highest_seeds_can_be_played(seed: int) -> None:
    match = smokestack.new_game("glasgow", seed=seed)
    assert match.answers == [f"move {index}" for index in range(1, 16)]


@pytest.mark.parametrize("players", [-1, 0, 1, 3])
def test_a_wrong_number_of_players_is_refused(players: int) -> None:
    with pytest.raises(InvalidInput) as caught:
        smokestack.new_game("glasgow", players=players)
    assert str(caught.value).startswith("Glasgow has no number of players ")


def test_an_unknown_edition_is_refused() -> None:
    with pytest.raises(InvalidInput) as caught:
        smokestack.new_game("glasgow", edition="gold")
    assert str(caught.value) == "Glasgow has no edition 'gold'; possible: standard"


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(InvalidInput) as caught:
        new_match(speed=3)
    assert str(caught.value) == "Glasgow has no option 'speed'; it has whisky_converts, turn_limit"


def test_options_that_are_not_given_have_their_defaults() -> None:
    assert new_match(turn_limit=3).setup.options == {"whisky_converts": True, "turn_limit": 3}


@pytest.mark.parametrize("game", smokestack.game_names())
def test_an_answer_is_known_to_reveal_something_before_it_is_given(game: str) -> None:
    match = smokestack.new_game(game, seed=3)
    stream = Stream(3)
    found = set()
    while not match.over:
        answer = match.answers[stream.below(len(match.answers))]
        revealed, reveals = match.state.revealed, match.reveals(answer)
        match.play(answer)
        assert (match.over or match.state.revealed != revealed) == reveals
        found.add(reveals)
    assert found == {True, False}


def test_asking_whether_an_answer_reveals_something_changes_nothing() -> None:
    match = smokestack.new_game("glasgow", seed=7)
    before = match.state.copy()
    assert not match.reveals("move 1")
    assert (match.history, match.state) == ([], before)


def test_only_legal_answers_can_reveal_something() -> None:
    with pytest.raises(IllegalAnswer, match="'pass' is not possible here"):
        smokestack.new_game("glasgow", seed=7).reveals("pass")
