"""A study: any position of a game, in which the reader answers for all seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final
from zlib import crc32

import msgspec

from smokestack.engine.core.state import State
from smokestack.engine.core.stream import Stream
from smokestack.engine.errors import IllegalAnswer, InvalidInput
from smokestack.engine.game import Game
from smokestack.engine.match import follow_up, replay
from smokestack.engine.record import Setup, parse_record
from smokestack.engine.view import SPECTATOR, View
from smokestack.games import find_game, game_names
from smokestack.presentation.language import tr
from smokestack.server.domain.errors import InvalidAction, TableNotFound
from smokestack.server.domain.names import MAX_ANSWER_LENGTH
from smokestack.server.domain.study_address import (
    StudyAddress,
    decode_position,
    position_address,
)
from smokestack.server.domain.table import RUNNING, Table
from smokestack.server.domain.views import names_of

MAX_TEXT_LENGTH: Final = 60_000
"""Of a position or a record that someone enters."""
ALIKE_SHARE: Final = 0.75
"""Of the distinctive facts of the one that has fewer; two positions that share so many are nearly
the same, even if something was added to one of them."""
MIN_FACTS: Final = 6
"""A position with fewer is alike only if nearly all of them are the same."""


class Study(msgspec.Struct, frozen=True):
    """The position that an address shows."""

    address: StudyAddress
    game: Game
    names: list[str]
    start: State
    state: State
    """After the answers of the line that were given."""
    first: State | None = None
    """The start of the game, if it is known."""
    before: tuple[int, ...] = ()
    """The answers from there to `start`."""

    @property
    def view(self) -> View:
        """What the seat that must answer sees."""
        seat = SPECTATOR if self.state.over else int(self.state.actor)
        return View(self.game, self.state, seat, self.names)

    def answer(self, answers: Sequence[str]) -> StudyAddress:
        """Give answers, the first to the decision shown and others prepared for those after it."""
        state, prepared = self.state.copy(), list(answers)
        seat = int(state.actor)
        number = self.game.to_answer(prepared.pop(0)[:MAX_ANSWER_LENGTH])
        if state.over or not state.offers_answer(number):
            raise IllegalAnswer(tr("This move is not possible now."))
        given = []
        following: int | None = number
        while following is not None:
            given.append(following)
            state.apply(following)
            following = follow_up(self.game, state, seat, prepared, skip=True)
        return self.address.with_answers(given)


def study_of_position(address: StudyAddress) -> Study:
    """The study of an address with a position; the game's loader decides what is legal."""
    game = _find_game(address.game)
    state = game.load(decode_position(address.position))
    if address.draw:
        state.stream = Stream(address.draw)
        state.reshuffle(Stream(address.draw))
    names = [tr("Player {number}", number=seat + 1) for seat in range(len(game.points(state)))]
    study = _at_line(address, game, names, state)
    is_start = state.turn == 0 and state.decision == 0
    return msgspec.structs.replace(study, first=state) if is_start else study


def study_of_table(address: StudyAddress, table: Table) -> Study:
    """The study of a finished game after some of its answers.

    What nobody had seen then is shuffled again: a game that continues this one may still be
    running, and has the same cards to come.
    """
    if not table.finished:
        raise InvalidAction(tr("You can see this when the game is over."))
    if address.move > len(table.match.history):
        raise TableNotFound(tr("This game has no such move."))
    state = table.match.state_at(address.move)
    if not state.over:
        seed = crc32(f"{table.id} {address.move} {address.draw}".encode())
        state.stream = Stream(seed)
        state.reshuffle(Stream(seed))
    study = _at_line(address, table.game, names_of(table), state)
    return msgspec.structs.replace(
        study,
        first=table.game.start(table.setup),
        before=tuple(table.match.history[: address.move]),
    )


def study_of_text(text: str, game: str, move: int | None = None) -> StudyAddress:
    """The address for a position or a record, as JSON; a record is shown after `move` answers.

    `InvalidInput` and `InvalidAction` say what is wrong.
    """
    if len(text) > MAX_TEXT_LENGTH:
        raise InvalidAction(tr("This text is too long for a position or a record."))
    try:
        data = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise InvalidAction(tr("This is not JSON: {reason}", reason=str(error))) from None
    if isinstance(data, dict) and "setup" in data:
        return _study_of_record(text, move)
    rules = _find_game(game)
    return position_address(rules, rules.load(data))


def _study_of_record(text: str, move: int | None) -> StudyAddress:
    record = parse_record(text)
    game = _find_game(record.setup.game)
    match = replay(game, record)
    length = len(match.history)
    if move is None:
        move = max(0, length - 1) if match.over else length
    if not 0 <= move <= length:
        raise InvalidAction(tr("This game has no such move."))
    return position_address(game, match.state_at(move))


def study_of_start(game: str, edition: str, players: int, seed: int) -> StudyAddress:
    """The address of a new game."""
    rules = _find_game(game)
    rules.check_edition(edition)
    rules.check_player_count(edition, players)
    setup = Setup(
        game=rules.name,
        seed=seed,
        players=[f"{seat + 1}" for seat in range(players)],
        edition=edition,
        options=rules.complete_options(edition, {}),
        rules=rules.rules,
        tiles=rules.tile_set(None),
    )
    return position_address(rules, rules.start(setup))


def check_no_hint(table: Table, guest: str, view: View) -> None:
    """`InvalidAction` if a view is, or nearly is, what a guest sees at a table without hints."""
    if table.status != RUNNING or table.hints or table.game is not view.game:
        return
    asked = Counter(view.game.distinctive_facts(view.state))
    for seat in table.seats_of(guest):
        own = Counter(table.game.distinctive_facts(table.match.state.seen_by(seat)))
        fewer = max(MIN_FACTS, min(own.total(), asked.total()))
        if (own & asked).total() >= ALIKE_SHARE * fewer:
            raise InvalidAction(
                tr("You are playing this position at a table without hints. Ask after the game.")
            )


def position_text(study: Study) -> str:
    """The position shown, as JSON that people can edit."""
    address = position_address(study.game, study.state)
    data: Any = decode_position(address.position)
    return msgspec.json.format(msgspec.json.encode(data), indent=1).decode()


def _at_line(address: StudyAddress, game: Game, names: list[str], start: State) -> Study:
    state = start.copy()
    for answer in address.given:
        if state.over or not state.offers_answer(answer):
            raise InvalidAction(tr("A move of this line is not possible."))
        state.apply(answer)
    return Study(address, game, names, start, state)


def _find_game(name: str) -> Game:
    if name not in game_names():
        raise InvalidInput(tr("There is no game with this name."))
    return find_game(name)
