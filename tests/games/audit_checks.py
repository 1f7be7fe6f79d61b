"""Checks of lines of traces, for the audits of all games."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any


class AuditError(Exception):
    """The trace breaks the rules: line, what was expected, what was found."""


@dataclass
class Decision:
    actor: int
    kind: str
    answers: list[str]


def read(trace: Iterator[str], line: int) -> dict[str, Any]:
    text = next(trace, None)
    if text is None:
        raise AuditError(f"line {line}: expected another line, found the end of the trace")
    try:
        record = json.loads(text)
    except ValueError as error:
        raise AuditError(f"line {line}: expected JSON, found {text!r}") from error
    check_type(line, "line", dict, record)
    return dict(record)


def check_decision(line: int, decision: Decision, record: dict[str, Any]) -> None:
    """Who must answer what, and with which answers."""
    check_keys(line, "line", ("n", "actor", "decision", "options", "chosen", "state"), record)
    check(line, "n", line - 1, record["n"])
    check(line, "decision", decision.kind, record["decision"])
    check(line, "actor", decision.actor, record["actor"])
    check_type(line, "options", list, record["options"])
    expected, found = Counter(decision.answers), Counter(map(str, record["options"]))
    if expected != found:
        difference = f"missing {[*(expected - found)]}, too many {[*(found - expected)]}"
        raise AuditError(f"line {line}: options: expected {decision.answers}, found {difference}")
    if record["chosen"] not in decision.answers:
        one = f"one of {decision.answers}"
        raise AuditError(f"line {line}: chosen: expected {one}, found {record['chosen']!r}")


def check(line: int, what: str, expected: object, found: object) -> None:
    """Equal as JSON, where true is not 1; comparing `repr` first is faster."""
    if repr(expected) == repr(found):
        return
    wanted, got = json.dumps(expected, sort_keys=True), json.dumps(found, sort_keys=True)
    if wanted != got:
        raise AuditError(f"line {line}: {what}: expected {wanted}, found {got}")


def check_type(line: int, what: str, expected: type, found: object) -> None:
    if type(found) is not expected:
        raise AuditError(f"line {line}: {what}: expected {expected.__name__}, found {found!r}")


def check_keys(line: int, what: str, expected: Iterable[str], found: Any) -> None:
    check_type(line, what, dict, found)
    check(line, f"keys of {what}", sorted(expected), sorted(found))
