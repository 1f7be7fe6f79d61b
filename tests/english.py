"""Recognises English messages, to find texts that are not translated."""

from __future__ import annotations

import gettext
import re
from functools import cache
from html.parser import HTMLParser

from smokestack.presentation.language import FOLDER

MIN_LETTERS = 10  # shorter ones may be words of both languages
ATTRIBUTES = ("aria-label", "title", "placeholder", "data-text", "data-copied")
VOID_TAGS = ("input", "br", "meta", "link", "img", "hr", "wbr")


@cache
def english_messages(code: str) -> re.Pattern[str]:
    """A pattern for all messages that have a translation into this language."""
    catalogue = gettext.translation("smokestack", FOLDER, [code])
    patterns = []
    for message in _messages(catalogue):
        translation = catalogue.gettext(message)
        letters = re.sub(r"\{\w+\}", "", message)
        if translation == message or len(re.findall("[a-z]", letters, re.I)) < MIN_LETTERS:
            continue
        patterns.append(re.sub(r"\\\{\w+\\\}", ".+", re.escape(message)))
    assert len(patterns) > 100, f"the catalogue of {code} is nearly empty"
    return re.compile("|".join(patterns))


def untranslated(html: str, code: str) -> set[str]:
    """The texts of a page, visible or for screen readers, that are still in English."""
    english = english_messages(code)
    return {text for text in _PageTexts(html).texts if english.fullmatch(text)}


class _PageTexts(HTMLParser):
    """Texts of a page, except in scripts, styles and elements with a language of their own."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._left_out: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        is_other = tag in ("script", "style") or ("lang" in given and tag != "html")
        if (self._left_out or is_other) and tag not in VOID_TAGS:
            self._left_out.append(tag)
        self.texts += [text for name in ATTRIBUTES if (text := given.get(name))]

    def handle_endtag(self, tag: str) -> None:
        if self._left_out and self._left_out[-1] == tag:
            self._left_out.pop()

    def handle_data(self, data: str) -> None:
        text = " ".join(data.split())
        if text and not self._left_out:
            self.texts.append(text)


def _messages(catalogue: gettext.NullTranslations) -> list[str]:
    found: dict[object, str] = catalogue.__dict__["_catalog"]
    return [message for message in found if isinstance(message, str) and message]
