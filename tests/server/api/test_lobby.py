"""Finding a game with the API: quick matches, invitations, bots for free seats, leaderboards."""

from __future__ import annotations

import httpx

from tests.server.api.servers import NO_CERTIFICATES, Guest, Running, problem

PASSWORD = "correct horse battery"


def account(server: Running, name: str) -> Guest:
    """A program that is signed in to a new account."""
    browser = httpx.Client(base_url=server.url, verify=NO_CERTIFICATES, timeout=60)
    browser.get("/account")
    form = {"_csrf_token": browser.cookies["csrftoken"], "name": name, "password": PASSWORD}
    assert browser.post("/account/sign-up", data=form).status_code == 303
    guest = server.guest()
    reply = guest.post("/sessions", json={"name": name, "password": PASSWORD})
    guest.headers["authorization"] = f"Bearer {reply.json()['token']}"
    return guest


def test_programs_find_a_game(server: Running, ann: Guest) -> None:
    bob = account(server, "Bob of the lobby")
    table = ann.new_table("me", "link", "link", game="brass")
    path = f"/tables/{table['id']}"
    assert problem(bob.post(f"{path}/invitations", json={"name": "x"})) == "not-host"
    for name in ("bob of the lobby", "nobody"):
        assert ann.post(f"{path}/invitations", json={"name": name}).status_code == 200
    assert [found["id"] for found in bob.get("/invitations").json()] == [table["id"]]
    accepted = bob.post(f"{path}/invitation", json={"accept": True, "name": "Bob"})
    assert accepted.json()["my_seats"] == [1]
    assert bob.get("/invitations").json() == []
    seated = ann.post(f"{path}/seats/2/bot", json={"bot": "clerk"}).json()
    assert seated["seats"][2]["bot"] == "clerk"
    assert problem(ann.post(f"{path}/seats/2/bot", json={"bot": "clerk"})) == "invalid-action"
    wish = {"game": "glasgow", "name": "Bob", "pace": "days", "rated": True}
    waiting = bob.post("/quick-match", json=wish).json()
    assert waiting["rated"]
    assert problem(ann.post("/quick-match", json=wish)) == "invalid-action"
    other = account(server, "Eve of the lobby")
    assert other.post("/quick-match", json={**wish, "name": "Eve"}).json()["id"] == waiting["id"]


def test_leaderboards_list_the_levels_of_bots(ann: Guest) -> None:
    for game, players in (("glasgow", "2"), ("brass", "2"), ("brass", "3"), ("brass", "4")):
        wanted = {"game": game, "players": players, "against": "bots"}
        ranked = ann.get("/ratings", params=wanted).json()
        levels = [player["name"] for player in ranked["ranked"] if player["is_bot"]]
        assert levels == ["master", "merchant", "clerk", "apprentice"]
    unknown = ann.get("/ratings", params={"game": "glasgow", "players": 3})
    assert problem(unknown) == "table-not-found"
