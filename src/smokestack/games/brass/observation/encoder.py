"""Observations of Brass."""

from __future__ import annotations

from typing import cast, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from smokestack.engine.core.encoder import Encoder
from smokestack.engine.core.state import State
from smokestack.games.brass.observation import layout
from smokestack.games.brass.rules import answers
from smokestack.games.brass.rules.table import Table
from smokestack.games.brass.rules.terms import (
    ASK_ACTION,
    ASK_CARD,
    CARD_KINDS,
    CASH,
    HELD,
    LINES,
    MARKER,
    MAX_PLAYERS,
    MAX_STACK,
    NONE,
    ORDER,
    PLACES,
    POINTS_FOR_MONEY,
    RAIL,
    SCORE,
    SLOTS,
    SPENT,
)


@final
class BrassEncoder(Encoder):
    """Writes positions of one edition.

    Hidden are the cards of the other seats, the deck, the cards set aside and the distant market
    tiles that have not been turned.
    """

    def __init__(self, edition: int) -> None:
        super().__init__(layout.VERSION, layout.fields())
        self.edition: i64 = edition
        # At each place while a row is written: what the map shows, and one per flipped tile.
        self.coins = vec[i64]([0] * PLACES)

    def begin(self, state: State, row: vec[i16], start: i64) -> None:
        self.clear(row, start)
        table = cast(Table, state)
        for i in range(table.players):
            for industry in range(5):
                at: i64 = start + layout.SEATS + i * layout.SEAT_SIZE
                self._write_next_level(table, industry, 0, row, at)

    def write(self, state: State, seat: i64, row: vec[i16], start: i64) -> None:
        # From `layout.HAND` on, each part writes only what differs from the earlier position that
        # is in the row. Discards come first: they read the earlier period.
        table = cast(Table, state)
        if self._shows_choice(table, seat, row, start):
            self._write_chosen_action(table, row, start)
            return
        self._write_discards(table, row, start)
        for index in range(start, start + layout.HAND):
            row[index] = 0
        self._write_course(table, seat, row, start)
        self._write_action(table, row, start)
        self._write_cards(table, seat, row, start)
        players: i64 = table.players
        turn: i64 = NONE if table.over else table.seat()
        for i in range(players):
            other: i64 = seat + i if seat + i < players else seat + i - players
            at: i64 = start + layout.SEATS + i * layout.SEAT_SIZE
            row[at + layout.TURN] = 1 if other == turn else 0
            self._write_seat(table, other, row, at)
        for place in range(players):
            self._write_place(table, seat, place, row, start)
        self._write_slots(table, seat, row, start)
        self._write_lines(table, seat, row, start)

    def _shows_choice(self, table: Table, seat: i64, row: vec[i16], start: i64) -> bool:
        """Whether the row is from when the seat chose the action that it now discards for."""
        if table.decision != ASK_CARD or table.actor != seat:
            return False
        seats: i64 = start + layout.SEATS
        return (
            row[start + layout.DECISION + ASK_ACTION] == 1
            and row[start + layout.TO_ANSWER] == 1
            and i64(row[start + layout.RAIL_PERIOD]) == table.period
            and i64(row[start + layout.ROUND]) == table.round
            and i64(row[start + layout.ACTIONS]) == table.actions
            and row[seats + layout.PLACE + table.place] == 1
            and i64(row[seats + layout.HELD]) == table.seats[HELD + seat]
        )

    def _write_chosen_action(self, table: Table, row: vec[i16], start: i64) -> None:
        """Choosing an action changes nothing else."""
        row[start + layout.DECISION + ASK_ACTION] = 0
        row[start + layout.DECISION + ASK_CARD] = 1
        self._write_action(table, row, start)
        slot = chosen_slot(table)
        if slot != NONE:
            row[start + layout.SLOTS_FIRST + slot * layout.SLOT_SIZE + layout.SLOT_CHOSEN] = 1
        line = chosen_line(table)
        if line != NONE:
            row[start + layout.LINES_FIRST + line * layout.LINE_SIZE + layout.LINE_CHOSEN] = 1

    def _write_discards(self, table: Table, row: vec[i16], start: i64) -> None:
        """Add the cards that were discarded since the earlier position."""
        counted: i64 = 0
        first: i64 = start + layout.DISCARDS
        for card in range(CARD_KINDS):
            counted += i64(row[first + card])
        if i64(row[start + layout.RAIL_PERIOD]) != table.period or counted > table.discard_count:
            counted = 0  # a new period begins with no discards
            for card in range(CARD_KINDS):
                row[first + card] = 0
        discards = table.discards
        for i in range(counted, table.discard_count):
            row[first + discards[i]] += 1

    def _write_course(self, table: Table, seat: i64, row: vec[i16], start: i64) -> None:
        if table.over:
            row[start + layout.OVER] = 1
        else:
            row[start + layout.DECISION + table.decision] = 1
            if table.actor == seat:
                row[start + layout.TO_ANSWER] = 1
        row[start + layout.EDITION + self.edition] = 1
        if table.virtual_link:
            row[start + layout.OPTIONS] = 1
        if table.virtual_link_reverse:
            row[start + layout.OPTIONS + 1] = 1
        if table.refill_each_turn:
            row[start + layout.OPTIONS + 2] = 1
        if table.period == RAIL:
            row[start + layout.RAIL_PERIOD] = 1
        row[start + layout.ROUND] = i16(table.round)
        row[start + layout.ROUNDS_LEFT] = i16(table.course.rounds - table.round)
        row[start + layout.ACTIONS] = i16(table.actions)
        row[start + layout.PHASE + table.phase] = 1
        row[start + layout.COAL] = i16(table.coal)
        row[start + layout.IRON] = i16(table.iron)
        row[start + layout.COTTON] = i16(table.cotton)

    def _write_action(self, table: Table, row: vec[i16], start: i64) -> None:
        """What the begun action is and what is still to be done of it."""
        row[start + layout.CARDS_DUE] = i16(table.cards_due)
        row[start + layout.REPEATS] = i16(table.repeats)
        if table.iron_due:
            row[start + layout.IRON_DUE] = 1
        if table.coal_due:
            row[start + layout.COAL_DUE] = 1
            for place in range(PLACES):
                row[start + layout.COAL_FROM + place] = i16((table.coal_from >> place) & 1)
        action = table.action
        if action == NONE:
            return
        edition = table.edition
        row[start + layout.ACTION + kind_of(action)] = 1
        if action < answers.LINK:
            site: i64 = action if action < answers.BUILD2 else action - answers.BUILD2
            row[start + layout.ACTION_INDUSTRY + edition.site_industry[site]] = 1
        elif answers.DEVELOP <= action < answers.SELL:
            row[start + layout.ACTION_INDUSTRY + action - answers.DEVELOP] = 1
        elif answers.LOAN <= action < answers.PASS:
            row[start + layout.LOAN] = i16((action - answers.LOAN + 1) * 10)

    def _write_cards(self, table: Table, seat: i64, row: vec[i16], start: i64) -> None:
        """The own hand and what can be concluded about the other cards and distant tiles."""
        row[start + layout.DECK] = i16(table.deck_count)
        row[start + layout.ASIDE] = i16(len(table.aside))
        course = table.course
        deck = course.deck
        hands = table.hands
        for card in range(CARD_KINDS):
            held: i64 = hands[seat * CARD_KINDS + card]
            row[start + layout.HAND + card] = i16(held)
            gone = i64(row[start + layout.DISCARDS + card])
            row[start + layout.UNSEEN + card] = i16(deck[card] - held - gone)
        tiles: i64 = len(course.distant)
        for i in range(tiles):
            row[start + layout.DISTANT + course.distant[i]] += 1
        for i in range(table.distant_count, tiles):
            row[start + layout.DISTANT + table.distant[i]] -= 1

    def _write_seat(self, table: Table, seat: i64, row: vec[i16], at: i64) -> None:
        row[at + layout.PRESENT] = 1
        for place in range(MAX_PLAYERS):
            row[at + layout.PLACE + place] = 0  # `_write_place` sets one
        seats = table.seats
        course = table.course
        cash: i64 = seats[CASH + seat]
        row[at + layout.CASH] = i16(cash)
        row[at + layout.SPENT] = i16(seats[SPENT + seat])
        marker: i64 = seats[MARKER + seat]
        row[at + layout.MARKER] = i16(marker)
        row[at + layout.INCOME] = i16(course.income[marker])
        points: i64 = seats[SCORE + seat]
        row[at + layout.SCORE] = i16(points)
        if table.period == RAIL and cash > 0 and not table.over:
            points += cash // POINTS_FOR_MONEY
        row[at + layout.POINTS] = i16(points)  # plus those of tiles and lines
        row[at + layout.HELD] = i16(seats[HELD + seat])
        row[at + layout.MARKERS_LEFT] = i16(course.link_markers)  # minus those on lines
        developed = table.developed
        for industry in range(5):
            gone: i64 = developed[seat * 5 + industry]
            if i64(row[at + layout.DEVELOPED + industry]) != gone:
                row[at + layout.DEVELOPED + industry] = i16(gone)
                self._write_next_level(table, industry, gone, row, at)

    def _write_next_level(
        self, table: Table, industry: i64, gone: i64, row: vec[i16], at: i64
    ) -> None:
        tile: i64 = table.edition.stack[industry * (MAX_STACK + 1) + gone]
        level: i64 = 0 if tile == NONE else table.edition.level[tile]
        row[at + layout.NEXT_LEVEL + industry] = i16(level)

    def _write_place(self, table: Table, seat: i64, place: i64, row: vec[i16], start: i64) -> None:
        """The seat at a place of the turn order."""
        side = side_of(table, table.seats[ORDER + place], seat)
        row[start + layout.SEATS + side * layout.SEAT_SIZE + layout.PLACE + place] = 1

    def _write_slots(self, table: Table, seat: i64, row: vec[i16], start: i64) -> None:
        """The slots, the points that flipped tiles would score, and the coins of each place."""
        # Vectors of the table and edition are looked up once: every look-up counts a reference.
        edition = table.edition
        coins = self.coins
        printed_coins = edition.coins
        for place in range(PLACES):
            coins[place] = printed_coins[place]
        chosen = chosen_slot(table)
        tiles, owners, cubes = table.tile, table.owner, table.cubes
        levels, industries, places = edition.level, edition.industry, edition.slot_place
        printed_points = edition.points
        occupied: i64 = table.occupied
        flipped: i64 = table.flipped
        players: i64 = table.players
        over = table.over
        points: i64 = start + layout.SEATS + layout.POINTS
        at: i64 = start + layout.SLOTS_FIRST
        for slot in range(SLOTS):
            if (occupied >> slot) & 1 == 1:
                tile: i64 = tiles[slot]
                side: i64 = owners[slot] - seat
                if side < 0:
                    side += players
                owner: i64 = at + layout.SLOT_OWNER + side
                industry: i64 = at + layout.SLOT_INDUSTRY + industries[tile]
                level = i16(levels[tile])
                if row[at + layout.SLOT_LEVEL] != level or row[owner] == 0 or row[industry] == 0:
                    self._clear(row, at, layout.SLOT_SIZE)
                    row[owner] = 1
                    row[industry] = 1
                    row[at + layout.SLOT_LEVEL] = level
                row[at + layout.SLOT_CUBES] = i16(cubes[slot])
                is_flipped: i64 = (flipped >> slot) & 1
                row[at + layout.SLOT_FLIPPED] = i16(is_flipped)
                if is_flipped == 1:
                    coins[places[slot]] += 1
                    if not over:
                        row[points + side * layout.SEAT_SIZE] += i16(printed_points[tile])
            elif row[at + layout.SLOT_LEVEL] != 0:
                self._clear(row, at, layout.SLOT_SIZE)
            row[at + layout.SLOT_CHOSEN] = 1 if slot == chosen else 0
            at += layout.SLOT_SIZE

    def _write_lines(self, table: Table, seat: i64, row: vec[i16], start: i64) -> None:
        """The lines, how many link markers each seat has left, and the points of its links.

        In the row a line is usable, has one owner, or neither.
        """
        edition = table.edition
        coins = self.coins
        usable = table.lines_of_period()
        chosen = chosen_line(table)
        owners = table.line_owner
        ends_a, ends_b = edition.line_a, edition.line_b
        players: i64 = table.players
        over = table.over
        at: i64 = start + layout.LINES_FIRST
        linked: i64 = table.linked
        for line in range(LINES):
            if (linked >> line) & 1 == 1:
                side: i64 = owners[line] - seat
                if side < 0:
                    side += players
                if row[at + layout.LINE_OWNER + side] == 0:
                    self._clear(row, at, layout.LINE_SIZE)
                    row[at + layout.LINE_OWNER + side] = 1
                own: i64 = start + layout.SEATS + side * layout.SEAT_SIZE
                row[own + layout.MARKERS_LEFT] -= 1
                if not over:
                    value: i64 = coins[ends_a[line]] + coins[ends_b[line]]
                    row[own + layout.POINTS] += i16(value)
            else:
                if row[at + layout.LINE_USABLE] == 0:
                    self._clear(row, at, layout.LINE_SIZE)
                row[at + layout.LINE_USABLE] = i16((usable >> line) & 1)
            row[at + layout.LINE_CHOSEN] = 1 if line == chosen else 0
            at += layout.LINE_SIZE

    def _clear(self, row: vec[i16], first: i64, count: i64) -> None:
        for index in range(first, first + count):
            row[index] = 0


def chosen_slot(table: Table) -> i64:
    """The slot in which the begun action builds, or NONE."""
    action = table.action
    if action == NONE or action >= answers.LINK:
        return NONE
    site: i64 = action if action < answers.BUILD2 else action - answers.BUILD2
    return table.edition.site_slot[site]


def chosen_line(table: Table) -> i64:
    """The line that the begun action builds, or NONE."""
    action = table.action
    return action - answers.LINK if answers.LINK <= action < answers.DEVELOP else NONE


def side_of(table: Table, owner: i64, seat: i64) -> i64:
    """Whose something is to the observer: 0 the observer's, 1 the next seat's, and so on."""
    side: i64 = owner - seat
    return side if side >= 0 else side + table.players


def kind_of(action: i64) -> i64:
    """The index of an action in `layout.ACTION_KINDS`."""
    if action < answers.BUILD2:
        return 0
    if action < answers.LINK:
        return 1
    if action < answers.DEVELOP:
        return 2
    if action < answers.SELL:
        return 3
    if action < answers.LOAN:
        return 4
    if action < answers.PASS:
        return 5
    return 6
