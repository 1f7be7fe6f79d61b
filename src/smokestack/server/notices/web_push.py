"""Web Push: messages encrypted for one browser (RFC 8291), signed with the server's key (RFC 8292).

The push service of the browser's maker passes them on and can't read them.
"""

from __future__ import annotations

import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as InvalidBase64
from datetime import datetime, timedelta
from typing import Final
from urllib.parse import urlsplit

import http_ece
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from smokestack.server.domain.notice_texts import NoticeText
from smokestack.server.domain.notices import PushDevice
from smokestack.server.domain.tokens import TokenSigner

ORDER_OF_P256: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
SIGNATURE_HOURS: Final = 12
PUBLIC_KEY_BYTES: Final = 65
AUTH_BYTES: Final = 16
TOPIC_LENGTH: Final = 32


class PushSender:
    """The push key is derived from the server's key, so all processes and machines of a server have
    the same one, and there is no other file to protect."""

    def __init__(self, signer: TokenSigner, contact: str) -> None:
        digest = hashlib.sha512(signer.secret("push").encode()).digest()
        number = int.from_bytes(digest, "big") % (ORDER_OF_P256 - 1) + 1
        self._key = ec.derive_private_key(number, ec.SECP256R1())
        self._contact = contact
        raw = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public_key = urlsafe_b64encode(raw).decode().rstrip("=")
        """As browsers need it to subscribe."""

    def request(
        self,
        device: PushDevice,
        text: NoticeText,
        path: str,
        topic: str,
        lifetime: timedelta,
        now: datetime,
    ) -> tuple[dict[str, str], bytes]:
        """The headers and the body of a message; a later one with the same topic replaces it."""
        message = {"title": text.title, "body": text.body, "path": path, "tag": topic}
        content: bytes = http_ece.encrypt(
            msgspec.json.encode(message),
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=_decode(device.public_key),
            auth_secret=_decode(device.auth),
            version="aes128gcm",
        )
        parts = urlsplit(device.endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": int((now + timedelta(hours=SIGNATURE_HOURS)).timestamp()),
            "sub": self._contact,
        }
        headers = {
            "content-type": "application/octet-stream",
            "content-encoding": "aes128gcm",
            "ttl": str(int(lifetime.total_seconds())),
            "urgency": "normal",
            "topic": urlsafe_b64encode(hashlib.sha256(topic.encode()).digest()).decode()[
                :TOPIC_LENGTH
            ],
            "authorization": str(Vapid02(self._key).sign(claims)["Authorization"]),
        }
        return headers, content


def are_valid_keys(public_key: str, auth: str) -> bool:
    """Whether messages can be encrypted with the keys of a browser."""
    try:
        point = _decode(public_key)
        if len(point) != PUBLIC_KEY_BYTES or len(_decode(auth)) != AUTH_BYTES:
            return False
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    except ValueError:  # also InvalidBase64
        return False
    return True


def _decode(text: str) -> bytes:
    if not text.isascii():
        raise InvalidBase64
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
