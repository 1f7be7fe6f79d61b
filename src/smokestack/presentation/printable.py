"""Text from outside, made safe for terminals and logs.

Everything that `terminal/` prints and every log line of the server passes through here.
"""

from __future__ import annotations

import re
from typing import Final

CUT: Final = "…"

# Control characters (C0, DEL, C1), line and paragraph separators, characters that change the
# direction of text or show nothing, and halves of surrogate pairs.
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\U000e0000-\U000e007f]"
)


def printable(text: str, max_length: int) -> str:
    """The text on one line: unsafe characters escaped like `\\x1b`, cut to a maximum length."""
    return cut(escape(text[: max_length + 1]), max_length)


def printable_lines(text: str, max_length: int) -> str:
    """Like `printable`, but line breaks stay."""
    return "\n".join(escape(line) for line in cut(text, max_length).split("\n"))


def escape(text: str) -> str:
    return text if text.isprintable() else _UNSAFE.sub(_escape, text)


def cut(text: str, max_length: int) -> str:
    return text if len(text) <= max_length else text[: max_length - len(CUT)] + CUT


def _escape(found: re.Match[str]) -> str:
    number = ord(found[0])
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
