"""The lists of tables on the start page, and the number of games that wait for a guest."""

from __future__ import annotations

import asyncio
from html import unescape
from pathlib import Path

from smokestack.server.http.event_stream import HEARTBEAT, _list_events
from tests.server.services import (
    ANN,
    BOB,
    NO_LIMITS,
    app_client,
    create,
    open_service,
    plan,
    play,
    seat_token,
    take_seat,
    two_people,
)


class NoLimit:
    """In place of the limit of event streams."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        pass


async def test_games_are_counted_in_which_it_is_the_guests_turn(
    tmp_path: Path, database: str
) -> None:
    async with open_service(tmp_path, database=database) as service:
        assert await service.lobby.count_turns(ANN) == 0
        table = await two_people(service)
        await create(service, ANN, plan("me", "link"))  # it has not started
        assert await service.lobby.count_turns(ANN) == 1
        assert await service.lobby.count_turns(ANN, besides=table.id) == 0
        assert await service.lobby.count_turns(BOB) == 0
        assert await service.lobby.count_turns("") == 0
        other_device = "ann-on-another-device-"
        await service.seats.take(seat_token(service, table, 0), other_device, "Ann")
        assert await service.lobby.count_turns(other_device) == 1
        table = await service.find(table.id)
        while table.match.actor == 0:
            table = await play(service, table, ANN)
        assert await service.lobby.count_turns(ANN) == 0
        assert await service.lobby.count_turns(BOB) == 1
        await service.seats.leave(table.id, BOB, 1)
        assert await service.lobby.count_turns(BOB) == 0


async def test_the_stream_tells_of_own_and_open_tables_and_of_no_others(tmp_path: Path) -> None:
    async with open_service(tmp_path) as service:
        private = await create(service, ANN, plan("me", "link"))
        sent = _list_events(service, BOB, NoLimit())
        events = (event async for event in sent if event != HEARTBEAT)
        first = await anext(events)
        following = asyncio.create_task(anext(events))
        await service.chat.post(private.id, ANN, "Ann", "nobody else needs to know")
        await asyncio.sleep(0.3)
        assert not following.done()
        await create(service, ANN, plan("me", "link", open=True))
        opened = await asyncio.wait_for(following, 5)
        assert opened != first
        await take_seat(service, private, 1, BOB, "Bob")
        assert await asyncio.wait_for(anext(events), 5) != opened
        await events.aclose()
        await sent.aclose()


def test_the_guests_turns_come_first_and_finished_games_last(tmp_path: Path) -> None:
    with app_client(tmp_path, **NO_LIMITS) as client:
        service = client.app.state.service
        with client.portal() as portal:
            mine = portal.call(two_people, service)
            waiting = portal.call(create, service, ANN, plan("me", "link"))
            ended = portal.call(two_people, service)
            portal.call(service.seats.resign, ended.id, ANN, 0)
        client.cookies.set("guest", service.signer.sign(ANN))
        page = client.get("/").text
        lists = client.get("/", headers={"hx-request": "true"}).text
        assert client.get("/turns").text == "1"
        assert client.get("/lists/revision").text in lists
    for text in (page, lists):
        places = [text.index(f"/tables/{table.id}") for table in (mine, waiting, ended)]
        assert places == sorted(places)
        assert 'data-turns="1"' in text
    assert "<html" not in lists


def test_the_start_page_says_what_each_pace_of_a_quick_match_means(tmp_path: Path) -> None:
    with app_client(tmp_path, **NO_LIMITS) as client:
        page = unescape(client.get("/").text)
    for sentence in (
        "30 minutes for each player, and 10 seconds more with each turn",
        "1 day for each turn, and a reserve of 3 days",
        "If a player's time runs out, a bot plays on.",
        "A bot may replace an absent player after 1 day.",
    ):
        assert sentence in page


def test_notifications_and_automatic_answers_are_offered_to_every_guest(tmp_path: Path) -> None:
    with app_client(tmp_path, **NO_LIMITS) as client:
        service = client.app.state.service
        with client.portal() as portal:
            table = portal.call(two_people, service)  # without a clock
        client.cookies.set("guest", service.signer.sign(ANN))
        pages = [client.get(path).text for path in ("/", f"/tables/{table.id}")]
    assert all('href="/notices"' in page for page in pages)
    assert 'id="automatic-0"' in pages[1]
    assert 'id="automatic-1"' not in pages[1]


def test_a_running_game_is_listed_before_newer_finished_ones(tmp_path: Path) -> None:
    with app_client(tmp_path, **NO_LIMITS) as client:
        service = client.app.state.service
        with client.portal() as portal:
            mine = portal.call(two_people, service)
            for _ in range(51):
                ended = portal.call(create, service, ANN, plan("me", "link"))
                portal.call(service.hosting.close_table, ended.id, ANN)
        client.cookies.set("guest", service.signer.sign(ANN))
        page = client.get("/").text
        assert page.index(f'id="table-{mine.id}"') < page.index("Finished")
        assert 'href="/games">All your games (52)' in page
        pages = [client.get("/games", params={"page": number}).text for number in ("1", "2", "99")]
        assert [text.count('id="table-') for text in pages] == [50, 2, 2]
        assert ['rel="next"' in text for text in pages] == [True, False, False]
        assert mine.id in pages[0]
        token = {"authorization": f"Bearer {service.signer.sign(ANN)}"}
        lists = [client.get(f"/api/v1/tables?first={n}", headers=token).json() for n in (1, 51)]
        assert [len(found) for found in lists] == [50, 2]
        assert lists[0][0]["id"] == mine.id
        assert not {table["id"] for table in lists[0]} & {table["id"] for table in lists[1]}
