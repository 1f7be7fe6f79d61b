"""Passkeys in software: what a browser would answer to the options of a server."""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT_AND_VERIFIED = 0x05
WITH_CREDENTIAL = 0x40


class Authenticator:
    """One passkey for one site."""

    def __init__(self, origin: str, host: str) -> None:
        self._origin = origin
        self._site = sha256(host.encode()).digest()
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._id = secrets.token_bytes(16)

    def create(self, options: dict[str, Any]) -> str:
        """The response to `PublicKeyCredentialCreationOptions`, as JSON."""
        point = self._key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32), -3: point.y.to_bytes(32)}
        data = (
            self._data(PRESENT_AND_VERIFIED | WITH_CREDENTIAL)
            + bytes(16)
            + len(self._id).to_bytes(2)
            + self._id
            + cbor2.dumps(key)
        )
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._response(
            clientDataJSON=self._client_data("webauthn.create", options),
            attestationObject=attestation,
        )

    def get(self, options: dict[str, Any]) -> str:
        """The response to `PublicKeyCredentialRequestOptions`, as JSON."""
        data = self._data(PRESENT_AND_VERIFIED)
        client_data = self._client_data("webauthn.get", options)
        signed = data + sha256(client_data).digest()
        return self._response(
            clientDataJSON=client_data,
            authenticatorData=data,
            signature=self._key.sign(signed, ec.ECDSA(SHA256())),
        )

    def _data(self, flags: int) -> bytes:
        return self._site + bytes([flags]) + bytes(4)

    def _client_data(self, kind: str, options: dict[str, Any]) -> bytes:
        content = {"type": kind, "challenge": options["challenge"], "origin": self._origin}
        return json.dumps(content).encode()

    def _response(self, **parts: bytes) -> str:
        response = {name: _encode(part) for name, part in parts.items()}
        own_id = _encode(self._id)
        credential = {"id": own_id, "rawId": own_id, "type": "public-key", "response": response}
        return json.dumps({**credential, "clientExtensionResults": {}})


def _encode(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")
