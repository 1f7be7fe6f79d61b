"""What happened at a table, deed by deed, in the reader's language."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Callable
from typing import Final

from markupsafe import Markup

from smokestack.engine.language import language
from smokestack.engine.match import Match
from smokestack.engine.table_talk import Deed
from smokestack.engine.view import SPECTATOR
from smokestack.server.eyes import view_of
from smokestack.server.table import Table

MOST_STORIES: Final = 500
SHOWN: Final = 60


class Story:
    """Deeds of one game in one language; what was told is kept, what was taken back forgotten."""

    def __init__(self) -> None:
        self.answers: list[int] = []
        self.deeds: list[Deed | None] = []
        self.lines: dict[int, Markup] = {}
        """What a page shows of a deed, by its number from 0; made once for all who read it."""

    def follow(self, table: Table, first: int) -> list[Deed]:
        """The deeds from number `first` on, told from what everybody may see."""
        match = table.match
        self._forget(match.history)
        if any(deed is None for deed in self.deeds[first:]) or len(self.deeds) < len(match.history):
            self._tell(table, first)
        return [deed for deed in self.deeds[first:] if deed is not None]

    def _forget(self, history: list[int]) -> None:
        same = 0
        for mine, theirs in zip(self.answers, history, strict=False):
            if mine != theirs:
                break
            same += 1
        del self.answers[same:]
        del self.deeds[same:]
        for number in [number for number in self.lines if number >= same]:
            del self.lines[number]

    def _tell(self, table: Table, first: int) -> None:
        match = table.match
        replayed = Match(match.game, match.setup)
        entries = defaultdict(list)
        for entry in match.ledger():
            entries[entry.answer].append(entry)
        known = len(self.deeds)
        for number, answer in enumerate(match.history):
            if number < first or (number < known and self.deeds[number] is not None):
                replayed.play(answer)
                if number >= known:
                    self.deeds.append(None)
                    self.answers.append(answer)
                continue
            before = view_of(table, SPECTATOR, replayed)
            replayed.play(answer)
            after = view_of(table, SPECTATOR, replayed)
            deed = match.game.tell(before, answer, after, entries[number + 1])
            if number < known:
                self.deeds[number] = deed
            else:
                self.deeds.append(deed)
                self.answers.append(answer)


class Stories:
    """The stories that were asked for lately."""

    def __init__(self) -> None:
        self.kept: OrderedDict[tuple[str, str], Story] = OrderedDict()

    def of(self, table: Table, first: int) -> list[Deed]:
        return self._find(table).follow(table, first)

    def lines(self, table: Table, first: int, line: Callable[[int, Deed], Markup]) -> list[Markup]:
        """The deeds from number `first` on as a page shows them."""
        story = self._find(table)
        deeds = story.follow(table, first)
        for number, deed in enumerate(deeds, first):
            if number not in story.lines:
                story.lines[number] = line(number + 1, deed)
        return [story.lines[number] for number in range(first, first + len(deeds))]

    def _find(self, table: Table) -> Story:
        key = table.id, language()
        story = self.kept.pop(key, None) or Story()
        self.kept[key] = story
        while len(self.kept) > MOST_STORIES:
            self.kept.popitem(last=False)
        return story
