"""The forms and links of HTML pages, found as a browser would."""

from __future__ import annotations

import re
from html import unescape

import msgspec

_FORM = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.DOTALL)
_FIELD = re.compile(r"<(input|button|textarea|option|select)\b([^>]*)>([^<]*)")
_ABOUT = re.compile(r'data-about="(/[^"]*)"')
_THING = re.compile(r'data-thing="([^"]+)"')
_ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')
_URL = re.compile(r'(?:href|action|src|hx-get|hx-post|data-url)="(/[^"]*)"')


class Form(msgspec.Struct, frozen=True):
    action: str
    fields: dict[str, list[str]]
    """The possible values of each field."""


def forms_of(html: str) -> list[Form]:
    """The forms of a page that submit with POST."""
    found = []
    for head, inside in _FORM.findall(html):
        attributes = dict(_ATTRIBUTE.findall(head))
        if attributes.get("method", "get").lower() != "post":
            continue
        fields: dict[str, list[str]] = {}
        select = ""
        for tag, text, content in _FIELD.findall(inside):
            field = dict(_ATTRIBUTE.findall(text))
            if tag == "select":
                select = field.get("name", "")
                continue
            name = select if tag == "option" else field.get("name", "")
            if name:
                value = content if tag == "textarea" else field.get("value", "")
                fields.setdefault(unescape(name), []).append(unescape(value))
        found.append(Form(unescape(attributes.get("action", "")), fields))
    return found


def urls_of(html: str) -> set[str]:
    """The addresses on a page, and those of the descriptions of some things on its board."""
    things = _THING.findall(html)[:3]
    about = [f"{address}{thing}" for address in _ABOUT.findall(html) for thing in things]
    return {unescape(url) for url in [*_URL.findall(html), *about]}
