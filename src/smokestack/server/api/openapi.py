"""The OpenAPI document, generated from the handlers and their types."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from inspect import Parameter, signature
from typing import Any, Final, get_type_hints

import msgspec
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

import smokestack
from smokestack.server.api.problems import Problem
from smokestack.server.http.errors import PROBLEM_MEDIA_TYPE, PROBLEM_TYPES

REFERENCE: Final = "#/components/schemas/{name}"
DESCRIPTION: Final = """Everything that the web pages do, for programs.

Get a token with `POST /api/v1/guests` and send it as `Authorization: Bearer TOKEN`. Create a table
with `POST /api/v1/tables`, or join one. Get it with `GET /api/v1/tables/ID`; when `my_turn` is
true, send one of `choices` to `POST /api/v1/tables/ID/answers`, with the table's `version` and a
`key` of your choice. `GET /api/v1/tables/ID/events` streams an event whenever the table changes.

Responses contain only what your seat may know. Texts are in English, German, French or Dutch,
according to `Accept-Language`. A declined request changes nothing and returns a problem (RFC 9457)
whose `type` never changes. The rate of requests is limited, most of all of those that change
something; a 429 response says in `Retry-After` how many seconds to wait.
"""
COMMON_PROBLEMS: Final = (
    "bad-request",
    "too-many-requests",
    "misdirected-request",
    "internal-error",
    "service-unavailable",
    "storage-unavailable",
)


def build_openapi(handlers: list[HTTPRouteHandler], root: str) -> dict[str, Any]:
    """The document for handlers whose paths are below `root`."""
    operations = [OperationDocument(handler, root) for handler in handlers]
    types = [kind for operation in operations for kind in operation.types()]
    found, components = msgspec.json.schema_components([*types, Problem], ref_template=REFERENCE)
    schemas = iter(found)
    paths: dict[str, dict[str, Any]] = {}
    for operation in operations:
        entry = operation.describe(schemas)
        paths.setdefault(operation.path, {})[operation.method] = entry
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Smokestack",
            "version": smokestack.__version__,
            "summary": "Play Glasgow and Brass",
            "description": DESCRIPTION,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": [
            {"name": "general", "description": "Games, bots, guests and problem types."},
            {"name": "tables", "description": "Tables, running and finished."},
            {"name": "seats", "description": "Taking, leaving and returning to seats."},
            {"name": "turns", "description": "Answers, undo and hints."},
            {"name": "chat", "description": "Messages, muting and reports."},
            {"name": "hosting", "description": "For the host of a table."},
            {"name": "accounts", "description": "Signing in, devices, profiles and ratings."},
        ],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "guest": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token of a guest, from `POST /api/v1/guests`, or of a "
                    "session, from `POST /api/v1/sessions`.",
                }
            },
        },
    }


class OperationDocument:
    """The part of the document for one handler."""

    def __init__(self, handler: HTTPRouteHandler, root: str) -> None:
        self.handler = handler
        (path,) = handler.paths
        for kind in (":str", ":int"):
            path = path.replace(kind, "")
        self.path = f"{root}{path}"
        (method,) = handler.http_methods
        self.method = method.lower()
        hints = get_type_hints(handler.fn, include_extras=True)
        reply = hints.pop("return")
        self.reply = handler.opt.get("reply", reply)
        self.stream: str = handler.opt.get("media_type", "")
        self.body = hints.pop("data", None)
        hints.pop("request", None)
        self.parameters = hints

    def types(self) -> list[Any]:
        """In the order in which `describe` consumes their schemas."""
        types = list(self.parameters.values())
        if self.body is not None:
            types.append(self.body)
        if not self.stream:
            types.append(self.reply)
        return types

    def describe(self, schemas: Iterator[dict[str, Any]]) -> dict[str, Any]:
        parameters = [self._parameter(name, next(schemas)) for name in self.parameters]
        entry: dict[str, Any] = {
            "operationId": self.handler.fn.__name__,
            "summary": self.handler.summary,
            "tags": list(self.handler.tags or []),
        }
        if self.handler.fn.__doc__:
            entry["description"] = " ".join(self.handler.fn.__doc__.split())
        if parameters:
            entry["parameters"] = parameters
        if self.body is not None:
            content = {"application/json": {"schema": next(schemas)}}
            entry["requestBody"] = {"required": True, "content": content}
        entry["responses"] = self._responses(schemas)
        guest = self.handler.opt.get("guest", "")
        if guest:
            entry["security"] = [{"guest": []}] if guest == "required" else [{"guest": []}, {}]
        return entry

    def _parameter(self, name: str, schema: dict[str, Any]) -> dict[str, Any]:
        in_path = f"{{{name}}}" in self.path
        default = signature(self.handler.fn).parameters[name].default
        return {
            "name": name,
            "in": "path" if in_path else "query",
            "required": default is Parameter.empty,
            "schema": schema,
        }

    def _responses(self, schemas: Iterator[dict[str, Any]]) -> dict[str, Any]:
        media_type = self.stream or "application/json"
        schema = {"type": "string"} if self.stream else next(schemas)
        responses: dict[str, Any] = {
            str(self.handler.status_code): {
                "description": str(self.handler.summary),
                "content": {media_type: {"schema": schema}},
            }
        }
        names = [*COMMON_PROBLEMS, *self.handler.opt.get("problems", ())]
        if self.handler.opt.get("guest"):
            names.append("unauthorized")
        if self.body is not None:
            names += ["content-too-large", "request-timeout"]
        for name in sorted(set(names), key=lambda name: (PROBLEM_TYPES[name].status, name)):
            status = str(PROBLEM_TYPES[name].status)
            text = f"`{name}`: {PROBLEM_TYPES[name].title}."
            if status in responses:
                responses[status]["description"] += f" {text}"
                continue
            problem = {"schema": {"$ref": REFERENCE.format(name="Problem")}}
            responses[status] = {"description": text, "content": {PROBLEM_MEDIA_TYPE: problem}}
            if status == "429":
                responses[status]["headers"] = {
                    "Retry-After": {
                        "description": "Seconds to wait before a retry.",
                        "schema": {"type": "integer"},
                    }
                }
        return responses


def openapi_handler(handlers: list[HTTPRouteHandler], root: str) -> HTTPRouteHandler:
    """Serves the document, which is generated when it is first requested."""

    @cache
    def document() -> bytes:
        return msgspec.json.encode(build_openapi(handlers, root))

    @get("/openapi.json")
    async def openapi() -> Response[bytes]:
        return Response(document(), media_type="application/json")

    return openapi
