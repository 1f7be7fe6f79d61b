"""The course of an action: one decision after another until both periods are over."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from smokestack.engine.core.stream import Stream
from smokestack.games.brass.rules import answers
from smokestack.games.brass.rules.building import build, finish_build, offer_builds
from smokestack.games.brass.rules.cards import ask_card, discard
from smokestack.games.brass.rules.cotton import (
    ask_sale,
    can_sell,
    sell_to_distant_market,
    sell_to_port,
)
from smokestack.games.brass.rules.development import (
    ask_second_development,
    develop,
    offer_developments,
)
from smokestack.games.brass.rules.hidden import (
    redeal_cards,
    redeal_distant_tiles,
    reshuffle_cards,
)
from smokestack.games.brass.rules.identity import numbers_of
from smokestack.games.brass.rules.links import ask_second_rail, build_link, link_cost, offer_links
from smokestack.games.brass.rules.loans import liquidate, offer_loans, settle_debts, take_loan
from smokestack.games.brass.rules.markets import (
    take_coal,
    take_coal_from,
    take_iron,
    take_iron_from,
)
from smokestack.games.brass.rules.rounds import after_round, end_turn
from smokestack.games.brass.rules.scoring import standing_points, winners
from smokestack.games.brass.rules.survey import Survey
from smokestack.games.brass.rules.table import Table
from smokestack.games.brass.rules.terms import (
    ASK_ACTION,
    ASK_CARD,
    ASK_COAL,
    ASK_DEBT,
    ASK_IRON,
    ASK_SALE,
    ASK_SECOND_DEVELOPMENT,
    ASK_SECOND_RAIL,
    CARD_KINDS,
    DEBTS_AFTER_ROUND,
    DEBTS_BEFORE_TURNS,
    HELD,
    NONE,
    SECOND_RAIL_COST,
    TURNS,
)

_UNSEEN: Final = Stream(0)
_NO_CARDS: Final = vec[i64]()


class Brass(Table):
    """A game of Brass."""

    def apply(self, answer: i64) -> None:
        self.apply_without_listing(answer)
        self._list_actions()

    def apply_without_listing(self, answer: i64) -> None:
        """Leaves out the actions; finding them takes most of the time of the rules."""
        if self.ledger is not None:
            self.ledger.answers += 1
        if self.decision == ASK_ACTION:
            self.action = answer
            two = answers.BUILD2 <= answer < answers.LINK
            self.cards_due = 2 if two else 1
        elif self.decision == ASK_CARD:
            discard(self, answer - answers.DISCARD)
            if self.cards_due == 0:
                self._carry_out()
        elif self.decision == ASK_COAL:
            take_coal_from(self, answer - answers.TAKE_COAL)
        elif self.decision == ASK_IRON:
            take_iron_from(self, answer - answers.TAKE_IRON)
        elif self.decision == ASK_DEBT:
            liquidate(self, answer - answers.LIQUIDATE)
        elif answer == answers.DONE:
            self._end_action()
        elif self.decision == ASK_SECOND_RAIL:
            self.repeats += 1
            build_link(self, answer - answers.LINK, SECOND_RAIL_COST)
        elif self.decision == ASK_SECOND_DEVELOPMENT:
            self.repeats += 1
            develop(self, answer - answers.DEVELOP)
        elif self.decision == ASK_SALE:
            self._sell(answer)
        self._advance()

    def go_on(self) -> None:
        """Carry out everything that needs no answer, up to the next decision or the end."""
        self._advance()
        self._list_actions()

    def _advance(self) -> None:
        while not self._step():
            pass

    def _step(self) -> bool:
        """Carry out one thing that needs no answer; True once a decision is pending."""
        if self.phase != TURNS:
            return self._settle()
        if self.cards_due > 0:
            return ask_card(self)
        if self.coal_due:
            return take_coal(self)
        if self.iron_due:
            return take_iron(self)
        if self.new_slot != NONE:
            finish_build(self)
            return False
        if self.action != NONE:
            return self._repeat()
        if self.actions > 0 and self.seats[HELD + self.seat()] > 0:
            self.count = 0
            self.ask(ASK_ACTION, self.seat())
            return True
        end_turn(self)
        return False

    def _list_actions(self) -> None:
        """List the legal answers of a new action; other decisions list theirs at once."""
        if self.decision == ASK_ACTION and not self.over:
            seat = self.actor
            self.count = 0
            self._offer_actions(seat, self.actions == 2 and self.seats[HELD + seat] > 1)

    def _offer_actions(self, seat: i64, two_cards: bool) -> None:
        """Offer every action that can be completed."""
        survey = Survey(self, seat)
        offer_builds(self, survey, two_cards)
        offer_links(self, survey, link_cost(self))
        offer_developments(self, survey.iron_cost)
        if can_sell(self, survey):
            self.offer(answers.SELL)
        offer_loans(self)
        self.offer(answers.PASS)

    def _carry_out(self) -> None:
        """The cards are discarded: begin the chosen action."""
        action = self.action
        self.repeats = 0
        if action < answers.BUILD2:
            build(self, action - answers.BUILD)
        elif action < answers.LINK:
            build(self, action - answers.BUILD2)
            self.actions = 1
        elif action < answers.DEVELOP:
            build_link(self, action - answers.LINK, link_cost(self))
        elif action < answers.SELL:
            develop(self, action - answers.DEVELOP)
        elif answers.LOAN <= action < answers.PASS:
            take_loan(self, action - answers.LOAN)

    def _repeat(self) -> bool:
        """Ask for what the action may do again, or end it."""
        action = self.action
        asked = False
        if answers.LINK <= action < answers.DEVELOP:
            asked = ask_second_rail(self)
        elif answers.DEVELOP <= action < answers.SELL:
            asked = ask_second_development(self)
        elif action == answers.SELL:
            asked = ask_sale(self)
        if not asked:
            self._end_action()
        return asked

    def _sell(self, answer: i64) -> None:
        self.repeats += 1
        if answer >= answers.DISTANT_SALE:
            if not sell_to_distant_market(self, answer - answers.DISTANT_SALE):
                self._end_action()
            return
        code: i64 = answer - answers.SALE
        sell_to_port(self, code // answers.PORT_SLOTS, code % answers.PORT_SLOTS)

    def _end_action(self) -> None:
        self.action = NONE
        self.repeats = 0
        self.actions -= 1

    def _settle(self) -> bool:
        """Let debtors sell; then the turns begin, or the round is over."""
        if settle_debts(self):
            return True
        if self.phase == DEBTS_BEFORE_TURNS:
            self.phase = TURNS
            return False
        if self.phase == DEBTS_AFTER_ROUND and not after_round(self):
            self.over = True
            self.phase = TURNS
            self.count = 0
            self.ask(ASK_ACTION, 0)  # no decision: the game is over
            return True
        return False

    def ask_again(self) -> bool:
        """Ask for the pending decision again, after loading; False if there is none."""
        if self.phase == TURNS and self.actions == 0 and self.action == NONE:
            return False
        asked = self._step()
        if asked:
            self._list_actions()
        return asked

    def offers_action(self, action: i64) -> bool:
        """Whether an action is possible here, while cards are being discarded for it."""
        self.count = 0
        self._offer_actions(self.seat(), self.actions == 2)
        return self.offers_answer(action)

    def points(self, seat: i64) -> i64:
        return standing_points(self, seat)

    def winners(self) -> i64:
        return winners(self)

    def numbers(self) -> vec[i64]:
        return numbers_of(self)

    def copy(self) -> Brass:
        other = self._open_part(self.hands[:], self.legal[:])
        other.count = self.count
        other.deck = self.deck
        other.aside = self.aside
        other.distant = self.distant
        other.stream = self.stream.copy()
        return other

    def seen_by(self, seat: i64) -> Brass:
        """The open part, the seat's hand, and the legal answers if the seat must answer."""
        hands = vec[i64]([0] * len(self.hands))
        if seat >= 0:
            for card in range(seat * CARD_KINDS, (seat + 1) * CARD_KINDS):
                hands[card] = self.hands[card]
        mine = seat == self.actor
        legal = self.legal[:] if mine else vec[i64]([NONE] * answers.MAX_LEGAL_ANSWERS)
        other = self._open_part(hands, legal)
        other.count = self.count if mine else 0
        other.aside = vec[i64]([NONE] * len(self.aside))
        turned = vec[i64]([NONE] * len(self.distant))
        for i in range(self.distant_count, len(self.distant)):
            turned[i] = self.distant[i]
        other.distant = turned
        return other

    def _open_part(self, hands: vec[i64], legal: vec[i64]) -> Brass:
        """The open part, field by field, without decks, distant tiles and stream."""
        other = Brass(
            self.edition,
            self.seats[:],
            hands,
            _NO_CARDS,
            _NO_CARDS,
            self.discards[:],
            self.developed[:],
            self.tile[:],
            self.owner[:],
            self.cubes[:],
            self.line_owner[:],
            self.adjacent[:],
            _NO_CARDS,
            legal,
            _UNSEEN,
        )
        other.actor = self.actor
        other.decision = self.decision
        other.over = self.over
        other.turn = self.turn
        other.revealed = self.revealed
        other.virtual_link = self.virtual_link
        other.virtual_link_reverse = self.virtual_link_reverse
        other.refill_each_turn = self.refill_each_turn
        other.period = self.period
        other.round = self.round
        other.place = self.place
        other.actions = self.actions
        other.phase = self.phase
        other.deck_count = self.deck_count
        other.discard_count = self.discard_count
        other.occupied = self.occupied
        other.flipped = self.flipped
        other.linked = self.linked
        other.coal = self.coal
        other.iron = self.iron
        other.cotton = self.cotton
        other.distant_count = self.distant_count
        other.action = self.action
        other.cards_due = self.cards_due
        other.coal_due = self.coal_due
        other.coal_from = self.coal_from
        other.iron_due = self.iron_due
        other.new_slot = self.new_slot
        other.repeats = self.repeats
        return other

    def redeal(self, seat: i64, stream: Stream) -> None:
        """Deal the cards and distant tiles that `seat` has not seen; list others' legal answers."""
        redeal_cards(self, seat, stream)
        redeal_distant_tiles(self, stream)
        self.stream = Stream(stream.word())
        if self.actor != seat and not self.over:
            self._step()
            self._list_actions()

    def reshuffle(self, stream: Stream) -> None:
        """Shuffle the deck, the cards set aside and the distant tiles; the hands stay."""
        reshuffle_cards(self, stream)
        redeal_distant_tiles(self, stream)
        self.stream = Stream(stream.word())
