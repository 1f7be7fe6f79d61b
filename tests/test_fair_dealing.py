"""The test vectors in docs/fair-dealing.md hold for all implementations in Python."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

import smokestack
from smokestack.engine import deal
from smokestack.engine.core.keyed_stream import KeyedStream
from smokestack.terminal import deal_check

PAGE = (Path(__file__).parents[1] / "docs" / "fair-dealing.md").read_text()
VECTORS = re.findall(r"\| `([^`]+)` \|$", PAGE, re.M)
SECRET = bytes(range(32)).hex()
TABLE = "Qm3vZ1f8Jx0aTn2c"


def engine_shuffle(key: bytes, number: int, label: str, items: list[int]) -> str:
    stream = KeyedStream(key)
    stream.restore(vec[i64]([number]))
    cards = vec[i64](items)
    stream.shuffle(cards, len(items), label)
    return " ".join(str(int(card)) for card in cards)


def engine_key(contributions: list[str]) -> bytes:
    players = [f"Player {seat}" for seat in range(len(contributions))]
    game = "glasgow" if len(players) == 2 else "brass"
    setup = smokestack.new_game(game, seed=0, players=players).setup
    setup = msgspec.structs.replace(setup, deal=deal.new_deal(TABLE, contributions, SECRET))
    stream = deal.stream_of(setup)
    assert isinstance(stream, KeyedStream)
    return stream.key


def test_the_page_has_all_vectors() -> None:
    assert len(VECTORS) == 8
    assert SECRET in PAGE


def test_the_engine_agrees_with_the_vectors() -> None:
    first, second = (
        engine_key(["person:hello", "bot"]),
        engine_key(["person:Grüße 1", "absent", "bot"]),
    )
    distant = [0, 1, 2, 2, 2, 2, 3, 3, 3, 4]
    assert [VECTORS[number] for number in (0, 1, 4, 5, 6, 7)] == [
        deal.commitment_to(TABLE, SECRET),
        first.hex(),
        engine_shuffle(first, 0, "contracts", list(range(14))),
        engine_shuffle(first, 1, "buildings", list(range(37))),
        second.hex(),
        engine_shuffle(second, 1, "distant market", distant),
    ]


def test_the_independent_check_agrees_with_the_vectors() -> None:
    key = deal_check.key_of(SECRET, ["person:hello", "bot"])
    assert VECTORS[0] == deal_check.commitment_to(TABLE, SECRET)
    assert VECTORS[1] == key.hex()
    order = deal_check.shuffled(key, 1, "buildings", list(range(37)))
    assert VECTORS[5] == " ".join(map(str, order))


def test_the_page_knows_how_many_cards_are_set_aside() -> None:
    folder = Path(smokestack.__file__).parent
    script = (folder / "web" / "static" / "verify.js").read_text()
    (shown,) = re.findall(r"SET_ASIDE = \{ (.*) \};", script)
    data = tomllib.loads((folder / "games" / "brass" / "data" / "editions.toml").read_text())
    assert f"HAND = {data['hand']};" in script
    for edition in ("2007", "2009-duel", "2018"):
        courses = {n: each for n, each in data[edition].items() if n.isdigit()}
        expected = ", ".join(f"{n}: {each['aside_canal']}" for n, each in courses.items())
        assert re.search(rf'"?{edition}"?: \{{ {expected} \}}', shown), edition
