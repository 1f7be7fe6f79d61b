"""Reading a position that `position.dump` wrote; every field is checked."""

from __future__ import annotations

from collections import Counter
from typing import Final

import msgspec
from librt.vecs import vec
from mypy_extensions import i64

from smokestack.engine.errors import IllegalAnswer, InvalidInput, plain
from smokestack.engine.messages import Message, mark
from smokestack.games.brass.formats.data import facts, find_edition
from smokestack.games.brass.formats.decoding import ACTIONS, BUILDS, Kind, decode
from smokestack.games.brass.formats.notation import card_names, line_names, slot_names, to_answer
from smokestack.games.brass.formats.position import Position, stack_left
from smokestack.games.brass.rules.markets import iron_cost
from smokestack.games.brass.rules.setup import empty_table
from smokestack.games.brass.rules.terms import (
    ASK_ACTION,
    ASK_CARD,
    ASK_COAL,
    ASK_DEBT,
    ASK_IRON,
    ASK_SALE,
    ASK_SECOND_DEVELOPMENT,
    ASK_SECOND_RAIL,
    BIT,
    CARD_KINDS,
    CASH,
    DEBTS_AFTER_ROUND,
    DECISIONS,
    EDITIONS,
    HELD,
    INDUSTRIES,
    LINES,
    MARKER,
    NONE,
    ORDER,
    PERIODS,
    RAIL,
    SCORE,
    SLOTS,
    SPENT,
    TURNS,
)
from smokestack.games.brass.rules.turn import Brass

MAX_INTEGER: Final = 2**63  # larger ones may have too many digits to print in the error


def load(data: object) -> Brass:
    """The state of a position; `InvalidInput` names the first entry and field that is wrong."""
    try:
        position = msgspec.convert(data, Position)
    except (msgspec.ValidationError, RecursionError) as error:
        raise InvalidInput(f"not a position of Brass ({error})") from None
    return _Loader(position).load()


class _Loader:
    """Sets up a table from a position, part by part, and checks each part."""

    def __init__(self, position: Position) -> None:
        self.position = position
        self.players = len(position.order)
        self._require(position.edition in EDITIONS, "edition: unknown")
        counts = facts().player_counts(position.edition)
        self._require(self.players in counts, "order: not a number of players for this edition")
        self.state = empty_table(
            find_edition(position.edition, self.players, position.scotland_canal)
        )
        self.slots = {name: slot for slot, name in enumerate(slot_names())}

    def load(self) -> Brass:
        self._set_course()
        self._set_tracks()
        self._deal_cards()
        self._lay_distant_tiles()
        self._lay_tiles()
        self._lay_links()
        self._resume_action()
        return self.state

    def _set_course(self) -> None:
        position, state = self.position, self.state
        low, high = position.stream
        self._require(
            0 <= low < 2**32 and 0 <= high < 2**32 and low + high > 0,
            "stream: must be two numbers below 2**32, not both 0",
        )
        state.stream.restore(vec[i64]([low, high]))
        state.virtual_link = position.virtual_link
        state.virtual_link_reverse = position.virtual_link_reverse
        state.refill_each_turn = position.refill_each_turn
        self._require(position.period in PERIODS, "period: must be canal or rail")
        self._require(1 <= position.round <= state.course.rounds, "round: out of range")
        state.period = PERIODS.index(position.period)
        state.round = position.round
        self._require(
            sorted(position.order) == list(range(self.players)),
            mark("order: must name each seat once"),
        )
        for place, seat in enumerate(position.order):
            state.seats[ORDER + place] = seat
        self._require(0 <= position.place < self.players, "place: out of range")
        self._require(TURNS <= position.phase <= DEBTS_AFTER_ROUND, "phase: out of range")
        self._require(
            0 <= min(position.turn, position.revealed) <= max(position.turn, position.revealed)
            and max(position.turn, position.revealed) < 10**6,
            "turn, revealed: can't be negative or that high",
        )
        state.place = position.place
        state.phase = position.phase
        state.turn = position.turn
        state.revealed = position.revealed

    def _set_tracks(self) -> None:
        position, state = self.position, self.state
        for name, values, first, minimum, maximum in (
            ("money", position.money, CASH, -1000, 10_000),
            ("spent", position.spent, SPENT, 0, 10_000),
            ("income", position.income, MARKER, 0, 99),
            ("vp", position.vp, SCORE, 0, 10_000),
        ):
            self._require(len(values) == self.players, f"{name}: one for each seat")
            for seat, value in enumerate(values):
                self._require(minimum <= value <= maximum, f"{name} of seat {seat}: out of range")
                state.seats[first + seat] = value
        size = state.course.track_size
        self._require(0 <= position.coal <= size, "coal: more cubes than the track has spaces")
        self._require(0 <= position.iron <= size, "iron: more cubes than the track has spaces")
        self._require(0 <= position.cotton <= state.course.last_demand, "cotton: out of range")
        state.coal, state.iron, state.cotton = position.coal, position.iron, position.cotton

    def _deal_cards(self) -> None:
        position, state = self.position, self.state
        names = card_names()
        self._require(len(position.hands) == self.players, "hands: one for each seat")
        everywhere = [card for hand in position.hands for card in hand]
        everywhere += [*position.deck, *position.aside, *position.discards]
        deck = {name: int(state.course.deck[card]) for card, name in enumerate(names)}
        wrong = Counter(everywhere)
        wrong.subtract(deck)
        for name, difference in wrong.items():
            self._require(
                difference == 0,
                mark("card {card}: {difference} too many"),
                card=plain(name),
                difference=f"{difference:+d}",
            )
        numbers = {name: card for card, name in enumerate(names)}
        for seat, hand in enumerate(position.hands):
            self._require(
                len(hand) <= state.course.hand,
                mark("hand of player {player}: too large"),
                player=seat + 1,
            )
            for name in hand:
                state.hands[seat * CARD_KINDS + numbers[name]] += 1
            state.seats[HELD + seat] = len(hand)
        for i, name in enumerate(reversed(position.deck)):
            state.deck[i] = numbers[name]
        state.deck_count = len(position.deck)
        state.aside = vec[i64]([numbers[name] for name in position.aside])
        for i, name in enumerate(position.discards):
            state.discards[i] = numbers[name]
        state.discard_count = len(position.discards)

    def _lay_distant_tiles(self) -> None:
        position, state = self.position, self.state
        tiles = [*position.turned, *position.distant]
        self._require(
            sorted(tiles) == sorted(state.course.distant), "distant: not the tiles of the edition"
        )
        state.distant = vec[i64](list(reversed(tiles)))
        state.distant_count = len(position.distant)

    def _lay_tiles(self) -> None:
        position, state = self.position, self.state
        kinds = {
            (INDUSTRIES[tile.industry], tile.level): kind
            for kind, tile in enumerate(state.edition.tiles)
        }
        self._require(len(position.stacks) == self.players, "stacks: one for each seat")
        for seat, stacks in enumerate(position.stacks):
            for industry, name in enumerate(INDUSTRIES):
                whole = stack_left(state, seat, industry)
                left = stacks.get(name, [])
                self._require(
                    left == whole[len(whole) - len(left) :],
                    f"stack of {name} of seat {seat}: not what can be left of it",
                )
                state.developed[seat * 5 + industry] = len(whole) - len(left)
        for name, tile in position.board.items():
            self._require(name in self.slots, f"board {name!r:.30}: no such slot")
            slot = self.slots[name]
            kind = kinds.get((tile.industry, tile.level), NONE)
            self._require(
                kind != NONE
                and state.edition.slot_industries[slot] & BIT[state.edition.industry[kind]] != 0
                and state.edition.playable_slots & BIT[slot] != 0,
                f"board {name}: such a tile can't stand here",
            )
            self._require(0 <= tile.owner < self.players, f"board {name}: unknown owner")
            yields = state.edition.cubes[kind]
            self._require(
                0 <= tile.cubes <= (0 if tile.flipped else yields),
                mark("board {slot}: wrong cubes"),
                slot=name,
            )
            state.occupied |= BIT[slot]
            state.tile[slot] = kind
            state.owner[slot] = tile.owner
            state.cubes[slot] = tile.cubes
            if tile.flipped:
                state.flipped |= BIT[slot]
        self._check_tile_counts()

    def _check_tile_counts(self) -> None:
        """A player has only so many tiles of each kind, in the stack and on the board together."""
        state, position = self.state, self.position
        built = Counter((tile.owner, tile.industry, tile.level) for tile in position.board.values())
        for (seat, industry, level), count in built.items():
            left = position.stacks[seat].get(industry, []).count(level)
            all_tiles = next(
                tile.count
                for tile in state.edition.tiles
                if INDUSTRIES[tile.industry] == industry and tile.level == level
            )
            self._require(
                count + left <= all_tiles,
                mark("tiles of player {player}: too many of {industry}, level {level}"),
                player=seat + 1,
                industry=industry,
                level=level,
            )

    def _lay_links(self) -> None:
        state = self.state
        lines = {name: line for line, name in enumerate(line_names())}
        for name, owner in self.position.links.items():
            self._require(name in lines, f"link {name!r:.60}: no such line")
            line = lines[name]
            self._require(0 <= owner < self.players, f"link {name}: unknown owner")
            self._require(
                state.lines_of_period() & BIT[line] != 0,
                mark("link {link}: not in this period"),
                link=name,
            )
            state.linked |= BIT[line]
            state.line_owner[line] = owner
            a, b = state.edition.line_a[line], state.edition.line_b[line]
            state.adjacent[a] |= BIT[b]
            state.adjacent[b] |= BIT[a]
        for seat in range(self.players):
            self._require(
                state.markers_left(seat) >= 0,
                mark("links of player {player}: too many"),
                player=seat + 1,
            )

    def _resume_action(self) -> None:
        position, state = self.position, self.state
        if position.decision is None:
            last = state.period == RAIL and state.round == state.course.rounds
            self._require(last and not any(position.hands), mark("decision: the game is not over"))
            state.over = True
            return
        self._require(position.decision in DECISIONS, "decision: unknown")
        self._require(abs(position.actor or 0) < MAX_INTEGER, "actor: out of range")
        self._require(0 <= position.actions <= 2, "actions: must be 0, 1 or 2")
        self._require(0 <= position.cards_due <= 2, "cards_due: must be 0, 1 or 2")
        state.actions = position.actions
        decision = DECISIONS.index(position.decision)
        if position.action is not None:
            state.action = self._action(position.action)
            if decision == ASK_CARD:
                self._require(state.offers_action(state.action), mark("action: not possible"))
        state.cards_due = position.cards_due
        state.iron_due = position.iron_due
        self._require(0 <= position.repeats <= self._max_repeats(decision), "repeats: out of range")
        state.repeats = position.repeats
        if position.coal_from is not None:
            state.coal_due = True
            for name in position.coal_from:
                self._require(name in facts().ids, f"coal_from {name!r:.30}: no such place")
                state.coal_from |= BIT[facts().ids.index(name)]
        if position.new_slot is not None:
            slot = self.slots.get(position.new_slot, NONE)
            self._require(slot != NONE and state.tile[slot] != NONE, "new_slot: no tile there")
            state.new_slot = slot
        self._check_pending(decision)
        pending = state.ask_again()
        self._require(
            pending
            and state.count > 0
            and state.decision == decision
            and state.actor == position.actor,
            mark("decision: {decision} of seat {seat} does not follow from the position"),
            decision=f"{position.decision!r:.20}",
            seat=position.actor,
        )

    def _check_pending(self, decision: int) -> None:
        """The rest of the pending action must be what this decision leaves to do."""
        position, state = self.position, self.state
        kind = self._action_kind()
        if state.phase == TURNS:
            self._require(
                min(position.money) >= 0, mark("money: negative without a debt to settle")
            )
        seat = state.seat()
        self._require(
            state.seats[HELD + seat] >= position.cards_due,
            mark("cards_due: more than there are in hand"),
        )
        building, linking, developing = kind in BUILDS, kind is Kind.LINK, kind is Kind.DEVELOP
        fits = {
            ASK_ACTION: kind is None and state.actions > 0,
            ASK_CARD: kind is not None
            and position.cards_due in ((1, 2) if kind is Kind.BUILD2 else (1,)),
            ASK_COAL: state.coal_due and (building or (linking and state.period == RAIL)),
            ASK_IRON: state.iron_due and (building or developing),
            ASK_SECOND_RAIL: linking and state.period == RAIL,
            ASK_SECOND_DEVELOPMENT: developing,
            ASK_SALE: kind is Kind.SELL,
            ASK_DEBT: kind is None and state.phase != TURNS,
        }[decision]
        fits = fits and (decision == ASK_DEBT or state.phase == TURNS)
        fits = fits and (decision == ASK_CARD or position.cards_due == 0)
        fits = fits and (decision == ASK_COAL or not state.coal_due)
        fits = fits and (decision in (ASK_IRON, ASK_COAL) or not state.iron_due)
        fits = fits and (state.new_slot != NONE) == (building and decision in (ASK_COAL, ASK_IRON))
        self._require(
            fits,
            mark("decision: {decision} does not fit what is pending"),
            decision=position.decision,
        )
        if state.new_slot != NONE:
            self._check_new_tile(seat, decision)
        elif state.coal_due:
            ends = [
                BIT[state.edition.line_a[line]] | BIT[state.edition.line_b[line]]
                for line in range(LINES)
                if state.line_owner[line] == seat
            ]
            self._require(state.coal_from in ends, "coal_from: not the ends of a link")
            self._require(not state.iron_due, "iron_due: a link needs none")

    def _max_repeats(self, decision: int) -> int:
        if decision in (ASK_COAL, ASK_IRON):
            return 1 if self._action_kind() in (Kind.LINK, Kind.DEVELOP) else 0
        return SLOTS if decision == ASK_SALE else 0

    def _check_new_tile(self, seat: int, decision: int) -> None:
        state, edition = self.state, self.state.edition
        slot = state.new_slot
        tile = state.tile[slot]
        built = decode(state.action)
        self._require(
            state.owner[slot] == seat
            and built.slot == slot
            and built.industry == edition.industry[tile]
            and state.cubes[slot] == 0
            and not state.is_flipped(slot),
            "new_slot: not the tile just built",
        )
        needs_iron = edition.iron[tile] != 0
        self._require(state.iron_due == needs_iron, "iron_due: not what the tile needs")
        if decision == ASK_COAL:
            here = BIT[edition.slot_place[slot]]
            self._require(
                edition.coal[tile] != 0 and state.coal_from == here,
                "coal_from: not what the tile needs",
            )
            cost = iron_cost(state) if needs_iron else 0
            self._require(cost <= state.seats[CASH + seat], "money: not enough for the iron")

    def _action_kind(self) -> Kind | None:
        return None if self.state.action == NONE else decode(self.state.action).kind

    def _action(self, text: str) -> int:
        try:
            action = to_answer(text)
        except IllegalAnswer as error:
            raise InvalidInput("not a position of Brass: action: {error}", error=error) from None
        self._require(decode(action).kind in ACTIONS, "action: not an action")
        return action

    def _require(self, condition: bool, problem: str, /, **values: object) -> None:
        """Refuse the position unless a condition holds.

        What people can get wrong in a form is marked for translation.
        """
        if not condition:
            raise InvalidInput(
                mark("not a position of Brass: {problem}"), problem=Message(problem, values)
            )
