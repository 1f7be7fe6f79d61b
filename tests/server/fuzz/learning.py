"""What a visitor learns from responses: ids, tokens, answers, forms and links."""

from __future__ import annotations

import json
import random
from collections import deque
from typing import Any

from tests.server.fuzz.connection import Reply
from tests.server.fuzz.forms import forms_of, urls_of
from tests.server.fuzz.operations import Operation, template_pattern
from tests.server.fuzz.values import Values
from tests.server.fuzz.visitors import Visitor


class Learner:
    def __init__(self, rng: random.Random, values: Values, operations: list[Operation]) -> None:
        self.rng = rng
        self.values = values
        self._patterns = [
            (operation, template_pattern(operation.template)) for operation in operations
        ]

    def learn(self, visitor: Visitor, reply: Reply) -> None:
        """Remember what the server offers: ids, tokens, answers, forms and links."""
        for name, value in reply.headers:
            if name == "set-cookie":
                cookie, _, content = value.partition(";")[0].partition("=")
                visitor.cookies[cookie] = content
                if "csrf" in cookie:
                    visitor.csrf = content
            elif name == "location":
                self.learn_url(visitor, value)
        media_type = reply.header("content-type")
        if not reply.body:
            return
        if media_type.partition(";")[0].endswith("json"):
            self._learn_json(visitor, reply)
        elif media_type.startswith("text/html") and reply.status < 400 and self.rng.random() < 0.3:
            self._learn_html(visitor, reply)

    def _learn_json(self, visitor: Visitor, reply: Reply) -> None:
        data = json.loads(reply.body)
        for found in data if isinstance(data, list) else [data]:
            self.learn_table(visitor, found)

    def learn_table(self, visitor: Visitor, data: Any) -> None:
        """Remember the values of a JSON object; those of a table are also used together."""
        names: dict[str, list[Any]] = {}
        _flatten(data, "", names)
        for name, values in names.items():
            for value in values[:10]:
                self.values.learn(name, value)
                if isinstance(value, str) and value.startswith("/"):
                    self.learn_url(visitor, value)
        if "id" in names and "version" in names:
            visitor.contexts.append(names)

    def _learn_html(self, visitor: Visitor, reply: Reply) -> None:
        html = reply.text
        for url in urls_of(html):
            self.learn_url(visitor, url)
        for form in forms_of(html):
            for name in form.fields:
                self.values.learn("field", name)
            path = form.action.partition("?")[0]
            for operation, pattern in self._patterns:
                if operation.method == "POST" and pattern.fullmatch(path):
                    offered = visitor.forms.setdefault(operation.name, deque(maxlen=20))
                    offered.append(form)

    def learn_url(self, visitor: Visitor, url: str) -> None:
        path = url.partition("?")[0].partition("#")[0]
        for operation, pattern in self._patterns:
            if found := pattern.fullmatch(path):
                for name, value in found.groupdict().items():
                    self.values.learn(name, value)
                if operation.method == "GET":
                    visitor.links.append((operation.name, url.partition("#")[0]))


def _flatten(value: Any, name: str, found: dict[str, list[Any]]) -> None:
    """All texts and numbers inside a JSON value, by the name of their field."""
    if isinstance(value, dict):
        for key, inside in value.items():
            _flatten(inside, key, found)
    elif isinstance(value, list):
        for inside in value[:50]:
            _flatten(inside, name, found)
    elif isinstance(value, str | int) and value != "":
        found.setdefault(name, []).append(value)
