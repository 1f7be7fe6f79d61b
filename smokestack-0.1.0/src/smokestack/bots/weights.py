"""The weights of an evaluation and the parameters of a search, read from a TOML file."""

from __future__ import annotations

import tomllib
from functools import lru_cache
from math import isfinite
from pathlib import Path

import msgspec

from smokestack.engine.errors import InvalidInput, brief
from smokestack.engine.files import read_text


class Weight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One number of a bot."""

    value: float
    by_hand: float
    """The first guess. `greedy` keeps it, so that tuning does not change the reference bot."""
    step: float
    """By how much tuning first tries to change the value."""
    text: str


class Weights(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All numbers of a game's bots."""

    evaluation: dict[str, Weight]
    search: dict[str, Weight]
    learned_search: dict[str, Weight] = {}
    """The parameters of a search that evaluates with networks; empty if they are the same."""


def load_weights(path: Path) -> Weights:
    """The weights in a file; `InvalidInput` says what is wrong with it."""
    text = read_text(path)
    try:
        return _parse(text)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise InvalidInput(f"{path} holds no weights: {error}") from None
    except InvalidInput as error:
        raise InvalidInput("{path}: {error}", path=path, error=error) from None


@lru_cache(maxsize=64)
def _parse(text: str) -> Weights:
    """Cached by the text: every bot of every game needs it, and parsing is slow."""
    weights = msgspec.convert(tomllib.loads(text), Weights)
    for group in (weights.evaluation, weights.search, weights.learned_search):
        for name, weight in group.items():
            if not (isfinite(weight.value) and isfinite(weight.step)):
                raise InvalidInput(f"the weight {brief(name)} must be a finite number")
    return weights


def in_order(weights: dict[str, Weight], names: tuple[str, ...], path: Path) -> list[Weight]:
    """The weights in the order of `names`; `InvalidInput` if some are missing or unknown."""
    for name in names:
        if name not in weights:
            raise InvalidInput(f"{path}: the weight {name} is missing")
    for name in weights:
        if name not in names:
            raise InvalidInput(f"{path}: there is no weight {brief(name)}")
    return [weights[name] for name in names]


def values_of(weights: dict[str, Weight], names: tuple[str, ...], path: Path) -> list[float]:
    """The values of the weights in the order of `names`."""
    return [weight.value for weight in in_order(weights, names, path)]


def format_weights(weights: Weights) -> str:
    """The text of a file with these weights."""
    lines = []
    for title in ("evaluation", "search", "learned_search"):
        group: dict[str, Weight] = getattr(weights, title)
        if not group:
            continue
        lines.append(f"[{title}]")
        for name, weight in group.items():
            text = msgspec.json.encode(weight.text).decode()
            lines.append(
                f"{name} = {{ value = {weight.value:.4g}, by_hand = {weight.by_hand:.4g}, "
                f"step = {weight.step:.2g}, text = {text} }}"
            )
        lines.append("")
    return "\n".join(lines)
