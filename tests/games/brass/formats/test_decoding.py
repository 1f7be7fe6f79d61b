"""Answers decoded into kind and arguments agree with the rules and with the notation."""

from __future__ import annotations

import pytest

from smokestack.games.brass.formats.data import find_edition
from smokestack.games.brass.formats.decoding import (
    ACTIONS,
    Answer,
    Kind,
    decode,
    decoded_answers,
    encode,
    site_of,
)
from smokestack.games.brass.formats.notation import card_names, line_names, slot_names
from smokestack.games.brass.rules import answers
from smokestack.games.brass.rules.terms import INDUSTRIES, NONE
from tests.games.brass.tables import GAME, TABLES

FIRST = {
    Kind.BUILD: answers.BUILD,
    Kind.BUILD2: answers.BUILD2,
    Kind.LINK: answers.LINK,
    Kind.DEVELOP: answers.DEVELOP,
    Kind.SELL: answers.SELL,
    Kind.LOAN: answers.LOAN,
    Kind.PASS: answers.PASS,
    Kind.DISCARD: answers.DISCARD,
    Kind.COAL: answers.TAKE_COAL,
    Kind.IRON: answers.TAKE_IRON,
    Kind.SALE: answers.SALE,
    Kind.DISTANT_SALE: answers.DISTANT_SALE,
    Kind.LIQUIDATE: answers.LIQUIDATE,
    Kind.DONE: answers.DONE,
}


def test_every_answer_is_decoded_and_encoded_without_loss() -> None:
    assert len(decoded_answers()) == answers.ANSWERS
    assert [encode(decode(number)) for number in range(answers.ANSWERS)] == [
        *range(answers.ANSWERS)
    ]


def test_each_kind_starts_where_the_rules_say() -> None:
    kinds = [decode(number).kind for number in range(answers.ANSWERS)]
    assert {kind: kinds.index(kind) for kind in kinds} == FIRST
    assert kinds == sorted(kinds, key=list(Kind).index)


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_slots_and_industries_are_those_of_the_rules(edition: str, players: int) -> None:
    tables = find_edition(edition, players, True)
    for site in range(answers.SITES):
        for first in (answers.BUILD, answers.BUILD2):
            built = decode(first + site)
            assert built.slot == tables.site_slot[site]
            assert built.industry == tables.site_industry[site]
            assert site_of(built) == site
    for mill in range(answers.MILL_SLOTS):
        assert decode(answers.DISTANT_SALE + mill).mill == tables.mill_slot[mill]
        for port in range(answers.PORT_SLOTS):
            sale = decode(answers.SALE + answers.PORT_SLOTS * mill + port)
            assert sale.mill == tables.mill_slot[mill]
            assert sale.port == tables.port_slot[port]


def test_the_notation_names_the_kind_and_every_argument() -> None:
    for number, answer in enumerate(decoded_answers()):
        words = GAME.to_text(number).split()
        assert words[0] == answer.kind.split()[0]
        arguments = [
            *([INDUSTRIES[answer.industry]] if answer.industry != NONE else []),
            *([line_names()[answer.line]] if answer.line != NONE else []),
            *([card_names()[answer.card]] if answer.card != NONE else []),
            *([str(answer.amount)] if answer.amount != NONE else []),
            *(slot_names()[slot] for slot in (answer.slot, answer.mill) if slot != NONE),
            *(["to", slot_names()[answer.port]] if answer.port != NONE else []),
            *(["to", "distant"] if answer.kind is Kind.DISTANT_SALE else []),
        ]
        assert words[1:] == arguments


def test_the_actions_are_the_answers_up_to_pass() -> None:
    for number in range(answers.ANSWERS):
        assert (decode(number).kind in ACTIONS) == (number <= answers.PASS)


def test_an_answer_outside_the_action_space_is_not_encoded() -> None:
    with pytest.raises(KeyError):
        encode(Answer(kind=Kind.LOAN, amount=40))
