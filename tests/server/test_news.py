"""Live updates: only what is new, and only the newest of it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from server.houses import ANN, BOB, EVE, open_house, plan, play, two_people
from smokestack.engine.language import speaking
from smokestack.server.errors import NotPossible, TooMuch
from smokestack.server.news import News
from smokestack.server.storage import MOST_SAYINGS


def test_a_slow_reader_gets_only_the_newest(tmp_path: Path) -> None:
    async def story() -> None:
        news = News(10)
        async with news.watch("table") as watch, news.watch("other") as other:
            for number in range(1000):
                news.publish("table", number)
            assert await anext(watch) == 999
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(anext(watch), 0.01)
            news.publish("table", 1000)
            news.publish("table", 999)
            assert await anext(watch) == 1000
            news.close()
            assert [number async for number in other] == []
        async with news.watch("table") as watch:
            assert [number async for number in watch] == []
        assert news.watchers == 0

    asyncio.run(story())


def test_there_are_only_so_many_watchers() -> None:
    async def story() -> None:
        news = News(1)
        async with news.watch("table"):
            with pytest.raises(TooMuch):
                async with news.watch("table"):
                    pass
        async with news.watch("table"):
            assert news.watchers == 1

    asyncio.run(story())


def test_everything_that_a_page_shows_is_news(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            table = await house.create(ANN, plan("me", "link"))
            async with house.news().watch(table.id) as watch:
                await house.take_seat(house.seat_token(table, 1), BOB, "Bob")
                assert await anext(watch) == 1
                await house.say(table.id, EVE, "Eve", "hello")
                assert await anext(watch) == 2
                table = await play(house, await house.find(table.id), ANN)
                assert await anext(watch) == table.news == 3
                table = await house.resign(table.id, BOB, 1)
                assert await anext(watch) == table.news == 4

    asyncio.run(story())


def test_people_chat_on_single_lines(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            table = await two_people(house)
            table = await house.say(table.id, BOB, "Eve", " good\nmorning\u202e, \x00Ann ")
            said = table.sayings[0]
            assert (said.name, said.seat, said.text) == ("Bob", 1, "good morning, Ann")
            table = await house.say(table.id, EVE, "Eve", "hello")
            assert (table.sayings[1].name, table.sayings[1].seat) == ("Eve", -1)
            for text in ("", " \n", "x" * 501, "\u200b"):
                with pytest.raises(NotPossible):
                    await house.say(table.id, BOB, "", text)
            table = await house.say(table.id, EVE, "", "hello")
            assert (table.sayings[2].name, table.sayings[2].seat) == ("", -1)
            assert table.version == 0
        async with open_house(tmp_path, database=database) as house:
            assert (await house.find(table.id)).sayings == table.sayings

    asyncio.run(story())


def test_only_the_latest_lines_are_kept(tmp_path: Path, database: str) -> None:
    async def story() -> None:
        async with open_house(tmp_path, database=database) as house:
            table = await two_people(house)
            for number in range(MOST_SAYINGS + 20):
                table = await house.say(table.id, ANN, "", f"line {number}")
            assert len(table.sayings) == MOST_SAYINGS
        async with open_house(tmp_path, database=database) as house:
            found = (await house.find(table.id)).sayings
            assert found == table.sayings
            assert found[0].text == "line 20"

    asyncio.run(story())


def test_the_house_declines_in_the_language_of_the_guest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class German:
        def gettext(self, message: str) -> str:
            return f"deutsch: {message}"

    monkeypatch.setattr("smokestack.engine.language._catalogue", lambda code: German())

    async def story() -> None:
        async with open_house(tmp_path) as house:
            table = await two_people(house)
            with speaking("de"), pytest.raises(NotPossible, match="deutsch: "):
                await house.say(table.id, ANN, "", "")
            with speaking("de"), pytest.raises(NotPossible, match="deutsch: "):
                await house.undo(table.id, ANN, 0, "some-key")

    asyncio.run(story())
