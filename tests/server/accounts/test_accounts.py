"""Accounts: a guest signs up and keeps everything, signs in elsewhere, and leaves again."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy import insert, text

from smokestack.engine.errors import InvalidInput
from smokestack.engine.match import replay
from smokestack.server.accounts.admin import AccountAdmin
from smokestack.server.domain.account import SESSION_LIFETIME, Proof
from smokestack.server.domain.notices import PushDevice
from smokestack.server.domain.time_source import ShiftedTime
from smokestack.server.settings import SIGN_UP_BY_INVITATION, Settings
from smokestack.server.storage import push_devices
from smokestack.server.storage.database import Database
from smokestack.server.storage.schema import results
from tests.games.glasgow.positions import custom_tiles
from tests.server.api.servers import NO_CERTIFICATES, Guest, Running, problem, running
from tests.server.services import (
    ANN,
    BOB,
    EVE,
    create,
    open_service,
    open_two_services,
    plan,
    play,
    seat_token,
    settings,
    take_seat,
    wait_until,
)

PASSWORD = "correct horse battery"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


@pytest.fixture
def own(folder: Path) -> Iterator[Running]:
    shift = str(folder / "shift")
    with running(folder, bots=0, time_shift_file=shift, sign_ins_per_minute=0) as server:
        yield server


class Device(httpx.Client):
    """A browser without scripts."""

    def __init__(self, server: Running) -> None:
        # An idle connection would delay the end of the server.
        headers = {"user-agent": FIREFOX, "connection": "close"}
        super().__init__(base_url=server.url, headers=headers, timeout=60, verify=NO_CERTIFICATES)
        self.get("/account")

    def send_form(self, path: str, **fields: str) -> httpx.Response:
        return self.post(path, data={"_csrf_token": self.cookies["csrftoken"], **fields})

    def sign_up(self, name: str = "Ann") -> httpx.Response:
        return self.send_form("/account/sign-up", name=name, password=PASSWORD)

    def sign_in(self, name: str = "Ann", password: str = PASSWORD) -> httpx.Response:
        return self.send_form("/account/sign-in", name=name, password=password)

    def new_table(self) -> str:
        plan = {"game": "glasgow", "seat-0": "me", "seat-1": "here", "name": "Ann"}
        table = self.send_form("/tables", **plan).headers["location"]
        self.send_form(f"{table}/contribution", text="a random text")
        return str(table)

    def signed_in(self) -> bool:
        return "/account/sign-out" in self.get("/account").text


def rows(folder: Path, query: str) -> list[Any]:
    with closing(sqlite3.connect(folder / "tables.sqlite")) as connection:
        return connection.execute(query).fetchall()


def test_a_guest_who_signs_up_keeps_the_games_on_all_devices(own: Running, folder: Path) -> None:
    laptop, phone = Device(own), Device(own)
    table = laptop.new_table()
    guest_cookie = laptop.cookies["guest"]
    assert laptop.sign_up().status_code == 303
    assert "guest" not in laptop.cookies
    # The second device sees the same seat, and both are live at once.
    assert phone.sign_in().status_code == 303
    for device in (laptop, phone):
        assert "data-my-turn" in device.get(table).text
        assert table in device.get("/").text
    page = laptop.get("/account").text
    assert page.count("Firefox, Linux") == 2
    # The cookie of the guest counts no more: it could not be signed out.
    thief = Device(own)
    thief.cookies.set("guest", guest_cookie)
    assert "data-my-turn" not in thief.get(table).text
    token = {"authorization": f"Bearer {guest_cookie}"}
    assert problem(thief.get("/api/v1/tables", headers=token)) == "unauthorized"
    # Neither the password nor a token is stored.
    stored = (folder / "tables.sqlite").read_bytes() + (folder / "tables.sqlite-wal").read_bytes()
    assert PASSWORD.encode() not in stored
    assert laptop.cookies["session"].encode() not in stored


def test_games_that_a_device_began_as_a_guest_are_added_with_one_click(own: Running) -> None:
    laptop, phone = Device(own), Device(own)
    laptop.sign_up()
    assert "without an account" not in laptop.get("/account").text
    assert laptop.send_form("/account/guest-games").status_code == 422
    table = phone.new_table()
    guest_cookie = phone.cookies["guest"]
    assert phone.sign_in().status_code == 303
    assert table not in phone.get("/").text
    assert "1 game was begun without an account" in phone.get("/account").text
    phone.send_form("/account/sign-out")
    assert table in phone.get("/").text  # it was not touched so far
    phone.sign_in()
    assert phone.send_form("/account/guest-games").headers["location"] == "/games"
    assert "guest" not in phone.cookies
    for device in (laptop, phone):
        assert table in device.get("/games").text
        page = device.get(table).text
        assert "data-my-turn" in page
        assert "now plays with an account." in page
        assert "without an account" not in device.get("/account").text
    # The cookie of the guest is of no use any more.
    thief = Device(own)
    thief.cookies.set("guest", guest_cookie)
    assert "data-my-turn" not in thief.get(table).text
    # Only for those who are signed in.
    assert thief.send_form("/account/guest-games").status_code == 401


def test_each_device_can_be_signed_out(own: Running, folder: Path) -> None:
    laptop, phone = Device(own), Device(own)
    laptop.sign_up()
    phone.sign_in()
    ((number,),) = rows(folder, "SELECT max(number) FROM sessions")
    assert laptop.send_form("/account/sign-out", device=str(number)).status_code == 303
    assert (laptop.signed_in(), phone.signed_in()) == (True, False)
    laptop.send_form("/account/sign-out")
    assert not laptop.signed_in()
    other = Device(own)
    other.sign_up("Bob")
    laptop.sign_in()
    ((number,),) = rows(folder, "SELECT max(number) FROM sessions")
    assert other.send_form("/account/sign-out", device=str(number)).status_code == 422
    assert laptop.signed_in()


def test_a_new_password_signs_the_other_devices_out(own: Running) -> None:
    laptop, phone = Device(own), Device(own)
    laptop.sign_up()
    phone.sign_in()
    wrong = laptop.send_form("/account/password", password="wrong", **{"new-password": "x" * 9})
    assert wrong.status_code == 401
    laptop.send_form("/account/password", password=PASSWORD, **{"new-password": "another one"})
    assert (laptop.signed_in(), phone.signed_in()) == (True, False)
    assert phone.sign_in().status_code == 401
    assert phone.sign_in(password="another one").status_code == 303


def test_the_token_of_a_device_changes_every_day(own: Running, folder: Path) -> None:
    laptop = Device(own)
    laptop.sign_up()
    first = laptop.cookies["session"]
    assert laptop.signed_in()
    assert laptop.cookies["session"] == first
    ShiftedTime(folder / "shift").advance(days=2)
    old = Device(own)
    old.cookies.set("session", first)
    assert laptop.signed_in()
    second = laptop.cookies["session"]
    assert second != first
    assert old.signed_in()  # the new one has not been used yet
    assert laptop.signed_in()
    own.app.state.service.accounts._sessions.clear()
    assert not old.signed_in()


def test_nothing_tells_whether_an_account_exists(own: Running) -> None:
    laptop, stranger = Device(own), Device(own)
    laptop.sign_up()
    laptop.send_form("/account/privacy", private="yes")
    wrong, unknown = stranger.sign_in(password="wrong"), stranger.sign_in("Eve", "wrong")
    assert (wrong.status_code, unknown.status_code) == (401, 401)
    texts = [reply.text.replace("Ann", "Eve") for reply in (wrong, unknown)]
    assert texts[0] == texts[1]
    pages = [stranger.get(f"/people/{name}") for name in ("Ann", "Eve")]
    assert [page.status_code for page in pages] == [404, 404]
    assert pages[0].text.replace("Ann", "Eve") == pages[1].text
    assert laptop.get("/people/ann").status_code == 200
    for name in ("Ann", "ANN", "Ａnn"):
        assert stranger.sign_up(name).status_code == 422


def test_puzzles_from_ones_games_are_allowed_on_the_page_of_the_account(own: Running) -> None:
    laptop = Device(own)
    laptop.sign_up()
    assert "Your games do not become puzzles." in laptop.get("/account").text
    laptop.send_form("/account/puzzles", agree="yes")
    assert "may become puzzles" in laptop.get("/account").text
    assert laptop.get("/account/export.json").json()["games_for_puzzles"] is True
    laptop.send_form("/account/puzzles", agree="no")
    assert "Your games do not become puzzles." in laptop.get("/account").text


def test_signing_in_is_limited(folder: Path) -> None:
    with running(folder, bots=0, sign_ins_per_minute=4) as server:
        stranger = Device(server)
        statuses = [stranger.sign_in(password="wrong").status_code for _ in range(4)]
        assert statuses == [401, 401, 429, 429]
        assert stranger.sign_in("Bob", "wrong").status_code == 401
        body = {"name": "Ann", "password": "wrong"}
        reply = httpx.post(f"{server.url}/api/v1/sessions", json=body, verify=NO_CERTIFICATES)
        assert problem(reply) == "too-many-requests"


def test_a_profile_counts_finished_games_and_a_deleted_account_leaves_them(
    own: Running, folder: Path
) -> None:
    laptop, friend = Device(own), Device(own)
    table = laptop.new_table()
    laptop.sign_up()
    laptop.send_form(f"{table}/seats/1/resign")
    page = laptop.get("/people/Ann").text
    assert "1 finished game, 0 won" in page  # against oneself
    exported = laptop.get("/account/export.json").json()
    assert exported["name"] == "Ann"
    assert [entry["finished"] for entry in exported["tables"]] == [True, True]
    assert "password" not in laptop.get("/account/export.json").text
    running_table = laptop.new_table()
    assert laptop.send_form("/account/delete", password="wrong").status_code == 401
    assert laptop.send_form("/account/delete", password=PASSWORD).status_code == 303
    assert not laptop.signed_in()
    assert friend.get("/people/Ann").status_code == 404
    for left in (table, running_table):
        shown = friend.get(left)
        assert shown.status_code == 200
        assert ">Ann" not in shown.text
    assert friend.get(f"{table}/replay/0").status_code == 200
    assert rows(folder, "SELECT count(*) FROM sessions") == [(0,)]
    assert friend.sign_up().status_code == 303  # the name is free again


async def test_a_new_name_is_shown_in_the_statistics_of_opponents(tmp_path: Path) -> None:
    async with open_service(tmp_path, bots=0) as service:
        for guest, name in ((ANN, "Ann"), (BOB, "Bob")):
            await service.accounts.sign_up(guest, name, PASSWORD, "")
        table = await create(service, ANN, plan("me", "link"))
        table = await take_seat(service, table, 1, BOB, "Bob")
        await service.seats.resign(table.id, BOB, 1)
        with closing(AccountAdmin(service.settings)) as admin:
            admin.rename("Bob", "Robert")
        profile = await service.profiles.find("Ann", "")
        assert [opponent.name for opponent in profile.opponents] == ["Robert"]


def test_a_profile_shows_all_opponents_if_asked(own: Running, folder: Path) -> None:
    device = Device(own)
    table = device.new_table().rpartition("/")[2]
    device.sign_up()
    ((guest,),) = rows(folder, "SELECT guest FROM accounts")
    usual = {"table_id": table, "bot": "", "game": "glasgow", "edition": "standard", "players": 2}
    people = [(guest, "Ann"), *[(f"guest-{number}", f"Person {number}") for number in range(60)]]
    values = [
        {
            **usual,
            "seat": seat,
            "guest": owner,
            "name": name,
            "won": False,
            "points": 1,
            "finished": datetime.now(UTC),
        }
        for seat, (owner, name) in enumerate(people)
    ]
    with (
        closing(Database(settings(folder).database_url())) as database,
        database.writing() as connection,
    ):
        connection.execute(insert(results), values)
    page = device.get("/people/Ann").text
    assert page.count(">Person ") == 50
    assert '<a href="?opponents=all#opponents">10 more opponents</a>' in page
    page = device.get("/people/Ann?opponents=all").text
    assert page.count(">Person ") == 60
    assert "more opponents" not in page
    assert len(device.get("/api/v1/people/Ann").json()["opponents"]) == 60


async def test_a_deleted_name_is_left_nowhere(tmp_path: Path, database: str) -> None:
    """Neither at tables of the account, nor at those to which it was invited or removed from."""
    async with open_two_services(tmp_path, database=database, bots=0) as (service, other):
        await service.accounts.sign_up(BOB, "Boberta", PASSWORD, "")
        played = await create(service, ANN, plan("me", "link"))
        played = await take_seat(service, played, 1, BOB, "Boberta")
        played = await play(service, played, ANN)
        said = await service.chat.post(played.id, BOB, "Boberta", "hello")
        await service.chat.mute(played.id, ANN, said.chat_messages[-1].number)
        ended = await service.seats.resign(played.id, BOB, 1)
        before = ended.match.record()
        removed = await create(service, ANN, plan("me", "link"))
        token = seat_token(service, removed, 1)
        await service.seats.take(token, BOB, "Boberta")
        await service.hosting.remove_player(removed.id, ANN, 1)
        invited = await create(service, ANN, plan("me", "link"))
        await service.invitations.invite(invited.id, ANN, "boberta")
        tables = (played.id, removed.id, invited.id)
        for table_id in tables:  # both processes know it
            assert "boberta" in str(await other.find(table_id)).lower()
        await service.delete_account(BOB, Proof(PASSWORD))
        for each in (service, other):
            for table_id in tables:
                async with asyncio.timeout(10):
                    while "boberta" in str(found := await each.find(table_id)).lower():
                        await asyncio.sleep(0.05)
            found = await each.find(played.id)
            record = found.match.record()
            assert record.setup.players == ["Ann", "–"]
            assert (record.answers, record.shuffles) == (before.answers, before.shuffles)
            assert replay(found.game, record).record() == record
        query = "SELECT detail FROM announcements UNION SELECT name FROM mutes"
        stored = await service._database.read(lambda read: read.execute(text(query)).all())
        assert "boberta" not in str(stored).lower()
    async with open_service(tmp_path, database=database, bots=0) as service:
        assert (await service.find(played.id)).match.record() == record


async def test_a_deletion_that_was_interrupted_is_completed(tmp_path: Path, database: str) -> None:
    time = ShiftedTime(tmp_path / "shift")
    options = {"database": database, "bots": 0, "time_shift_file": str(tmp_path / "shift")}
    async with open_service(tmp_path, **options) as service:
        await service.accounts.sign_up(BOB, "Boberta", PASSWORD, "")
        table = await create(service, ANN, plan("me", "link"))
        table = await take_seat(service, table, 1, BOB, "Boberta")
        await service.seats.resign(table.id, BOB, 1)
        await service.accounts.delete(BOB)  # and then the process dies
    time.advance(minutes=2)
    async with open_service(tmp_path, **options) as service:
        ended = await wait_until(service, table.id, lambda table: table.seats[1].name == "–")
        assert ended.match.record().setup.players == ["Ann", "–"]


async def test_the_download_has_everything_by_a_person_and_deletion_leaves_nothing_private(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database, bots=0) as service:
        await service.accounts.sign_up(BOB, "Bob", PASSWORD, "")
        table = await create(service, ANN, plan("me", "link"))
        table = await take_seat(service, table, 1, BOB, "Bob")
        await service.chat.post(table.id, BOB, "", "nobody else's business")
        table = await service.chat.post(table.id, ANN, "", "go away")
        number = table.chat_messages[-1].number
        await service.chat.report(table.id, BOB, message=number, text="be nice")
        await service.chat.report(table.id, ANN, seat=1, text="not for Bob")
        await service.chat.mute(table.id, BOB, number)
        tiles = custom_tiles()
        await service.tile_sets.save(BOB, tiles)
        hosted = await create(service, BOB, plan("me", "link"))
        other = await create(service, ANN, plan("me", "link"))
        await service.invitations.invite(other.id, ANN, "Bob")
        found = await service.profiles.export(BOB)
        (message,) = found["chat_messages"]
        assert (message["table_id"], message["text"]) == (table.id, "nobody else's business")
        assert [each["tiles"] for each in found["tile_sets"]] == [tiles]
        assert [each["table_id"] for each in found["hosted_tables"]] == [hosted.id]
        assert [each["table_id"] for each in found["invitations"]] == [other.id]
        assert found["muted"] == [{"table_id": table.id, "name": "Ann"}]
        (report,) = found["reports"]
        assert (report["name"], report["message"], report["text"]) == ("Ann", "go away", "be nice")
        msgspec.json.encode(found)
        await service.delete_account(BOB, Proof(PASSWORD))
        query = "SELECT owner FROM tile_sets UNION SELECT reader FROM mutes"
        stored = await service._database.read(lambda read: read.execute(text(query)).all())
        assert stored == []
        assert (await service.find(table.id)).mutes == []


async def test_nobody_plays_under_the_name_of_another_account(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database, bots=0) as service:
        await service.accounts.sign_up(ANN, "Ann", PASSWORD, "")
        table = await service.creation.create(EVE, plan("me", "link", name="Ａnn"))
        token = seat_token(service, table, 1)
        table, _ = await service.seats.take(token, ANN, "Somebody else")
        assert [seat.name for seat in table.seats] == ["Ann 2", "Ann"]
        assert table.setup.players == ["Ann 2", "Ann"]
        assert list(await service.accounts.at_table(table)) == [1]
        hosted = await service.creation.create(ANN, plan("me", "here:Ben", name="Eve"))
        assert [seat.name for seat in hosted.seats] == ["Ann", "Ben"]
        assert list(await service.accounts.at_table(hosted)) == [0]


async def test_a_device_that_is_not_used_for_long_is_signed_out(
    tmp_path: Path, database: str
) -> None:
    time = ShiftedTime(tmp_path / "shift")
    options = {"bots": 0, "database": database, "time_shift_file": str(tmp_path / "shift")}
    async with open_service(tmp_path, **options) as service:
        accounts = service.accounts

        async def is_signed_in(token: str) -> bool:
            accounts._sessions.clear()
            return await accounts.find_session(token) is not None

        used = await accounts.sign_up(ANN, "Ann", PASSWORD, "")
        unused = await accounts.sign_in("Ann", PASSWORD, FIREFOX)
        first, second = await accounts.devices(ANN)
        device = PushDevice(0, ANN, f"session:{first.number}", "", "https://a.example", "", "")
        await service._database.write("~", push_devices.add, device, time.now())
        time.advance(days=SESSION_LIFETIME.days - 1)
        assert await is_signed_in(used)
        time.advance(days=2)
        assert await is_signed_in(used)
        assert not await is_signed_in(unused)
        (kept,) = await accounts.devices(ANN)
        assert kept.number == second.number
        query = "SELECT count(*) FROM sessions UNION ALL SELECT count(*) FROM push_devices"
        await service._cleanup.run()
        stored = await service._database.read(lambda read: read.execute(text(query)).all())
        assert [tuple(row) for row in stored] == [(1,), (0,)]


async def test_the_last_use_of_a_device_is_noted_also_for_programs(tmp_path: Path) -> None:
    time = ShiftedTime(tmp_path / "shift")
    async with open_service(tmp_path, bots=0, time_shift_file=str(tmp_path / "shift")) as service:
        token = await service.accounts.sign_up(ANN, "Ann", PASSWORD, "")
        (before,) = await service.accounts.devices(ANN)
        for hours, noted in ((0.5, 0.0), (1.0, 1.5), (3.0, 4.5)):
            time.advance(hours=hours)
            service.accounts._sessions.clear()
            await service.accounts.find_session(token)
            (after,) = await service.accounts.devices(ANN)
            passed = (after.seen - before.seen).total_seconds() / 3600
            assert passed == pytest.approx(noted, abs=0.1)


def test_the_account_page_tells_since_when_and_when_last_devices_were_used(own: Running) -> None:
    device = Device(own)
    device.sign_up()
    now = own.app.state.service.now()
    day = f"{now.day} {now:%B} {now.year}"
    assert f"since {day}, last used on {day}" in device.get("/account").text


def test_accounts_are_marked_at_seats_and_public_profiles_linked(own: Running) -> None:
    laptop = Device(own)
    laptop.sign_up()
    waiting = laptop.send_form("/tables", **{"game": "glasgow", "seat-0": "me", "seat-1": "link"})
    for table in (laptop.new_table(), waiting.headers["location"]):
        for private, linked in (("no", True), ("yes", False)):
            laptop.send_form("/account/privacy", private=private)
            page = laptop.get(table).text
            assert page.count("account-mark") == 1
            assert ('href="/people/Ann"' in page) == linked


def test_programs_sign_in_with_a_bearer_token(own: Running) -> None:
    laptop = Device(own)
    table = laptop.new_table()
    laptop.sign_up()
    with httpx.Client(base_url=f"{own.url}/api/v1", verify=NO_CERTIFICATES) as program:
        wrong = program.post("/sessions", json={"name": "Ann", "password": "wrong"})
        assert problem(wrong) == "sign-in-failed"
        reply = program.post("/sessions", json={"name": "ann", "password": PASSWORD})
        program.headers["authorization"] = f"Bearer {reply.json()['token']}"
        assert [found["id"] for found in program.get("/tables").json()] == [table.split("/")[-1]]
        account = program.get("/account").json()
        assert [device["current"] for device in account["devices"]].count(True) == 1
        assert program.get("/people/Ann").json()["name"] == "Ann"
        assert program.post("/sessions/end", json={}).status_code == 200
        assert problem(program.get("/tables")) == "unauthorized"


def test_programs_add_the_games_of_a_guest(own: Running) -> None:
    Device(own).sign_up()
    guest = Guest(own.url)
    table = guest.new_table("me", "here:Ben")
    body = {"guest_token": guest.token}
    assert problem(guest.post("/account/guest-games", json=body)) == "unauthorized"
    program = Guest(own.url)
    signed_in = program.post("/sessions", json={"name": "Ann", "password": PASSWORD}).json()
    program.headers["authorization"] = f"Bearer {signed_in['token']}"
    assert program.table(table["id"])["my_seats"] == []
    assert program.post("/account/guest-games", json=body).json()["name"] == "Ann"
    assert program.table(table["id"])["my_seats"] == [0, 1]
    assert guest.table(table["id"])["my_seats"] == []
    wrong = program.post("/account/guest-games", json={"guest_token": "x"})
    assert problem(wrong) == "invalid-action"


def test_there_are_only_guests_unless_the_host_wants_accounts(folder: Path) -> None:
    usual = Settings(folder)
    with running(folder, bots=0, sign_up=usual.sign_up, terms_file=usual.terms_file) as server:
        device = Device(server)
        assert 'href="/account"' not in device.get("/").text
        assert "/account/sign-up" not in device.get("/account").text
        assert device.sign_up().status_code == 422
        assert device.get("/terms").status_code == 404


def test_a_host_can_invite_people_and_show_terms(folder: Path) -> None:
    terms = folder / "terms.md"
    terms.write_text("# Be kind\n\n<script>alert(1)</script>\n", "utf-8")
    options = {"sign_up": SIGN_UP_BY_INVITATION, "terms_file": str(terms)}
    with running(folder, bots=0, sign_ins_per_minute=0, **options) as server:
        with closing(AccountAdmin(settings(folder))) as admin:
            code, other = admin.invite(2)
        assert code.encode() not in (folder / "tables.sqlite").read_bytes()
        device = Device(server)
        page = device.get("/account").text
        assert 'name="code"' in page
        assert 'href="/terms"' in page
        assert "<h1>Be kind</h1>" in device.get("/terms").text
        assert "<script>alert" not in device.get("/terms").text
        form = {"name": "Ann", "password": PASSWORD}
        for wrong in ("", "wrong"):
            reply = device.send_form("/account/sign-up", code=wrong, **form)
            assert reply.status_code == 422
        assert device.send_form("/account/sign-up", code=f" {code} ", **form).status_code == 303
        second = Device(server)
        again = {"name": "Bob", "password": PASSWORD}
        assert second.send_form("/account/sign-up", code=code, **again).status_code == 422
        # A name that is taken does not use the code up.
        assert second.send_form("/account/sign-up", code=other, **form).status_code == 422
        assert second.send_form("/account/sign-up", code=other, **again).status_code == 303


def test_the_operator_manages_accounts(own: Running, folder: Path) -> None:
    device = Device(own)
    device.sign_up()
    accounts = own.app.state.service.accounts
    with closing(AccountAdmin(settings(folder))) as admin:
        assert [(person.name, person.devices) for person in admin.all(10)] == [("Ann", 1)]
        admin.rename("ann", "Anna")
        assert admin.find("ANNA").name == "Anna"
        with pytest.raises(InvalidInput):
            admin.rename("Ann", "Eve")
        with pytest.raises(InvalidInput):
            admin.rename("Anna", "a/b")
        add_push_device(folder)
        admin.ban("Anna", True)
        assert rows(folder, "SELECT * FROM push_devices") == []
        accounts._sessions.clear()
        assert not device.signed_in()
        assert device.sign_in("Anna").status_code == 401
        admin.ban("Anna", False)
        assert device.sign_in("Anna").status_code == 303
        add_push_device(folder)
        password = admin.reset("Anna")
        assert rows(folder, "SELECT * FROM push_devices") == []
        accounts._sessions.clear()
        assert not device.signed_in()
        assert device.sign_in("Anna").status_code == 401
        assert device.sign_in("Anna", password).status_code == 303


def add_push_device(folder: Path) -> None:
    """Let the only account get push messages on one more device."""
    with closing(Database(settings(folder).database_url())) as database:
        ((guest,),) = rows(folder, "SELECT guest FROM accounts")
        new = PushDevice(0, guest, "session:9", "Firefox", "https://push.example/1", "key", "auth")
        with database.writing() as connection:
            push_devices.add(connection, new, datetime.now(UTC))


@pytest.mark.parametrize(
    ("name", "password"), [("", PASSWORD), ("a/b", PASSWORD), ("Ann", "short"), ("Ann", "x" * 201)]
)
def test_an_account_needs_a_name_and_a_password(own: Running, name: str, password: str) -> None:
    device = Device(own)
    reply = device.send_form("/account/sign-up", name=name, password=password)
    assert reply.status_code == 422
    assert not device.signed_in()
