"""Write docs/observations.md from the fields of the games' observations."""

from __future__ import annotations

from pathlib import Path

import smokestack

PAGE = Path(__file__).parent.parent / "docs" / "observations.md"
INTRODUCTION = """# Observations

An observation is a row of 16-bit integers: what one seat may know of a position. It is made from
what `State.seen_by` shows to the seat, it is the same in all [environments](environments.md), and
the seat that observes always comes first. The numbers are not scaled; divide by the upper end of
the range if your network needs that. `smokestack.envs.setup.observation_fields(game)` gives the
same table to a program.

A change of this table raises the version of the observation and the number in the names of the
environments. `python -m tools.make_observation_docs` writes this page.
"""


def text() -> str:
    return INTRODUCTION + "".join(section(name) for name in ("glasgow", "brass"))


def section(name: str) -> str:
    match = smokestack.new_game(name, seed=0)
    encoder = match.game.encoder(match.setup)
    lines = [
        f"\n## {match.game.title}: {encoder.size} numbers, version {encoder.version}\n",
        "| first | count | field | shape | range | meaning |",
        "|---|---|---|---|---|---|",
    ]
    for field in encoder.fields:
        shape = " × ".join(str(length) for length in field.shape)
        lines.append(
            f"| {field.first} | {field.size} | `{field.name}` | {shape} "
            f"| {field.low} to {field.high} | {field.meaning} |"
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    PAGE.write_text(text(), "utf-8")


if __name__ == "__main__":
    main()
