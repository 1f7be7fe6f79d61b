"""Passkeys (WebAuthn): signing up and in without a password.

Each challenge works once and for a few minutes. It comes back signed inside the response, so the
server finds it by its hash.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
from datetime import timedelta
from typing import Final

import msgspec
from webauthn import (
    base64url_to_bytes,
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import bytes_to_base64url
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from smokestack.presentation.language import tr
from smokestack.server.accounts.service import AccountService
from smokestack.server.domain.account import (
    Passkey,
    Proof,
    Session,
    Site,
    device_name,
    read_account_name,
)
from smokestack.server.domain.errors import InvalidAction, SignInFailed
from smokestack.server.domain.time_source import TimeSource
from smokestack.server.domain.tokens import hash_token
from smokestack.server.storage import one_time_tokens, passkeys
from smokestack.server.storage.accounts import KnownPasskey
from smokestack.server.storage.async_database import AsyncDatabase
from smokestack.server.storage.writer import AFTER_ALL_TABLES

REGISTER: Final = "register-passkey"
SIGN_IN: Final = "passkey-sign-in"
SIGN_UP: Final = "passkey-sign-up"
LIFETIME: Final = timedelta(minutes=5)
CHALLENGE_BYTES: Final = 32
NAME: Final = "Smokestack"
MAX_CREDENTIAL_LENGTH: Final = 1400  # of its id, in base64url

log = logging.getLogger(__name__)


class PasskeyService:
    """Every refusal is a `DomainError` in the language in use, and changes nothing."""

    def __init__(
        self, database: AsyncDatabase, source: TimeSource, account_service: AccountService
    ) -> None:
        self._database = database
        self._source = source
        self._accounts = account_service

    async def passkeys(self, guest: str) -> list[Passkey]:
        return await self._database.read(passkeys.of_guest, guest)

    async def check_owner(self, guest: str, proof: Proof) -> None:
        """`SignInFailed` unless the password is correct, or without one a passkey."""
        if (await self._accounts.account(guest)).has_password:
            await self._accounts.check_password(guest, proof.password)
            return
        if not proof.passkey:
            raise SignInFailed(tr("This account has no password. Please confirm with a passkey."))
        if (await self._verified(proof.passkey, proof.site)).guest != guest:
            raise _failed()

    async def change_password(self, session: Session, proof: Proof, new: str) -> None:
        """Change the password, or give the account one; all other devices are signed out."""
        await self.check_owner(session.guest, proof)
        await self._accounts.change_password(session, new)

    async def sign_up_options(self, guest: str, name: str, site: Site) -> str:
        """What a browser needs to make a passkey for a new account, as JSON."""
        name = read_account_name(name)
        await self._accounts.check_free(name)
        return await self._creation_options(SIGN_UP, guest, name, site)

    async def sign_up(
        self, guest: str, response: str, user_agent: str, site: Site, code: str | None = None
    ) -> str:
        """Give a guest an account that has a passkey and no password; returns a token."""
        challenge, name = await self._take_challenge(SIGN_UP, guest, response)
        new = self._verified_new(guest, response, challenge, user_agent, site)
        try:
            return await self._accounts.sign_up_with_passkey(name, new, user_agent, code)
        except KnownPasskey:
            raise _not_accepted() from None

    async def registration_options(self, guest: str, proof: Proof, site: Site) -> str:
        """What a browser needs to make one more passkey for an account, as JSON."""
        await self.check_owner(guest, proof)
        account = await self._accounts.account(guest)
        return await self._creation_options(REGISTER, guest, account.name, site)

    async def register(self, guest: str, response: str, user_agent: str, site: Site) -> None:
        """Add the passkey that a browser made."""
        challenge, _ = await self._take_challenge(REGISTER, guest, response)
        new = self._verified_new(guest, response, challenge, user_agent, site)
        if not await self._database.write_counted(AFTER_ALL_TABLES, passkeys.add, new):
            raise _not_accepted()

    async def _creation_options(self, purpose: str, guest: str, name: str, site: Site) -> str:
        options = generate_registration_options(
            rp_id=site.host,
            rp_name=NAME,
            user_name=name,
            user_id=hashlib.sha256(guest.encode()).digest(),
            challenge=await self._new_challenge(purpose, guest, name),
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED,
                user_verification=UserVerificationRequirement.PREFERRED,
            ),
            exclude_credentials=[
                PublicKeyCredentialDescriptor(id=base64url_to_bytes(known.credential))
                for known in await self.passkeys(guest)
            ],
        )
        return options_to_json(options)

    def _verified_new(
        self, guest: str, response: str, challenge: bytes, user_agent: str, site: Site
    ) -> Passkey:
        """The passkey that a browser made, unless the response to the challenge is wrong."""
        try:
            verified = verify_registration_response(
                credential=response,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
            )
        except Exception as error:  # the library raises many kinds for what is malformed
            _log_refusal(error)
            raise _not_accepted() from None
        credential = bytes_to_base64url(verified.credential_id)
        if len(credential) > MAX_CREDENTIAL_LENGTH:
            raise _not_accepted()
        return Passkey(
            0,
            guest,
            credential,
            verified.credential_public_key,
            verified.sign_count,
            device_name(user_agent),
            self._source.now(),
        )

    async def sign_in_options(self, site: Site) -> str:
        """What a browser needs to find a passkey, as JSON; it names no account."""
        options = generate_authentication_options(
            rp_id=site.host, challenge=await self._new_challenge(SIGN_IN, "")
        )
        return options_to_json(options)

    async def sign_in(self, response: str, user_agent: str, site: Site) -> str:
        """The token of a new session; `SignInFailed` if the passkey is not one of ours."""
        known = await self._verified(response, site)
        return await self._accounts.sign_in_with_passkey(known.guest, user_agent)

    async def _verified(self, response: str, site: Site) -> Passkey:
        """The passkey that a browser has used; `SignInFailed` if it is not one of ours."""
        try:
            challenge, _ = await self._take_challenge(SIGN_IN, "", response)
        except InvalidAction:
            raise _failed() from None
        credential = msgspec.json.decode(response, type=_Credential)
        known = await self._database.read(passkeys.find, credential.id[:MAX_CREDENTIAL_LENGTH])
        if known is None:
            raise _failed()
        try:
            verified = verify_authentication_response(
                credential=response,
                expected_challenge=challenge,
                expected_rp_id=site.host,
                expected_origin=site.origin,
                credential_public_key=known.public_key,
                credential_current_sign_count=known.sign_count,
            )
        except Exception as error:
            _log_refusal(error)
            raise _failed() from None
        await self._database.write(
            AFTER_ALL_TABLES, passkeys.note_use, known.number, verified.new_sign_count
        )
        return known

    async def remove(self, guest: str, number: int) -> None:
        try:
            removed = await self._database.write(AFTER_ALL_TABLES, passkeys.remove, guest, number)
        except passkeys.OnlyKey:
            raise InvalidAction(
                tr("This is your only passkey. Please set a password first, or make another one.")
            ) from None
        if not removed:
            raise InvalidAction(tr("You have no such passkey."))

    async def _new_challenge(self, purpose: str, guest: str, data: str = "") -> bytes:
        challenge = secrets.token_bytes(CHALLENGE_BYTES)
        now = self._source.now()
        await self._database.write(
            AFTER_ALL_TABLES,
            one_time_tokens.add,
            hash_token(bytes_to_base64url(challenge)),
            purpose,
            guest,
            data,
            now,
            now + LIFETIME,
        )
        return challenge

    async def _take_challenge(self, purpose: str, guest: str, response: str) -> tuple[bytes, str]:
        """The challenge that a response answers and its data; it can't be answered again."""
        try:
            credential = msgspec.json.decode(response, type=_Credential)
            signed = base64url_to_bytes(credential.response.client_data)
            challenge = msgspec.json.decode(signed, type=_ClientData).challenge
            decoded = base64url_to_bytes(challenge)
        except ValueError:  # also errors of msgspec and of base64
            raise _not_accepted() from None
        found = await self._database.write(
            AFTER_ALL_TABLES,
            one_time_tokens.take,
            hash_token(bytes_to_base64url(decoded)),
            purpose,
            self._source.now(),
        )
        if found is None or found[0] != guest:
            raise _not_accepted()
        return decoded, found[1]


class _Response(msgspec.Struct, frozen=True, rename={"client_data": "clientDataJSON"}):
    client_data: str


class _Credential(msgspec.Struct, frozen=True):
    id: str
    response: _Response


class _ClientData(msgspec.Struct, frozen=True):
    challenge: str


def _log_refusal(error: Exception) -> None:
    """Without the text of the error, which may contain parts of the response."""
    log.info("passkey refused", extra={"fields": {"reason": type(error).__name__}})


def _not_accepted() -> InvalidAction:
    return InvalidAction(tr("This passkey was not accepted. Please try again."))


def _failed() -> SignInFailed:
    return SignInFailed(tr("You could not be signed in with this passkey."))
