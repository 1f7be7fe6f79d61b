"""Answers that the server gives for a player who has asked for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from smokestack.engine.match import Match
from smokestack.engine.record import load_record
from smokestack.games import find_game
from smokestack.server.domain import automatic, hosting, leaving, seats, turns
from smokestack.server.domain.errors import InvalidAction, NotYourSeat
from smokestack.server.domain.table import RUNNING, Seat, Table
from tests.server.domain.tables import NOW, SIGNER, new_table, three_guests
from tests.server.services import ANN, BOB, EVE

RECORDS = Path(__file__).parents[2] / "records"


def game(chosen: str) -> Table:
    table = three_guests()
    for seat, guest in enumerate((ANN, BOB, EVE)):
        automatic.choose(table, guest, seat, [chosen])
    return table


def decisions(table: Table) -> Iterator[tuple[str | None, list[str]]]:
    """Play a random game that sells where it can; yields what the players are asked."""
    random = Random(7)
    while table.status == RUNNING:
        actor = table.actor
        assert actor is not None
        legal = table.match.answers
        yield table.match.decision, legal
        wanted = [answer for answer in legal if answer.startswith("sell")]
        wanted = wanted or [answer for answer in legal if "cotton" in answer or "port" in answer]
        turns.answer_for_guest(table, actor.guest, None, random.choice(wanted or legal), NOW)


def test_the_only_legal_answer_is_given_without_asking() -> None:
    table = game(automatic.ONLY_ANSWER)
    asked = 0
    for _, legal in decisions(table):
        asked += 1
        assert len(legal) > 1 or asked == 1
    assert asked < len(table.answer_log) == len(table.match.history)


def test_an_action_ends_after_its_first_sale() -> None:
    record = load_record(RECORDS / "brass_2018_3.json")
    match = Match(find_game("brass"), record.setup)
    seats = [
        Seat(number, "", "guest", automatic=[automatic.NO_MORE_SALES])
        for number in range(len(record.setup.players))
    ]
    ended = 0
    for answer in record.answers:
        is_optional = match.decision == "sale" and "done" in match.answers
        trial = match.copy()
        log = automatic.answer_automatically(trial, seats, NOW)
        assert bool(log) == is_optional
        if is_optional:
            ended += 1
            assert match.game.to_text(trial.history[len(match.history)]) == "done"
        match.play(answer)
    assert ended


def test_only_the_owner_chooses_and_only_what_is_safe() -> None:
    table = three_guests()
    with pytest.raises(NotYourSeat):
        automatic.choose(table, BOB, 0, [automatic.ONLY_ANSWER])
    with pytest.raises(InvalidAction):
        automatic.choose(table, ANN, 0, ["best-answer"])


def test_automatic_answers_end_when_somebody_else_takes_the_seat() -> None:
    for vacated_by in (ANN, BOB):
        table = new_table("me", "link", "link", game="brass")
        seats.take(table, SIGNER, table.seats[1], BOB, "Bob", NOW)
        automatic.choose(table, BOB, 1, automatic.CHOICES)
        if vacated_by == ANN:
            hosting.remove_player(table, SIGNER, ANN, 1, NOW)
        else:
            leaving.leave(table, SIGNER, BOB, 1, NOW)
        seats.take(table, SIGNER, table.seats[1], EVE, "Eve", NOW)
        assert table.seats[1].is_of(EVE)
        assert table.seats[1].automatic == []
