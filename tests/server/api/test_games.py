"""Games, bots and guests."""

from __future__ import annotations

from tests.server.api.servers import Guest, Running


def test_games_have_editions_options_and_player_counts(ann: Guest) -> None:
    games = {game["name"]: game for game in ann.get("/games").json()}
    assert games.keys() == {"glasgow", "brass"}
    editions = {edition["name"]: edition for edition in games["brass"]["editions"]}
    assert editions["2018"]["player_counts"] == [2, 3, 4]
    (limit,) = (option for option in games["glasgow"]["options"] if option["name"] == "turn_limit")
    assert limit["min"] < limit["default"] <= limit["max"]


def test_bots_are_listed_by_name(ann: Guest) -> None:
    assert [bot["name"] for bot in ann.get("/bots").json()] == [
        "apprentice",
        "clerk",
        "merchant",
        "master",
    ]


def test_texts_are_in_the_requested_language(server: Running) -> None:
    german = server.guest(**{"accept-language": "de"})
    english = server.guest(**{"accept-language": "xx, en;q=0.5"})
    assert german.get("/bots").json()[0]["title"] != english.get("/bots").json()[0]["title"]
