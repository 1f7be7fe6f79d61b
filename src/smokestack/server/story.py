"""What happened at a table, deed by deed, in the reader's language."""

from __future__ import annotations

from collections import OrderedDict, defaultdict
from collections.abc import Callable
from typing import Final

from markupsafe import Markup

from smokestack.engine.language import language
from smokestack.engine.table_talk import Deed
from smokestack.engine.view import SPECTATOR, View
from smokestack.server.eyes import view_of
from smokestack.server.table import Table

MOST_STORIES: Final = 500
SHOWN: Final = 20


class Story:
    """Deeds of one game in one language; what was told is kept, what was taken back forgotten."""

    def __init__(self) -> None:
        self.answers: list[int] = []
        self.deeds: list[Deed | None] = []
        self.lines: dict[int, Markup] = {}
        """What a page shows of a deed, by its number from 0; made once for all who read it."""
        self._end: View | None = None
        """What everybody saw after the last of the deeds."""

    def follow(self, table: Table, first: int) -> list[Deed]:
        """The deeds from number `first` on, told from what everybody may see."""
        history = table.match.history
        self._forget(history)
        if self._end is not None and len(history) == len(self.answers) + 1:
            self._tell_next(table)
        if len(self.deeds) < len(history) or None in self.deeds[first:]:
            self._tell_again(table, first)
        return [deed for deed in self.deeds[first:] if deed is not None]

    def _forget(self, history: list[int]) -> None:
        if history[: len(self.answers)] == self.answers:
            return
        same = 0
        while same < len(history) and history[same] == self.answers[same]:
            same += 1
        del self.answers[same:]
        del self.deeds[same:]
        self.lines = {number: line for number, line in self.lines.items() if number < same}
        self._end = None

    def _tell_next(self, table: Table) -> None:
        """The one answer that was given since."""
        assert self._end is not None
        match = table.match
        number = len(self.answers)
        before, after = self._end, view_of(table, SPECTATOR)
        before.players = after.players
        answer = match.history[number]
        self.answers.append(answer)
        self.deeds.append(match.game.tell(before, answer, after, match.ledger(number)))
        self._end = after

    def _tell_again(self, table: Table, first: int) -> None:
        """Those from number `first` on that were not told yet."""
        match = table.match
        entries = defaultdict(list)
        for entry in match.ledger(first):
            entries[entry.answer].append(entry)
        self.answers = match.history[:]
        self.deeds += [None] * (len(self.answers) - len(self.deeds))
        state = match.state_at(first)
        seen: View | None = None
        for number, answer in enumerate(self.answers[first:], first):
            if self.deeds[number] is not None:
                state.apply(answer)
                seen = None
                continue
            before = seen or view_of(table, SPECTATOR, state)
            state.apply(answer)
            seen = view_of(table, SPECTATOR, state)
            self.deeds[number] = match.game.tell(before, answer, seen, entries[number + 1])
        self._end = seen or view_of(table, SPECTATOR)


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
