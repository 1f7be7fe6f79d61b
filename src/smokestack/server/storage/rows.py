"""Tables as rows of the database; `table_reader` makes tables of them again."""

from __future__ import annotations

from typing import Any

import msgspec

from smokestack.server.domain.bot_job import BotJob
from smokestack.server.domain.table import Mute, Seat, Table


def setup_row(table: Table) -> dict[str, Any]:
    """Columns that never change; names and contributions are stored with their seats."""
    setup = table.setup
    deal = setup.deal
    return {
        "id": table.id,
        "game": setup.game,
        "edition": setup.edition,
        "options": setup.options,
        "seed": setup.seed,
        "deal_table": deal and deal.table,
        "deal_secret": deal and deal.secret,
        "deal_commitment": deal and deal.commitment,
        "rules": setup.rules,
        "first_seat": setup.first,
        "tiles": setup.tiles,
        "host": table.host,
        "created": table.created,
        "inherited_answers": table.inherited_answers,
        "hints": table.hints,
        "absence_minutes": table.absence_minutes,
        "address": table.origin.address,
        "network": table.origin.network,
        "pace": msgspec.to_builtins(table.pace) if table.pace.has_clock else None,
        "rated": table.rated,
        "tournament": table.tournament,
    }


def table_row(table: Table) -> dict[str, Any]:
    """Columns that may change."""
    actor = table.actor
    return {
        "version": table.version,
        "revision": table.revision,
        "status": table.status,
        "open": table.open,
        "actor": None if actor is None else actor.number,
        "changed": table.changed,
        "decision_since": table.decision_since,
        "resigned": table.resigned,
        "rematch": table.rematch,
        "chat_locked": table.chat_locked,
        "removed_guests": table.removed_guests,
        "last_announcement": last_announcement(table),
        "clock": None if table.clock is None else msgspec.to_builtins(table.clock),
    }


def last_announcement(table: Table) -> int:
    return table.announcements[-1].number if table.announcements else 0


def seat_row(table_id: str, seat: Seat) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "number": seat.number,
        "name": seat.name,
        "guest": seat.guest,
        "bot": seat.bot,
        "has_left": seat.has_left,
        "bot_votes": seat.bot_votes,
        "proposed_bot": seat.proposed_bot,
        "token_nonce": seat.token_nonce,
        "token_hash": seat.token_hash or None,
        "contribution": seat.contribution,
        "used_token_hash": seat.used_token_hash,
        "automatic": seat.automatic,
    }


def device_rows(table_id: str, seat: Seat) -> list[dict[str, Any]]:
    return [
        {"table_id": table_id, "seat": seat.number, "guest": guest, "number": number}
        for number, guest in enumerate(seat.devices)
    ]


def answer_rows(table: Table, first: int) -> list[dict[str, Any]]:
    """The answers from number `first` on, in notation, since integers may change with the rules."""
    if not table.answer_log:
        return []
    match = table.match
    return [
        {
            "table_id": table.id,
            "number": number,
            "text": match.game.to_text(match.history[number]),
            "seat": meta.seat,
            "by_bot": meta.by_bot,
            "reveals": meta.reveals,
            "at": meta.at,
        }
        for number, meta in enumerate(table.answer_log[first:], first)
    ]


def chat_message_row(table: Table) -> dict[str, Any]:
    """The latest chat message."""
    message = table.chat_messages[-1]
    return {
        "table_id": table.id,
        "number": message.number,
        "author": message.author,
        "name": message.name,
        "seat": message.seat,
        "text": message.text,
        "at": message.at,
    }


def announcement_rows(table: Table, after: int) -> list[dict[str, Any]]:
    """The announcements with greater numbers than `after`."""
    return [
        {"table_id": table.id, **msgspec.structs.asdict(announcement)}
        for announcement in table.announcements
        if announcement.number > after
    ]


def mute_row(table_id: str, mute: Mute) -> dict[str, Any]:
    return {"table_id": table_id, **msgspec.structs.asdict(mute)}


def bot_job_row(job: BotJob, table: Table) -> dict[str, Any]:
    """A job that no process works on yet."""
    return {
        "table_id": job.table_id,
        "host": table.host,
        "address": table.origin.address,
        "attended": table.attended,
        "version": job.version,
        "seat": job.seat,
        "bot": job.bot,
        "queued_at": table.decision_since,
        "lease_owner": None,
        "lease_expires": None,
        "failures": 0,
    }
