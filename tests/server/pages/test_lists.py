"""The lists of tables on the start page, and the number of games that wait for a guest."""

from __future__ import annotations

import asyncio
from pathlib import Path

from litestar.testing import TestClient

from smokestack.server.app import make_app
from smokestack.server.http.event_stream import HEARTBEAT, _list_events
from tests.server.services import (
    ANN,
    BOB,
    NO_LIMITS,
    create,
    open_service,
    plan,
    play,
    seat_token,
    settings,
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
        assert await service.count_turns(ANN) == 0
        table = await two_people(service)
        await create(service, ANN, plan("me", "link"))  # it has not started
        assert await service.count_turns(ANN) == 1
        assert await service.count_turns(ANN, besides=table.id) == 0
        assert await service.count_turns(BOB) == 0
        assert await service.count_turns("") == 0
        other_device = "ann-on-another-device-"
        await service.take_seat(seat_token(service, table, 0), other_device, "Ann")
        assert await service.count_turns(other_device) == 1
        table = await service.find(table.id)
        while table.match.actor == 0:
            table = await play(service, table, ANN)
        assert await service.count_turns(ANN) == 0
        assert await service.count_turns(BOB) == 1
        await service.leave(table.id, BOB, 1)
        assert await service.count_turns(BOB) == 0


async def test_the_stream_tells_of_own_and_open_tables_and_of_no_others(tmp_path: Path) -> None:
    async with open_service(tmp_path) as service:
        private = await create(service, ANN, plan("me", "link"))
        sent = _list_events(service, BOB, NoLimit())
        events = (event async for event in sent if event != HEARTBEAT)
        first = await anext(events)
        following = asyncio.create_task(anext(events))
        await service.post_message(private.id, ANN, "Ann", "nobody else needs to know")
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
    with TestClient(make_app(settings(tmp_path, **NO_LIMITS))) as client:
        service = client.app.state.service
        with client.portal() as portal:
            mine = portal.call(two_people, service)
            waiting = portal.call(create, service, ANN, plan("me", "link"))
            ended = portal.call(two_people, service)
            portal.call(service.resign, ended.id, ANN, 0)
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
