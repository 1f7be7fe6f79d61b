"""Someone who is invited by name is told so once, on every channel."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from smokestack.server.domain.notices import CHANNELS, INVITATION, KINDS, WEBHOOK, WebhookTarget
from smokestack.server.domain.pace import live
from smokestack.server.domain.table import WAITING
from smokestack.server.service.table_service import TableService
from smokestack.server.storage import accounts
from smokestack.server.storage.notices import NOTICE_JOB
from smokestack.server.storage.schema import jobs
from smokestack.server.storage.writer import AFTER_ALL_TABLES
from tests.server.notices.receivers import Browser, Mailbox, Receiver, mailbox, receiver
from tests.server.notices.test_delivery import PHONE, add_device, deliver, options, with_mail
from tests.server.services import ANN, BOB, EVE, create, open_service, plan
from tests.server.tournaments.games import plan as tournament_plan

PASSWORD = "correct horse battery"
TITLES = {
    "en": "You are invited to a game",
    "de": "Du bist zu einer Partie eingeladen",
    "fr": "Vous êtes invité à une partie",
    "nl": "Je bent uitgenodigd voor een spel",
}


@pytest.fixture
def web() -> Iterator[Receiver]:
    with receiver() as found:
        yield found


@pytest.fixture
def mails() -> Iterator[Mailbox]:
    with mailbox() as found:
        yield found


async def test_the_players_of_a_tournament_are_told_of_their_table_before_the_deal(
    tmp_path: Path, database: str, web: Receiver
) -> None:
    time, chosen = options(tmp_path, database=database)
    async with open_service(tmp_path, **chosen) as service:
        await service.notices.set_webhook(ANN, "en", WebhookTarget(f"{web.url}/ann"))
        new = tournament_plan(pace=live(10, 5))
        tournament = await service.tournaments.create(EVE, new)
        for guest, name in ((ANN, "Ann"), (BOB, "Bob")):
            await service.tournaments.enter(tournament.id, guest, name)
        tournament = await service.tournaments.start(tournament.id, EVE)
        (game,) = tournament.pairings
        await deliver(service, time)
        (request,) = web.requests
        assert request.json["kind"] == "invitation"
        assert request.json["title"] == "Your tournament game is ready"
        assert request.json["text"] == "Glasgow with Bob"
        assert request.json["table"] == game.table_id
        assert (await service.find(game.table_id)).status == WAITING
        await deliver(service, time, minutes=3)
        await deliver(service, time)
        assert [each.json["kind"] for each in web.requests] == ["invitation", "game-begun"]


async def test_an_invitation_by_name_is_told_once_on_each_channel(
    tmp_path: Path, database: str, web: Receiver, mails: Mailbox
) -> None:
    time, chosen = options(tmp_path, database=database, **with_mail(mails))
    async with open_service(tmp_path, **chosen) as service:
        phone = Browser(web)
        await service.accounts.sign_up(BOB, "Bob", PASSWORD, "")
        await service._database.write(AFTER_ALL_TABLES, accounts.set_email, BOB, "bob@example.org")
        await add_device(service, phone, PHONE)
        await service.notices.set_webhook(BOB, "en", WebhookTarget(f"{web.url}/hook"))
        await service.notices.choose(BOB, "en", {kind: list(CHANNELS) for kind in KINDS})
        table = await create(service, ANN, plan("me", "link"))
        for name in ("bob", "Bob", "nobody"):
            await service.invitations.invite(table.id, ANN, name)
        await deliver(service, time)
        await service.invitations.decline(table.id, BOB)
        await service.invitations.invite(table.id, ANN, "Bob")  # asked again, not told again
        await deliver(service, time)
        await deliver(service, time, minutes=11)
        await deliver(service, time, hours=2)
        (message,) = phone.messages(service.notices.push_key)
        assert (message["title"], message["body"]) == (TITLES["en"], "Glasgow with Ann")
        assert message["path"] == f"/tables/{table.id}"
        (hook,) = [request.json for request in web.requests if request.path == "/hook"]
        assert (hook["kind"], hook["title"], hook["table"]) == (INVITATION, TITLES["en"], table.id)
        (mail,) = mails.mails
        assert mail["to"] == "bob@example.org"
        assert mail["subject"] == f"{TITLES['en']} – Glasgow with Ann"
        assert mail.get_content().count(f"https://games.example.org/tables/{table.id}") == 1


async def test_an_invitation_is_told_in_the_language_of_the_person(
    tmp_path: Path, web: Receiver
) -> None:
    time, chosen = options(tmp_path)
    async with open_service(tmp_path, **chosen) as service:
        table = await create(service, ANN, plan("me", "link"))
        for language in TITLES:
            guest = f"guest of {language}"
            await service.accounts.sign_up(guest, f"Player {language}", PASSWORD, "")
            await service.notices.set_webhook(
                guest, language, WebhookTarget(f"{web.url}/{language}")
            )
            await service.invitations.invite(table.id, ANN, f"Player {language}")
        await deliver(service, time)
        found = {request.path.strip("/"): request.json["title"] for request in web.requests}
        assert found == TITLES


@pytest.mark.parametrize("ended", ["declined", "accepted", "taken", "closed", "unwanted"])
async def test_an_invitation_that_matters_no_more_is_not_told(
    tmp_path: Path, web: Receiver, ended: str
) -> None:
    time, chosen = options(tmp_path)
    async with open_service(tmp_path, **chosen) as service:
        for guest, name in ((BOB, "Bob"), (EVE, "Eve")):
            await service.accounts.sign_up(guest, name, PASSWORD, "")
        await service.notices.set_webhook(BOB, "en", WebhookTarget(f"{web.url}/hook"))
        table = await create(service, ANN, plan("me", "link"))
        for name in ("Bob", "Eve"):
            await service.invitations.invite(table.id, ANN, name)
        # Nothing is kept for Eve, who wants no notices.
        assert await _scheduled(service) == [f"{BOB}:{INVITATION}:{table.id}:"]
        if ended == "declined":
            await service.invitations.decline(table.id, BOB)
        elif ended == "accepted":
            await service.invitations.accept(table.id, BOB, "Bob")
        elif ended == "taken":
            await service.invitations.accept(table.id, EVE, "Eve")
        elif ended == "closed":
            await service.hosting.close_table(table.id, ANN)
        else:
            await service.notices.choose(BOB, "en", {"your-turn": [WEBHOOK]})
        await deliver(service, time)
        assert web.requests == []


async def _scheduled(service: TableService) -> list[str]:
    query = select(jobs.c.key).where(jobs.c.kind == NOTICE_JOB)
    return await service._database.read(
        lambda connection: list(connection.execute(query).scalars())
    )
