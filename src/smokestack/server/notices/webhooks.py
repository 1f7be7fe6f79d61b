"""The body of a webhook, in the form that its receiver expects."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any

import msgspec

from smokestack.server.domain.notice_texts import NoticeText
from smokestack.server.domain.notices import DISCORD_FORM, SLACK_FORM


def webhook_body(
    form: str, kind: str, table_id: str, text: NoticeText, link: str, now: datetime
) -> bytes:
    """`link` is empty if the operator has not set the public URL of the server."""
    return msgspec.json.encode(_body(form, kind, table_id, text, link, now))


def _body(
    form: str, kind: str, table_id: str, text: NoticeText, link: str, now: datetime
) -> dict[str, Any]:
    if form == DISCORD_FORM:
        lines = [f"**{_discord(text.title)}**", _discord(text.body), *([link] if link else [])]
        return {"content": "\n".join(lines), "allowed_mentions": {"parse": []}}
    if form == SLACK_FORM:
        lines = [f"*{_slack(text.title)}*", _slack(text.body), *([f"<{link}>"] if link else [])]
        return {"text": "\n".join(lines)}
    return {
        "kind": kind,
        "table": table_id or None,
        "title": text.title,
        "text": text.body,
        "link": link or None,
        "at": now,
    }


def _discord(text: str) -> str:
    """Names and chat are shown as they are, without mentions, links or format."""
    return re.sub(r"([\\`*_~|>\[\]()@#<:])", r"\\\1", text)


def _slack(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
