"""Values for parameters, fields and bodies: plausible ones, and ones that nobody would send."""

from __future__ import annotations

import random
import re
from collections import deque
from typing import Any

Data = dict[str, Any]

MAX_KNOWN = 300
STRANGE_TEXTS = (
    *("", " ", "0", "-1", "null", "true", "[]", "{}", "NaN", "1e999", "\x00", "\x1b[2J", "\r\n"),
    *("a" * 41, "a" * 999, "a" * 1001, "é" * 500, "\u202e", "\ud83d\ude82", "\uffff", "İ", "ß"),
    *("../../etc/passwd", "..", ".", "//evil.example", "/\\evil.example", "javascript:alert(1)"),
    *(
        "<script>alert(1)</script>",
        "' OR 1=1 --",
        "{{7*7}}",
        "%s%n",
        "%00",
        "program:id",
        "é\u0301",
    ),
    *("master:seconds=9", "here:", "here:" + "x" * 30, "me", "link", "x" * 43, "x" * 22 + "." * 43),
)
STRANGE_NUMBERS = (
    *(-1, 0, 1, 2, 99, 2**31 - 1, 2**31, 2**53, 2**63 - 1, 2**63, 2**64, -(2**63), 10**40),
    *(0.5, -0.0, 1e308),
)
STRANGE_VALUES: tuple[Any, ...] = (
    *STRANGE_TEXTS[:12],
    *STRANGE_NUMBERS,
    *(None, True, False, [], {}, [[]], {"a": {}}, [None] * 50, ["x"] * 200, {"": ""}),
)


class Values:
    """Draws values, and remembers those that the server has sent, by the name of their field."""

    def __init__(self, rng: random.Random, components: Data) -> None:
        self.rng = rng
        self._components = components
        self._known: dict[str, deque[Any]] = {}

    def learn(self, name: str, value: Any) -> None:
        if isinstance(value, str | int) and len(str(value)) <= 200:
            known = self._known.setdefault(name, deque(maxlen=MAX_KNOWN))
            known.append(value)

    def known(self, name: str) -> Any:
        """A value that the server has sent for this name, or None."""
        known = self._known.get(name)
        return self.rng.choice(known) if known else None

    def text(self) -> str:
        """Any text; half of the time a strange one."""
        rng = self.rng
        if rng.random() < 0.5:
            return rng.choice(STRANGE_TEXTS)
        size = rng.choice((1, 3, 8, 20, 60))
        return "".join(chr(self._code_point()) for _ in range(rng.randint(0, size)))

    def _code_point(self) -> int:
        rng = self.rng
        if rng.random() < 0.7:
            return rng.randint(0x20, 0x7E)
        point = rng.choice((rng.randint(0, 0xFF), rng.randint(0, 0xFFFF), rng.randint(0, 0x10FFFF)))
        return 0xFFFD if 0xD800 <= point <= 0xDFFF else point

    def valid(self, schema: Data, name: str = "", depth: int = 0) -> Any:
        """A value that agrees with a schema; often one that the server has sent."""
        rng = self.rng
        if "$ref" in schema:
            target = self._components[schema["$ref"].rpartition("/")[2]]
            return self.valid(target, name, depth + 1)
        if "examples" in schema and rng.random() < 0.5:
            return rng.choice(schema["examples"])
        for key in ("anyOf", "oneOf"):
            if key in schema:
                return self.valid(rng.choice(schema[key]), name, depth + 1)
        if "enum" in schema:
            return rng.choice(schema["enum"])
        if "const" in schema:
            return schema["const"]
        kind = schema.get("type", "string")
        if isinstance(kind, list):
            kind = rng.choice(kind)
        if kind in ("string", "integer") and rng.random() < 0.6:
            known = self.known(name)
            if known is not None and isinstance(known, str) == (kind == "string"):
                return known
        return self._of_kind(kind, schema, name, depth)

    def _of_kind(self, kind: str, schema: Data, name: str, depth: int) -> Any:
        rng = self.rng
        if kind == "object":
            return self._object(schema, depth)
        if kind == "array":
            if depth > 6:
                return []
            count = rng.randint(schema.get("minItems", 0), min(schema.get("maxItems", 4), 6))
            return [self.valid(schema.get("items", {}), name, depth + 1) for _ in range(count)]
        if kind == "integer":
            low: int = schema.get("minimum") or schema.get("exclusiveMinimum") or -2
            most: int = schema.get("maximum") or schema.get("exclusiveMaximum") or low + 20
            high = min(most, low + 1000)
            return rng.randint(low, max(low, high))
        if kind == "number":
            return rng.uniform(-2, 20)
        if kind == "boolean":
            return rng.random() < 0.5
        if kind == "null":
            return None
        if (word := self._mentioned(schema)) and rng.random() < 0.7:
            return word
        length = rng.randint(schema.get("minLength", 0), min(schema.get("maxLength", 20), 80))
        return "".join(rng.choices("abcXYZ019_-", k=length))

    def _mentioned(self, schema: Data) -> str:
        """A value that the description of a text mentions, such as `me`."""
        words = re.findall(r"`([a-z][a-z0-9-]*:?)(NAME)?`", schema.get("description", ""))
        if not words:
            return ""
        word, has_name = self.rng.choice(words)
        return f"{word}Ben" if has_name else str(word)

    def _object(self, schema: Data, depth: int) -> Data:
        required = schema.get("required", [])
        found = {
            name: self.valid(described, name, depth + 1)
            for name, described in schema.get("properties", {}).items()
            if name in required or self.rng.random() < 0.5
        }
        extra = schema.get("additionalProperties")
        if isinstance(extra, dict) and self.rng.random() < 0.5:
            found[self.known("option") or "turn_limit"] = self.valid(extra, "option", depth + 1)
        return found

    def mutate(self, value: Any) -> Any:
        """A JSON value with one thing wrong somewhere inside."""
        rng = self.rng
        if isinstance(value, dict) and value and rng.random() < 0.9:
            changed = dict(value)
            name = rng.choice(list(changed))
            choice = rng.random()
            if choice < 0.15:
                del changed[name]
            elif choice < 0.25:
                changed[self.text()] = self.strange()
            else:
                changed[name] = self.mutate(changed[name])
            return changed
        if isinstance(value, list) and value and rng.random() < 0.7:
            number = rng.randrange(len(value))
            return [*value[:number], self.mutate(value[number]), *value[number + 1 :]]
        return self.strange()

    def strange(self) -> Any:
        return self.text() if self.rng.random() < 0.4 else self.rng.choice(STRANGE_VALUES)
