"""A position of Brass as the fields of a form; `edited_position` reads them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from smokestack.games.brass import GAME
from smokestack.games.brass.formats.notation import card_names, line_names, slot_names
from smokestack.games.brass.formats.position import dump
from smokestack.games.brass.rules.edition import Course
from smokestack.games.brass.rules.terms import (
    ASK_ACTION,
    BIT,
    CANAL,
    CARD_KINDS,
    CASH,
    INDUSTRIES,
    LAST_SPACE,
    MARKER,
    MAX_STACK,
    NONE,
    ORDER,
    PERIODS,
    SCORE,
    SPENT,
)
from smokestack.games.brass.rules.turn import Brass
from smokestack.games.brass.ui import words
from smokestack.presentation.language import tr
from smokestack.presentation.position_form import (
    FieldOption,
    FormField,
    FormRow,
    FormSection,
    choice,
    number,
    player_names,
    player_options,
    single_fields,
    switch,
)

MAX_AMOUNT: Final = 999
MAX_CUBES: Final = 6
EMPTY: Final = ""
AS_IT_IS: Final = "as it is"
NEW_ACTION: Final = "new action"


def position_form(state: Brass, pending: str, option_texts: Mapping[str, str]) -> list[FormSection]:
    """The sections of the form; `pending` is the decision of `state` in words."""
    return [
        _course(state, pending),
        _players(state),
        _tiles(state),
        _links(state),
        _markets(state),
        _stacks(state),
        _cards(state),
        _rules(state, option_texts),
    ]


def _course(state: Brass, pending: str) -> FormSection:
    decisions = [FieldOption(NEW_ACTION, tr("A new action begins"))]
    if state.over or state.decision != ASK_ACTION:
        decisions.insert(0, FieldOption(AS_IT_IS, pending))
    return FormSection(
        tr("Period and turn"),
        single_fields(
            choice(
                "period",
                tr("Period"),
                PERIODS[state.period],
                (FieldOption(name, words.period(number)) for number, name in enumerate(PERIODS)),
            ),
            number("round", tr("Round"), int(state.round), 1, int(state.course.rounds)),
            *(
                choice(
                    f"order-{place}",
                    tr("Place {n} in turn order", n=place + 1),
                    str(int(state.seats[ORDER + place])),
                    player_options(int(state.players)),
                )
                for place in range(state.players)
            ),
            choice(
                "turn-of",
                tr("Whose turn it is"),
                str(int(state.seats[ORDER + state.place % state.players])),
                player_options(int(state.players)),
            ),
            choice(
                "actions",
                tr("Actions left in this turn"),
                str(max(1, int(state.actions))),
                (FieldOption(str(n), str(n)) for n in (1, 2)),
            ),
            choice("decision", tr("What is to be decided"), decisions[0].value, decisions),
            switch(
                "fill_discards",
                tr("Discard cards by chance, as many as the round requires"),
                int(state.discard_count) == cards_played(state.course, dump(state)),
            ),
        ),
    )


def _players(state: Brass) -> FormSection:
    spaces = [
        FieldOption(
            str(space),
            f"{words.money(int(state.course.income[space]))} ({tr('space {n}', n=space)})",
        )
        for space in range(LAST_SPACE + 1)
    ]

    def amount(name: str, title: str, first: int, minimum: int = 0) -> FormRow:
        return _row(
            state,
            title,
            lambda seat, label: number(
                f"{name}-{seat}", label, int(state.seats[first + seat]), minimum, MAX_AMOUNT
            ),
        )

    return FormSection(
        tr("Players"),
        (
            amount("money", tr("Money"), CASH, -MAX_AMOUNT),
            _row(
                state,
                tr("Income"),
                lambda seat, label: choice(
                    f"income-{seat}", label, str(int(state.seats[MARKER + seat])), spaces
                ),
            ),
            amount("vp", tr("Points scored"), SCORE),
            amount("spent", tr("Spent this round"), SPENT),
        ),
        tuple(player_names(int(state.players))),
    )


def _tiles(state: Brass) -> FormSection:
    owners = player_options(int(state.players))
    titles = tr("Tile"), tr("Owner"), tr("Flipped"), tr("Cubes")
    rows = []
    for slot, name in enumerate(slot_names()):
        if not state.edition.playable_slots & BIT[slot]:
            continue
        town = words.plot(state.edition, slot)
        labels = [f"{town}: {title}" for title in titles]
        kind = int(state.tile[slot])
        owner = str(int(state.owner[slot])) if kind != NONE else "0"
        rows.append(
            FormRow(
                town,
                (
                    choice(f"tile-{name}", labels[0], _tile_code(state, kind), _kinds(state, slot)),
                    choice(f"owner-{name}", labels[1], owner, owners),
                    switch(f"flipped-{name}", labels[2], bool(state.is_flipped(slot))),
                    number(f"cubes-{name}", labels[3], int(state.cubes[slot]), 0, MAX_CUBES),
                ),
            )
        )
    return FormSection(tr("Tiles on the map"), tuple(rows), titles, corner=tr("Plot"))


def _links(state: Brass) -> FormSection:
    options = [FieldOption(EMPTY, "–"), *player_options(int(state.players))]
    fields = []
    for line, name in enumerate(line_names()):
        if is_drawn(state, line):
            owner = int(state.line_owner[line])
            label = words.line_name(state.edition, line)
            drawn = state.edition.lines[line]
            if not drawn.rail:
                label = tr("{line} (canal only)", line=label)
            elif not drawn.canal:
                label = tr("{line} (railway only)", line=label)
            value = EMPTY if owner == NONE else str(owner)
            fields.append(choice(f"link-{name}", label, value, options))
    return FormSection(tr("Canals and railways"), single_fields(*fields))


def _markets(state: Brass) -> FormSection:
    course = state.course
    demand = [f"+{int(course.cotton_demand[n])}" for n in range(course.last_demand)]
    steps = [
        FieldOption(str(n), tr("step {n}: {demand}", n=n, demand=text))
        for n, text in enumerate([*demand, tr("none")])
    ]
    cubes = [FieldOption(str(n), words.cubes(n)) for n in range(course.track_size + 1)]
    turned = Counter(dump(state)["turned"])
    every = Counter(int(value) for value in course.distant)
    return FormSection(
        tr("Markets"),
        single_fields(
            choice("coal", tr("Coal"), str(int(state.coal)), cubes),
            choice("iron", tr("Iron"), str(int(state.iron)), cubes),
            choice("cotton", tr("Demand of the distant market"), str(int(state.cotton)), steps),
            *(
                number(
                    f"turned-{value}",
                    tr("Distant tiles −{value} turned, of {count}", value=value, count=count),
                    turned[value],
                    0,
                    count,
                )
                for value, count in sorted(every.items())
            ),
        ),
    )


def _stacks(state: Brass) -> FormSection:
    def stack(industry: int) -> FormRow:
        whole = whole_stack(state, industry)
        options = [
            FieldOption(
                str(gone),
                tr("{level} ({left} left)", level=whole[gone], left=len(whole) - gone),
            )
            for gone in range(len(whole))
        ]
        options.append(FieldOption(str(len(whole)), tr("none left")))
        return _row(
            state,
            words.industry_title(industry),
            lambda seat, label: choice(
                f"stack-{INDUSTRIES[industry]}-{seat}",
                label,
                str(int(state.developed[seat * len(INDUSTRIES) + industry])),
                options,
            ),
        )

    return FormSection(
        tr("Tiles that the players have left"),
        tuple(stack(industry) for industry in range(len(INDUSTRIES))),
        tuple(player_names(int(state.players))),
        text=tr(
            "The level of the tile that is built next, and how many are left. Stacks that you do "
            "not change give the tiles that you put on the map."
        ),
    )


def _cards(state: Brass) -> FormSection:
    discarded = Counter(int(state.discards[n]) for n in range(state.discard_count))
    pile = tr("Discarded")
    rows = []
    for card, name in enumerate(card_names()):
        count = int(state.course.deck[card])
        if not count:
            continue
        title = words.card_name(state.edition, card)
        fields = [
            number(
                f"hand-{name}-{seat}",
                tr("{player}, card {card}", player=player, card=title),
                int(state.hands[seat * CARD_KINDS + card]),
                0,
                count,
            )
            for seat, player in enumerate(player_names(int(state.players)))
        ]
        fields.append(
            number(
                f"discarded-{name}",
                tr("Discarded card {card}", card=title),
                discarded[card],
                0,
                count,
            )
        )
        rows.append(FormRow(tr("{card} (of {count})", card=title, count=count), tuple(fields)))
    return FormSection(
        tr("Cards"),
        tuple(rows),
        (*player_names(int(state.players)), pile),
        text=tr("At most 8 in a hand. Cards that are nowhere else are in the deck."),
        corner=tr("Card"),
    )


def _rules(state: Brass, option_texts: Mapping[str, str]) -> FormSection:
    data = dump(state)
    return FormSection(
        tr("Rules"),
        single_fields(
            *(
                switch(option.name, tr(option_texts[option.name]), data[option.name])
                for option in GAME.options_of(state.edition.name)
            )
        ),
    )


def _row(state: Brass, title: str, field: Callable[[int, str], FormField]) -> FormRow:
    """A row of a table with a column for each player."""
    names = player_names(int(state.players))
    return FormRow(title, tuple(field(seat, f"{name}: {title}") for seat, name in enumerate(names)))


def _kinds(state: Brass, slot: int) -> list[FieldOption]:
    """The tiles that a plot may hold."""
    return [
        FieldOption(EMPTY, "–"),
        *(
            FieldOption(_tile_code(state, kind), words.tile_title(tile))
            for kind, tile in enumerate(state.edition.tiles)
            if state.edition.slot_industries[slot] & BIT[tile.industry]
        ),
    ]


def _tile_code(state: Brass, kind: int) -> str:
    if kind == NONE:
        return EMPTY
    tile = state.edition.tiles[kind]
    return f"{INDUSTRIES[tile.industry]} {tile.level}"


def is_drawn(state: Brass, line: int) -> bool:
    """Whether a line is on the map of this edition, in either period."""
    return (state.edition.canal_lines | state.edition.rail_lines) & BIT[line] != 0


def whole_stack(state: Brass, industry: int) -> list[int]:
    first = industry * (MAX_STACK + 1)
    edition = state.edition
    return [
        edition.tiles[edition.stack[first + place]].level
        for place in range(edition.stack_size[industry])
    ]


def cards_played(course: Course, data: Mapping[str, Any]) -> int:
    """The cards that have been discarded in this period when an action begins."""
    is_canal = data["period"] == PERIODS[CANAL]
    actions = 1 if is_canal and data["round"] == 1 else 2
    rounds = 2 * (data["round"] - 1) - (1 if is_canal and data["round"] > 1 else 0)
    turn = data["place"] * actions + max(0, actions - data["actions"])
    return int(rounds * course.players + turn)
