"""What can be requested, found in the app and in its OpenAPI document.

A new route is covered as soon as the app has it; nothing here names one.
"""

from __future__ import annotations

import re
from typing import Any

import jsonschema_rs
import msgspec
from litestar import Litestar
from litestar.routes import HTTPRoute

Data = dict[str, Any]


class Operation(msgspec.Struct):
    """A method of a route."""

    method: str
    template: str
    """Such as `/tables/{table_id}`."""
    parameters: dict[str, type]
    """The types of the path parameters."""
    query: list[Data] = []
    """The documented query parameters."""
    body: Data | None = None
    """The schema of a JSON body; None for a form or nothing."""
    media_types: dict[int, set[str]] = {}
    """The documented responses: media types by status. Empty for a page."""
    validators: dict[int, Any] = {}
    """Validators of the documented JSON bodies, by status."""

    @property
    def name(self) -> str:
        return f"{self.method} {self.template}"

    @property
    def is_api(self) -> bool:
        return self.template.startswith("/api/")


def operations_of(app: Litestar, document: Data) -> list[Operation]:
    """Every method of every route."""
    found = []
    for route in app.routes:
        if not isinstance(route, HTTPRoute):
            continue
        parameters = {
            part.name: part.type for part in route.path_components if not isinstance(part, str)
        }
        for method in sorted(route.methods):
            operation = Operation(method, route.path_format, parameters)
            documented = document["paths"].get(route.path_format, {}).get(method.lower())
            if documented is not None:
                _describe(operation, documented, document)
            found.append(operation)
    return found


def template_pattern(template: str) -> re.Pattern[str]:
    """Matches the paths of a template; its groups are the path parameters."""
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^/?#]+)", re.escape(template)))


def _describe(operation: Operation, documented: Data, document: Data) -> None:
    parameters = documented.get("parameters", [])
    operation.query = [found for found in parameters if found["in"] == "query"]
    content = documented.get("requestBody", {}).get("content", {})
    if "application/json" in content:
        operation.body = content["application/json"]["schema"]
    operation.media_types, operation.validators = {}, {}
    for status, response in documented["responses"].items():
        operation.media_types[int(status)] = set(response.get("content", {}))
        for media_type, described in response.get("content", {}).items():
            if media_type.endswith("json") and "schema" in described:
                schema = {**described["schema"], "components": document["components"]}
                operation.validators[int(status)] = jsonschema_rs.validator_for(schema)
