"""What must hold for every response."""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import unquote

import msgspec

from smokestack.server.http.security_headers import SECURITY_HEADERS
from tests.server.fuzz.connection import Reply
from tests.server.fuzz.operations import Operation

PROBLEM_MEDIA_TYPE = "application/problem+json"
_WORDS = re.compile(r"[\w-]{22,}", re.ASCII)
_SECRETS = re.compile(
    r'/seats/([\w-]{43})|token\w*"\s*:\s*"([\w.-]+)"|(?:guest|session)=([\w.-]+)', re.ASCII
)
_LENGTHS = (22, 43, 45)  # guests, tokens, and tokens of sessions, which begin with `s_`


class SecretWatch:
    """Finds tokens of seats, guests and sessions in responses to people who can't know them.

    A secret is what looks like one: the token in the link of a seat, a field named `…token`, the
    cookie of a guest or session. Who has sent or received it before may receive it again.
    """

    def __init__(self) -> None:
        self._secrets: set[str] = set()
        self._known: dict[str, set[str]] = {}

    def note_request(self, guest: str, text: str) -> None:
        known = self._known.setdefault(guest, set())
        known.update(_WORDS.findall(text), _WORDS.findall(unquote(text)))

    def leaks(self, guest: str, text: str) -> list[str]:
        known = self._known.setdefault(guest, set())
        found = set(_WORDS.findall(text))
        leaked = [word for word in found if word in self._secrets and word not in known]
        for groups in _SECRETS.findall(text):
            for secret in groups:
                for part in secret.split("."):
                    if len(part) in _LENGTHS:
                        self._secrets.add(part)
        known |= found
        return leaked


def problems_of(reply: Reply, operation: Operation | None, method: str) -> Iterator[str]:
    """Everything that is wrong with a response, for every kind of client."""
    if not 200 <= reply.status < 500:
        yield f"status {reply.status}"
    if b"Traceback (most recent call last)" in reply.body:
        yield "the body has a traceback"
    for name, value in SECURITY_HEADERS:
        if reply.header(name) != value:
            yield f"header {name} is missing"
    for name, value in reply.headers:
        if name == "set-cookie" and not ("HttpOnly" in value and "SameSite" in value):
            yield f"cookie without HttpOnly and SameSite: {value.partition('=')[0]}"
    if 300 <= reply.status < 400:
        location = reply.header("location")
        if not location.startswith("/") or location.startswith("//") or "\\" in location:
            yield f"redirect to {location!r}"
    if operation is not None and operation.is_api and method not in ("HEAD", "OPTIONS"):
        yield from _contract_problems(reply, operation)


def _contract_problems(reply: Reply, operation: Operation) -> Iterator[str]:
    """What is not as the OpenAPI document says."""
    if not operation.media_types:
        return
    media_type = reply.header("content-type").partition(";")[0]
    if reply.status not in operation.media_types:
        yield f"status {reply.status} is not documented"
        return
    documented = operation.media_types[reply.status]
    if documented and media_type not in documented:
        yield f"media type {media_type!r} is not documented for status {reply.status}"
    validator = operation.validators.get(reply.status)
    if validator is not None and media_type.endswith("json"):
        try:
            data = msgspec.json.decode(reply.body)
        except msgspec.DecodeError as error:
            yield f"the body is not JSON ({error})"
            return
        wrong = next(validator.iter_errors(data), None)
        if wrong is not None:
            yield f"the body does not agree with its schema: {wrong.message[:200]}"
