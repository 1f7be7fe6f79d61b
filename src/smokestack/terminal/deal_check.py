"""An independent check of verifiable deals: it imports nothing from the engine.

It follows docs/fair-dealing.md and needs nothing but a record in JSON, so it is also a reference
for implementations in other languages.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

ALGORITHM: Final = "smokestack-deal-1"
BOT: Final = "bot"
ABSENT: Final = "absent"
PERSON: Final = "person:"
MAX_TEXT_LENGTH: Final = 64  # characters

# How many there are of each item, by game, edition, number of players and label.
ITEMS: Final = json.loads(
    (Path(__file__).parents[1] / "web" / "static" / "deal_items.json").read_text()
)
DISCARDS: Final = "discards"  # of buildings; which ones depends on the game


def problems_of(record: dict[str, Any]) -> list[str]:
    """Everything that is wrong with the deal of a record; an empty list means that it is fair."""
    deal = record["setup"]["deal"]
    found = []
    if deal["algorithm"] != ALGORITHM:
        return [f"the algorithm {deal['algorithm']!r:.40} is unknown"]
    if commitment_to(deal["table"], deal["secret"]) != deal["commitment"]:
        found.append("the secret does not match the commitment")
    if len(deal["contributions"]) != len(record["setup"]["players"]):
        found.append("the number of contributions is not the number of players")
    found += [
        f"contribution {seat} ({contribution!r:.80}) has none of the documented forms"
        for seat, contribution in enumerate(deal["contributions"])
        if not is_contribution(contribution)
    ]
    key = key_of(deal["secret"], deal["contributions"])
    for number, shuffle in enumerate(record["shuffles"]):
        order = shuffled(key, number, shuffle["label"], shuffle["order"])
        if order != shuffle["order"]:
            found.append(f"shuffle {number} ({shuffle['label']}) does not follow from the secret")
    return found + wrong_items(record["setup"], record["shuffles"])


def is_contribution(text: str) -> bool:
    """Whether this may be the contribution of a seat."""
    if text in (BOT, ABSENT):
        return True
    own = text.removeprefix(PERSON)
    return text.startswith(PERSON) and 0 < len(own) <= MAX_TEXT_LENGTH and own.isprintable()


def commitment_to(table: str, secret: str) -> str:
    text = "\n".join([ALGORITHM, "commitment", table, secret])
    return hashlib.sha256(text.encode()).hexdigest()


def key_of(secret: str, contributions: list[str]) -> bytes:
    text = "\n".join([ALGORITHM, "deal", *contributions])
    return hmac.new(bytes.fromhex(secret), text.encode(), hashlib.sha256).digest()


def shuffled(key: bytes, number: int, label: str, items: list[int]) -> list[int]:
    """The items in the order that shuffle `number` puts them in."""
    shuffle_key = hmac.new(key, f"{number}\n{label}".encode(), hashlib.sha256).digest()
    words = _words(shuffle_key)
    order = sorted(items)
    for last in range(len(order) - 1, 0, -1):
        other = _below(words, last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def wrong_items(setup: dict[str, Any], shuffles: list[dict[str, Any]]) -> list[str]:
    """Shuffles without the right items: one missing, an item added, removed or exchanged."""
    try:
        items = ITEMS[setup["game"]][setup["edition"]][str(len(setup["players"]))]
    except KeyError:
        return ["no such game, edition or number of players is known"]
    labels = [shuffle["label"] for shuffle in shuffles]
    if labels[: len(items)] != list(items):
        return [f"the game must begin with the shuffles {', '.join(items)}"]
    found = []
    for number, shuffle in enumerate(shuffles):
        order, label = shuffle["order"], shuffle["label"]
        if label == DISCARDS and "buildings" in items:
            right = len(set(order)) == len(order) and set(order) <= set(
                range(len(items["buildings"]))
            )
        else:
            counts = items.get(label, [])
            right = sorted(order) == [
                item for item, count in enumerate(counts) for _ in range(count)
            ]
        if not right:
            found.append(f"shuffle {number} ({label}) does not have the right items")
    return found


def _words(key: bytes) -> Iterator[int]:
    """Random 32-bit numbers: the digests of 0, 1, 2, …, four bytes each, big-endian."""
    number = 0
    while True:
        block = hmac.new(key, str(number).encode(), hashlib.sha256).digest()
        for start in range(0, len(block), 4):
            yield int.from_bytes(block[start : start + 4], "big")
        number += 1


def _below(words: Iterator[int], n: int) -> int:
    """A uniform number below n: words from the incomplete last multiple of n are skipped."""
    limit = 2**32 - 2**32 % n
    return next(word for word in words if word < limit) % n
