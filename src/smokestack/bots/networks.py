"""The files with trained networks.

The first line is JSON: what the networks are for, how they were trained, and a checksum. The rest
are the weights as little-endian integers; for each network the biases of the hidden units
(32 bits), their weights unit by unit (16 bits), the weights and then the bias of the output
(32 bits). `engine/core/network.py` says what they mean.
"""

from __future__ import annotations

import hashlib
import sys
from array import array
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from smokestack.engine.core.learned_evaluator import LearnedEvaluator
from smokestack.engine.core.network import MAX_SUM, UNITS_PER_BLOCK, Network
from smokestack.engine.errors import InvalidInput, brief
from smokestack.engine.game import Game

FORMAT = 1
MAX_UNITS = 1200


class Recipe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How networks were trained."""

    command: str
    games: int
    cpu_hours: float
    generation: int
    smokestack: str


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line of a file."""

    format: int
    game: str
    inputs_version: int
    inputs: int
    units: int
    """Hidden units of each network."""
    parts: list[str]
    """The names of the networks, as `NetworkSpec.names` gives them."""
    tables: list[str]
    """The tables that they were trained for, as `Game.table_of` names them."""
    sha256: str
    """Of the bytes after the first line."""
    recipe: Recipe


class Part(NamedTuple):
    """The weights of one network; `hidden` has the weights of the first unit, then the second."""

    hidden_bias: Sequence[int]
    hidden: Sequence[int]
    out: Sequence[int]
    skip: Sequence[int]
    bias: int


def learned_evaluator(game: Game, path: Path) -> LearnedEvaluator:
    """An evaluator with the networks in a file; `InvalidInput` says what is wrong with it."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InvalidInput(f"can't read {path} ({error.strerror})") from None
    try:
        return game.networks.evaluator(_networks(game, data))
    except InvalidInput as error:
        raise InvalidInput("{path}: {error}", path=path, error=error) from None


def write_networks(
    path: Path, game: Game, parts: Sequence[Part], tables: list[str], recipe: Recipe
) -> None:
    """Write a file with all networks of a game."""
    body = b"".join(_encode(part) for part in parts)
    header = Header(
        FORMAT,
        game.name,
        game.networks.version,
        game.networks.inputs,
        len(parts[0].out),
        game.networks.names,
        tables,
        hashlib.sha256(body).hexdigest(),
        recipe,
    )
    temporary = path.with_name(path.name + ".new")
    temporary.write_bytes(msgspec.json.encode(header) + b"\n" + body)
    temporary.replace(path)


def shipped_networks(game: Game, table: str) -> Path | None:
    """The shipped file with networks for a table, as `Game.table_of` names it."""
    return _file_for(game.networks.files, table)


@lru_cache(maxsize=64)
def _file_for(files: tuple[Path, ...], table: str) -> Path | None:
    for path in files:
        if path.exists() and table in read_header(path).tables:
            return path
    return None


def read_header(path: Path) -> Header:
    """What a file with networks says about itself."""
    with path.open("rb") as file:
        return _decode_header(file.readline())


@lru_cache(maxsize=16)
def _networks(game: Game, data: bytes) -> list[Network]:
    """Cached: every bot of every game needs them."""
    line, _, body = data.partition(b"\n")
    header = _decode_header(line)
    spec = game.networks
    if header.game != game.name:
        raise InvalidInput(f"the networks are for {brief(header.game)}, not for {game.name}")
    if (header.inputs_version, header.inputs) != (spec.version, spec.inputs):
        raise InvalidInput("the networks are for other inputs; use the version that trained them")
    if header.parts != spec.names:
        raise InvalidInput(f"there must be a network for each of {', '.join(spec.names)}")
    units = header.units
    if not 0 < units <= MAX_UNITS or units % UNITS_PER_BLOCK:
        raise InvalidInput(f"the hidden units must be a multiple of {UNITS_PER_BLOCK}")
    size = 4 * (2 * units + spec.inputs + 1) + 2 * units * spec.inputs
    if len(body) != size * len(spec.names):
        raise InvalidInput("the file is incomplete")
    if hashlib.sha256(body).hexdigest() != header.sha256:
        raise InvalidInput("the checksum is wrong; the file is damaged")
    parts = [
        _decode(body[n * size : (n + 1) * size], units, spec.inputs) for n in range(len(spec.names))
    ]
    for part in parts:
        check_sums(part, spec.max_amounts)
    return [
        Network(
            spec.inputs,
            list(part.hidden_bias),
            list(part.hidden),
            list(part.out),
            list(part.skip),
            part.bias,
        )
        for part in parts
    ]


def check_sums(part: Part, max_amounts: Sequence[int]) -> None:
    """`InvalidInput` if the sum of a hidden unit could become too large for `Network`."""
    inputs = len(max_amounts)
    for unit, bias in enumerate(part.hidden_bias):
        weights = part.hidden[unit * inputs : (unit + 1) * inputs]
        highest = sum(abs(w) * amount for w, amount in zip(weights, max_amounts, strict=True))
        if highest + abs(bias) > MAX_SUM:
            raise InvalidInput("the weights of a hidden unit are too large")


def _decode_header(line: bytes) -> Header:
    try:
        header = msgspec.json.decode(line, type=Header)
    except msgspec.DecodeError as error:
        raise InvalidInput(f"this is not a file with networks: {error}") from None
    if header.format != FORMAT:
        raise InvalidInput(f"the file has the format {header.format}; this version reads {FORMAT}")
    return header


def _encode(part: Part) -> bytes:
    return b"".join(
        _to_bytes(array(kind, numbers))
        for kind, numbers in (
            ("i", part.hidden_bias),
            ("h", part.hidden),
            ("i", part.out),
            ("i", part.skip),
            ("i", [part.bias]),
        )
    )


def _decode(data: bytes, units: int, inputs: int) -> Part:
    numbers = []
    for kind, count in (("i", units), ("h", units * inputs), ("i", units), ("i", inputs), ("i", 1)):
        values = array(kind)
        size = count * values.itemsize
        values.frombytes(data[:size])
        if sys.byteorder == "big":
            values.byteswap()
        numbers.append(values.tolist())
        data = data[size:]
    return Part(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4][0])


def _to_bytes(values: array[int]) -> bytes:
    if sys.byteorder == "big":
        values.byteswap()
    return values.tobytes()
