"""A table as one visitor sees it: everything that a page needs, made from a view."""

from __future__ import annotations

from datetime import UTC, datetime
from html import escape
from typing import Final

import msgspec
from markupsafe import Markup

from smokestack.engine.language import tr
from smokestack.engine.table_talk import Choice, Deed, Fact
from smokestack.engine.view import SPECTATOR, View
from smokestack.server.departures import is_deserted
from smokestack.server.eyes import name_of, view_of
from smokestack.server.house import House
from smokestack.server.pages import part
from smokestack.server.story import SHOWN, Stories
from smokestack.server.table import RUNNING, Table
from smokestack.server.visitor import Visitor

MOST_RECENT: Final = 24


class Offer(msgspec.Struct, frozen=True):
    """A choice, and whether it can be taken back once it is made."""

    choice: Choice
    reveals: bool


class Group(msgspec.Struct, frozen=True):
    """Choices of one kind."""

    heading: str
    offers: list[Offer]
    on_board: bool
    """Some of them can be chosen on the board as well."""


class Panel(msgspec.Struct, frozen=True):
    """A seat beside the board."""

    number: int
    name: str
    bot: str
    facts: tuple[Fact, ...]
    mine: bool
    acting: bool
    stand_in: bool
    """A bot plays for its guest."""
    left: bool
    deserted: bool
    """A bot may stand in if the others want it."""
    waiting: bool
    """Nobody has taken it yet."""
    link: str
    """Its secret address, for those who may know it."""
    agreed: int
    needed: int
    may_agree: bool
    may_return: bool


class Showing(msgspec.Struct, frozen=True):
    """What the page of a table shows."""

    table: Table
    view: View
    seat: int
    mine: list[int]
    picture: str
    in_words: Markup
    """The table in sentences, as items of a list."""
    prompt: str
    groups: list[Group]
    panels: list[Panel]
    my_links: tuple[tuple[str, str], ...]
    """The names of one's own seats and their secret addresses, for another device."""
    may_leave: tuple[tuple[int, str], ...]
    """One's own seats in a game that goes on, with their names."""
    log: Markup
    """What happened, the latest first."""
    earlier: int
    """How many deeds before those shown."""
    my_turn: bool
    curtain: int
    """The seat to whom the screen must be handed before anything hidden is shown, or -1."""
    may_undo: bool
    thinking: datetime | None
    waits_for_bot: bool
    title: str


def show(
    house: House, stories: Stories, table: Table, visitor: Visitor, asked: int | None
) -> Showing:
    mine = table.seats_of(visitor.guest)
    seat, curtain = _seat_to_show(table, mine, asked)
    view = view_of(table, seat)
    acting = table.actor
    my_turn = acting is not None and acting.number in mine and not acting.bot and curtain < 0
    length = len(table.match.history)
    first = max(0, length - SHOWN)
    deeds = stories.of(table, first)

    def line(number: int, deed: Deed) -> Markup:
        return part("deed_line", number, deed, view.players)

    shown_view = view if my_turn else _watching(table, view)
    panels = [
        _panel(house, table, visitor, number, facts)
        for number, facts in enumerate(table.match.game.facts(view))
    ]
    own = [panel for panel in panels if panel.mine]
    return Showing(
        table=table,
        view=view,
        seat=seat,
        mine=mine,
        picture=table.match.game.picture(shown_view, _recent(table, deeds, seat)).markup(),
        in_words=_items(table.match.game.describe(view)),
        prompt=prompt_of(table, view),
        groups=_groups(table, view) if my_turn else [],
        panels=panels,
        my_links=tuple((panel.name, panel.link) for panel in own if panel.link),
        may_leave=tuple(
            (panel.number, panel.name) for panel in own if not table.finished and not panel.left
        ),
        log=Markup("".join(stories.lines(table, first, line)[::-1])),
        earlier=first,
        my_turn=my_turn,
        curtain=curtain,
        may_undo=house.can_undo(table, visitor.guest),
        thinking=house.thinking(table),
        waits_for_bot=house.waits_for_bot(table),
        title=_title(table, my_turn),
    )


def _items(sentences: list[str]) -> Markup:
    """Escaped all at once, which takes a fraction of the time; none of them has a second line."""
    items = escape("\n".join(sentences)).replace("\n", "</li><li>")
    return Markup(f"<li>{items}</li>")


def _seat_to_show(table: Table, mine: list[int], asked: int | None) -> tuple[int, int]:
    """Whose eyes to look through, and whom to hand the screen to first."""
    if table.finished:
        if asked is not None and 0 <= asked < len(table.seats):
            return asked, -1
        return (mine[0] if mine else SPECTATOR), -1
    if len(mine) < 2:
        return (mine[0] if mine else SPECTATOR), -1
    acting = table.actor
    hidden = table.match.game.hidden_hands
    if acting is None or acting.number not in mine:
        return (SPECTATOR if hidden else mine[0]), -1
    if hidden and asked != acting.number:
        return SPECTATOR, acting.number
    return acting.number, -1


def _watching(table: Table, view: View) -> View:
    """A view with nothing to click: the answers belong to somebody else, or not yet to anybody."""
    if not view.answers:
        return view
    return view_of(table, SPECTATOR)


def _recent(table: Table, deeds: list[Deed], seat: int) -> list[str]:
    """Where something happened since this seat last answered; after its own answer, there."""
    things: list[str] = []
    for number, deed in enumerate(reversed(deeds)):
        if deed.seat == seat and number:
            break
        things += deed.things
    return things[:MOST_RECENT]


def prompt_of(table: Table, view: View) -> str:
    """The standing question, or how the game ended, in words."""
    if table.match.over:
        result = table.match.result
        assert result is not None
        return table.match.game.tell_result(view.players, result)
    if table.resigned >= 0:
        return tr("{name} has resigned. The game is over.", name=view.players[table.resigned])
    if table.finished:
        return tr("Everybody has left. The game is over.")
    if table.status != RUNNING:
        return tr("Waiting for everybody to take a seat.")
    return table.match.game.prompt(view)


def _groups(table: Table, view: View) -> list[Group]:
    groups: dict[str, list[Offer]] = {}
    state = table.match.state
    for choice in table.match.game.choices(view):
        after = state.copy()
        after.glance = True
        after.apply(choice.answer)
        reveals = after.over or after.revealed != state.revealed
        groups.setdefault(choice.group, []).append(Offer(choice, bool(reveals)))
    return [
        Group(heading, offers, any(offer.choice.thing for offer in offers))
        for heading, offers in groups.items()
    ]


def _panel(house: House, table: Table, visitor: Visitor, number: int, facts: list[Fact]) -> Panel:
    seat = table.seats[number]
    mine = bool(visitor.guest) and seat.guest == visitor.guest
    may_know = mine or (seat.free and table.host == visitor.guest)
    people = [
        other.number
        for other in table.seats
        if other.number != number and other.guest and not other.left and not other.bot
    ]
    deserted = is_deserted(table, seat, datetime.now(UTC)) and (seat.left or not mine)
    mine_there = [other for other in table.seats_of(visitor.guest) if other in people]
    return Panel(
        number=number,
        name=name_of(seat),
        bot=seat.bot,
        facts=tuple(facts),
        mine=mine,
        acting=table.actor is not None and table.actor.number == number,
        stand_in=bool(seat.guest and seat.bot),
        left=seat.left,
        deserted=deserted,
        waiting=seat.free,
        link=f"/seats/{house.seat_token(table, number)}" if may_know else "",
        agreed=len(seat.agreed),
        needed=len(people),
        may_agree=(deserted and any(other not in seat.agreed for other in mine_there)),
        may_return=mine and (seat.left or bool(seat.bot)) and not table.finished,
    )


def _title(table: Table, my_turn: bool) -> str:
    game = table.match.game.title
    if my_turn:
        return tr("Your turn – {game}", game=game)
    if table.finished:
        return tr("Game over – {game}", game=game)
    if table.actor is not None:
        return tr("{name}'s turn – {game}", name=name_of(table.actor), game=game)
    return tr("Waiting – {game}", game=game)
