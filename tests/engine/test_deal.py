"""Verifiable deals: commitments, contributions, and games that are dealt from them."""

from __future__ import annotations

import msgspec
import pytest

from smokestack.engine.deal import (
    ABSENT,
    BOT,
    Deal,
    check_deal,
    commitment_to,
    is_text,
    new_deal,
)
from smokestack.engine.errors import InvalidInput
from smokestack.engine.match import Match, replay
from smokestack.engine.record import Setup, parse_record
from smokestack.engine.snapshot import save_state
from tests.deals import SECRET, dealt_match, play_randomly

BRASS = ("person:a", "person:b", BOT, ABSENT)


def with_deal(match: Match, **changes: object) -> Setup:
    assert match.setup.deal is not None
    deal = msgspec.structs.replace(match.setup.deal, **changes)
    return msgspec.structs.replace(match.setup, deal=deal)


def test_a_new_secret_has_256_bits_and_is_not_repeated() -> None:
    secrets = {new_deal("t", [BOT]).secret for _ in range(100)}
    assert len(secrets) == 100
    assert all(len(bytes.fromhex(secret)) == 32 for secret in secrets)


def test_a_commitment_depends_on_table_and_secret() -> None:
    found = {commitment_to("t", SECRET), commitment_to("u", SECRET), commitment_to("t", "0" * 64)}
    assert len(found) == 3


@pytest.mark.parametrize("game", ["glasgow", "brass"])
def test_equal_deals_give_equal_games_and_other_contributions_other_ones(game: str) -> None:
    contributions = ("person:a", BOT) if game == "glasgow" else BRASS
    changed = ("person:b", *contributions[1:])
    match = dealt_match(game, contributions)
    assert match.state == dealt_match(game, contributions).state
    assert match.shuffles() != dealt_match(game, changed).shuffles()
    assert match.shuffles() != dealt_match(game, contributions, "ab" * 32).shuffles()


@pytest.mark.parametrize("game", ["glasgow", "brass"])
def test_a_record_of_a_dealt_game_replays(game: str) -> None:
    contributions = ("person:a", BOT) if game == "glasgow" else BRASS
    match = play_randomly(dealt_match(game, contributions))
    record = parse_record(match.record().to_json())
    assert record.smokestack == 2
    assert replay(match.game, record).state == match.state


def test_a_record_of_a_seeded_game_has_no_deal() -> None:
    text = play_randomly(dealt_match()).record()
    seeded = msgspec.structs.replace(
        text, setup=msgspec.structs.replace(text.setup, deal=None), smokestack=1, shuffles=[]
    )
    assert "deal" not in seeded.to_json()
    assert "shuffles" not in seeded.to_json()


def test_a_record_that_claims_other_shuffles_is_refused() -> None:
    record = play_randomly(dealt_match()).record()
    order = record.shuffles[1].order
    order[0], order[1] = order[1], order[0]
    with pytest.raises(InvalidInput, match="other shuffles"):
        replay(dealt_match().game, record)


def test_a_game_resumed_from_a_snapshot_draws_the_same_cards() -> None:
    match = play_randomly(dealt_match("brass", BRASS), answers=40)
    resumed = Match.resume(match.game, match.setup, match.history[:], save_state(match.state))
    play_randomly(match, seed=5)
    play_randomly(resumed, seed=5)
    assert resumed.state == match.state
    assert resumed.shuffles() == match.shuffles()


@pytest.mark.parametrize(
    "changes",
    [
        {"secret": "ab" * 32},
        {"table": "another"},
        {"commitment": "0" * 64},
        {"secret": "not hexadecimal"},
        {"secret": SECRET.upper()},
        {"algorithm": "smokestack-deal-0"},
        {"contributions": [BOT]},
        {"contributions": [BOT, ""]},
        {"contributions": [BOT, "person:"]},
        {"contributions": [BOT, "person:two\nlines"]},
        {"contributions": [BOT, "person:" + "x" * 65]},
        {"contributions": [BOT, "somebody"]},
    ],
)
def test_a_deal_with_a_mistake_is_refused(changes: dict[str, object]) -> None:
    match = dealt_match()
    with pytest.raises(InvalidInput, match="deal: "):
        Match(match.game, with_deal(match, **changes))


def test_a_valid_deal_is_accepted() -> None:
    check_deal(new_deal("t", ["person:ä 1", BOT, ABSENT]), 3)


def test_contributions_are_short_printable_texts() -> None:
    assert is_text("any text, 64 characters at most")
    assert not any(map(is_text, ("", "a\tb", "a\x00", "x" * 65)))


def test_a_deal_is_complete_once_every_seat_has_contributed() -> None:
    assert not Deal("t", SECRET, "", [BOT, ""]).complete
    assert Deal("t", SECRET, "", [BOT, ABSENT]).complete
