"""The OpenAPI document: made from the handlers and the types of what they take and give."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, get_type_hints

import msgspec
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

import smokestack
from smokestack.server.api.problems import KINDS, PROBLEM, Problem

REFERENCE: Final = "#/components/schemas/{name}"
ABOUT: Final = """Everything that the web table does, for programs.

Get a token with `POST /api/v1/guests` and send it as `Authorization: Bearer TOKEN`. Set up a table
with `POST /api/v1/tables`, or join one. Look at it with `GET /api/v1/tables/ID`; when `my_turn` is
true, answer with one of `choices` (`POST /api/v1/tables/ID/answers`), along with the table's
`version` and a `key` of your own. Listen to `GET /api/v1/tables/ID/events` to hear when there is
something new.

A table shows you what your seat may know and nothing more. Texts are in English, German, French or
Dutch, as `Accept-Language` asks. What is declined changes nothing and comes back as a problem
(RFC 9457) whose `type` never changes. Requests that change something are limited in number; a 429
says in `Retry-After` how many seconds to wait.
"""
EVERYWHERE: Final = ("bad-request", "too-much", "wrong-host", "our-mistake", "overloaded")


def make_document(handlers: list[HTTPRouteHandler], root: str) -> dict[str, Any]:
    """The document for all handlers, whose paths are below `root`."""
    operations = [Operation(handler, root) for handler in handlers]
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
            "summary": "Glasgow and Brass for programs",
            "description": ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "tags": [
            {"name": "house", "description": "What is played here, and who you are."},
            {"name": "tables", "description": "Tables, and what is left of them."},
            {"name": "seats", "description": "Who sits where."},
            {"name": "playing", "description": "Answers and talk."},
        ],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "guest": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "The token of a guest, from `POST /api/v1/guests`.",
                }
            },
        },
    }


class Operation:
    """One handler, as the document tells of it."""

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
        """In the order in which `describe` takes their schemas."""
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
            entry["security"] = [{"guest": []}] if guest == "needed" else [{"guest": []}, {}]
        return entry

    def _parameter(self, name: str, schema: dict[str, Any]) -> dict[str, Any]:
        in_path = f"{{{name}}}" in self.path
        return {
            "name": name,
            "in": "path" if in_path else "query",
            "required": in_path,
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
        slugs = [*EVERYWHERE, *self.handler.opt.get("problems", ())]
        if self.handler.opt.get("guest"):
            slugs.append("unknown-guest")
        if self.body is not None:
            slugs += ["too-large", "too-slow"]
        for slug in sorted(set(slugs), key=lambda slug: (KINDS[slug].status, slug)):
            status = str(KINDS[slug].status)
            told = f"`{slug}`: {KINDS[slug].title}."
            if status in responses:
                responses[status]["description"] += f" {told}"
                continue
            problem = {"schema": {"$ref": REFERENCE.format(name="Problem")}}
            responses[status] = {"description": told, "content": {PROBLEM: problem}}
            if status == "429":
                responses[status]["headers"] = {
                    "Retry-After": {
                        "description": "Seconds to wait before another try.",
                        "schema": {"type": "integer"},
                    }
                }
        return responses


def document_handler(handlers: list[HTTPRouteHandler], root: str) -> HTTPRouteHandler:
    """Serves the document, which is made once."""
    document = msgspec.json.encode(make_document(handlers, root))

    @get("/openapi.json")
    async def openapi() -> Response[bytes]:
        return Response(document, media_type="application/json")

    return openapi
