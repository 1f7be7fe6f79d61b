"""Actions of the log as HTML.

Each answer brings a new one, and a template takes many times as long.
"""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup, escape

from smokestack.presentation.table_text import ActionEntry, Change
from smokestack.server.pages.icons import icon


def action_text(entry: ActionEntry, names: Sequence[str]) -> Markup:
    """Who did what, and what it changed."""
    details = ""
    if entry.details:
        details = f'<span class="details">{escape(" · ".join(entry.details))}</span>'
    actor, changes = escape(names[entry.seat]), change_list(entry.changes, names)
    return Markup(f"<b>{actor}</b> {escape(entry.sentence)}{details}{changes}")


def log_line(entry: ActionEntry, text: Markup) -> Markup:
    """The line of an action; a button if there is something to point out on the board."""
    things = given = ""
    element = "span"
    if entry.things:
        things = f' data-things="{escape(" ".join(entry.things))}"'
        element, given = "button", ' type="button"'
    return Markup(
        f'<li id="entry-{entry.first}" class="log-entry seat-{entry.seat}" '
        f'data-last="{entry.last}"{things}>{_dot(entry.seat)}'
        f'<{element}{given} class="entry-text">{text}</{element}></li>'
    )


def change_list(changes: Sequence[Change], names: Sequence[str]) -> Markup:
    """Amounts that grew or shrank, with their causes."""
    if not changes:
        return Markup()
    items = "".join([_change(change, names[change.seat]) for change in changes])
    return Markup(f'<span class="changes">{items}</span>')


def _change(change: Change, name: str) -> str:
    title = cause = ""
    if change.cause:
        title, cause = f' title="{escape(change.cause)}"', f" <small>{escape(change.cause)}</small>"
    image = icon(change.icon) if change.icon else ""
    return (
        f'<span class="change"{title}>{_dot(change.seat)}'
        f'<span class="visually-hidden">{escape(name)}</span> '
        f"{image}{escape(change.text)}{cause}</span>"
    )


def _dot(seat: int) -> str:
    return f'<span class="dot seat-{seat}" aria-hidden="true"></span>'
