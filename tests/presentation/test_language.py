"""The language in use, and the translation of messages and errors."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest

import smokestack
from smokestack.engine.errors import IllegalAnswer, InvalidInput, SmokestackError
from smokestack.engine.match import replay
from smokestack.engine.messages import Message, mark_plural
from smokestack.engine.record import Record, Result, parse_record
from smokestack.presentation.language import language, mark, tr, translate, trn, use_language


def error_of(call: Callable[[], object]) -> SmokestackError:
    with pytest.raises(SmokestackError) as caught:
        call()
    return caught.value


def test_an_error_is_english_until_it_is_translated() -> None:
    match = smokestack.new_game("glasgow", seed=7)
    with use_language("de"):
        error = error_of(lambda: match.play("pass"))
        assert str(error) == (
            "'pass' is not possible here; move allows: move 1, move 2, move 3, move 4, move 5, "
            "move 6, move 7, move 8, …"
        )
        assert translate(error).startswith("'pass' ist hier nicht möglich; move erlaubt: move 1,")
    assert translate(error) == str(error)


@pytest.mark.parametrize(
    ("answers", "text"),
    [
        (0, "er zijn maar 0 zetten om ongedaan te maken"),
        (1, "er is maar 1 zet om ongedaan te maken"),
    ],
)
def test_a_plural_is_chosen_in_the_language_in_use(answers: int, text: str) -> None:
    match = smokestack.new_game("glasgow", seed=7)
    for _ in range(answers):
        match.play(match.answers[0])
    error = error_of(lambda: match.undo(9))
    with use_language("nl"):
        assert translate(error) == text


def test_an_error_inside_an_error_is_translated_too() -> None:
    record = smokestack.new_game("glasgow", seed=7).record()
    broken = Record(record.setup, ["jump"])
    error = error_of(lambda: replay(smokestack.find_game("glasgow"), broken))
    with use_language("fr"):
        assert translate(error).startswith("réponse 1 de l'enregistrement\xa0: 'jump' n'est pas")
    assert str(error).startswith("answer 1 of the record: 'jump' is not a move; moves look like ")


def test_a_message_inside_an_error_is_translated_too() -> None:
    record = smokestack.new_game("glasgow", seed=7).record()
    claim = Record(record.setup, [], Result([1, 2], [1], "city"))
    error = error_of(lambda: replay(smokestack.find_game("glasgow"), claim))
    with use_language("de"):
        assert "noch keines" in translate(error)
    assert str(error).endswith("replaying it gives none yet")


def test_a_message_without_translation_stays_as_it_is() -> None:
    with use_language("de"):
        assert translate(InvalidInput("no {braces} here")) == "no {braces} here"
        assert translate(InvalidInput("{a}: {b}", a=1, b=IllegalAnswer("nope"))) == "1: nope"


def test_errors_keep_their_values_when_they_are_pickled() -> None:
    error = error_of(lambda: parse_record("{}", "file.json"))
    again = pickle.loads(pickle.dumps(InvalidInput("{n}: {error}", ["a"], n=3, error=error)))
    assert str(again) == f"3: {error}"
    assert again.problems == ["a"]


def test_a_message_needs_no_values() -> None:
    assert str(Message("{n}")) == "{n}"
    assert str(Message(mark_plural("{n} day", "{n} days"), {"n": 2})) == "2 days"


@pytest.mark.parametrize(
    ("code", "counted"),
    [
        ("en", ["0 players", "1 player", "2 players"]),
        ("de", ["0 Personen", "1 Person", "2 Personen"]),
        ("fr", ["0 joueur", "1 joueur", "2 joueurs"]),
        ("nl", ["0 spelers", "1 speler", "2 spelers"]),
    ],
)
def test_plurals_follow_the_rules_of_the_language(code: str, counted: list[str]) -> None:
    with use_language(code):
        assert [trn("{n} player", "{n} players", n) for n in range(3)] == counted


def test_a_language_is_in_use_inside_its_block() -> None:
    with use_language("de"):
        assert (language(), tr("New game")) == ("de", "Neue Partie")
    assert (language(), tr("New game")) == ("en", "New game")


def test_an_unknown_message_is_not_translated() -> None:
    with use_language("fr"):
        assert tr("Ann") == "Ann"
        assert tr("") == ""
        assert mark("New game") == "New game"
