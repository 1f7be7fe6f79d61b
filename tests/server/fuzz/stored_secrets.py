"""Secrets that are found by looking into the database of the server."""

from __future__ import annotations

import html
import re
import sqlite3

from smokestack.server.domain.tokens import hash_token
from tests.server.fuzz.visitors import Visitor

MIN_ADDRESS = 16  # characters; shorter ones may be part of something else
OWN_SEAT = """
SELECT 1 FROM seats s WHERE s.token_hash = :secret AND
  (s.guest = :guest OR EXISTS (SELECT 1 FROM seat_devices d
   WHERE d.table_id = s.table_id AND d.seat = s.number AND d.guest = :guest)
   OR s.guest = '' AND EXISTS (SELECT 1 FROM tables t WHERE t.id = s.table_id AND t.host = :guest))
"""
SHARED_REMATCH = f"{OWN_SEAT} AND EXISTS (SELECT 1 FROM tables t WHERE t.rematch = s.table_id)"
# What nobody but its owner may see.
ADDRESSES = """
SELECT guest, webhook_url FROM notice_settings WHERE webhook_url != ''
UNION SELECT guest, endpoint FROM push_devices UNION SELECT guest, auth FROM push_devices
UNION SELECT guest, public_key FROM push_devices
"""
HIDDEN_DEALS = "SELECT 1 FROM tables WHERE deal_secret = ? AND status IN ('waiting', 'running')"
HEXADECIMAL = re.compile(r"(?<!\w)[0-9a-f]{64}(?!\w)")
SESSION = "SELECT guest FROM sessions WHERE :token IN (token_hash, previous_hash)"


class StoredSecrets:
    def __init__(self, database: sqlite3.Connection, document: str) -> None:
        self._database = database
        self._document = document

    def is_own(self, visitor: Visitor, secret: str) -> bool:
        """Whether this is the token of a seat that the visitor uses, but has not seen before.

        Those who share a seat also share it in the rematch, which only one of them has requested,
        and someone who signs in sees the seats of the account and the invitations to its tables.
        """
        # A visitor of the API may have a cookie as well: pages use that one.
        for token in [visitor.token, *visitor.cookies.values()]:
            signed_in = self._database.execute(SESSION, {"token": hash_token(token)}).fetchone()
            question = OWN_SEAT if signed_in else SHARED_REMATCH
            guest = signed_in[0] if signed_in else token.partition(".")[0]
            values = {"secret": hash_token(secret), "guest": guest}
            if guest and self._database.execute(question, values).fetchone():
                return True
        return False

    def leaks(self, visitor: Visitor, text: str, request: str) -> list[str]:
        """Secrets of deals that are not revealed, and where others get their notices."""
        found = [
            word
            for word in set(HEXADECIMAL.findall(text))
            if self._database.execute(HIDDEN_DEALS, (word,)).fetchone()
        ]
        shown = html.unescape(text)
        addresses = [row for row in self._database.execute(ADDRESSES) if row[1] in shown]
        if addresses:
            guests = self._guests_of(visitor)
            own = {value for guest, value in addresses if guest in guests}
            found += [
                value
                for _, value in addresses
                if len(value) >= MIN_ADDRESS
                and value not in own
                and value not in request
                and value not in self._document  # an example
            ]
        return found

    def _guests_of(self, visitor: Visitor) -> set[str]:
        found = set()
        for token in [visitor.token, *visitor.cookies.values()]:
            signed_in = self._database.execute(SESSION, {"token": hash_token(token)}).fetchone()
            found.add(signed_in[0] if signed_in else token.partition(".")[0])
        return found
