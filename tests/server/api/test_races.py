"""Concurrent requests: duplicates take effect once, and one of several conflicting ones wins."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import httpx

from tests.server.api.servers import Data, Guest, Running, data, key, problem

CONNECTIONS = 10


def _send_concurrently(
    server: Running, ann: Guest, table: Data, bodies: list[Data]
) -> list[httpx.Response]:
    """Send each body over its own connection, which is open already."""
    ready = Barrier(len(bodies))
    address = f"{server.url}/api/v1/tables/{table['id']}/answers"

    def send(body: Data) -> httpx.Response:
        headers = {"authorization": f"Bearer {ann.token}"}
        with httpx.Client(headers=headers, timeout=60.0) as client:
            client.get(f"{server.url}/api/v1/bots")
            ready.wait()
            return client.post(address, json=body)

    with ThreadPoolExecutor(len(bodies)) as threads:
        return list(threads.map(send, bodies))


def test_the_same_answer_from_ten_connections_is_played_once(server: Running, ann: Guest) -> None:
    for _ in range(5):
        table = ann.new_table("me", "here:Ben")
        body = {"version": 0, "key": key(), "answer": table["choices"][0]["answer"]}
        replies = _send_concurrently(server, ann, table, [body] * CONNECTIONS)
        assert [reply.status_code for reply in replies] == [200] * CONNECTIONS
        assert {reply.json()["version"] for reply in replies} == {1}
        assert ann.table(table["id"])["answers_given"] == 1


def test_one_of_several_conflicting_answers_wins_and_the_others_see_it(
    server: Running, ann: Guest
) -> None:
    for _ in range(5):
        table = ann.new_table("me", "here:Ben")
        legal = [choice["answer"] for choice in table["choices"]]
        bodies = [
            {"version": 0, "key": key(), "answer": legal[number % len(legal)]}
            for number in range(CONNECTIONS)
        ]
        replies = _send_concurrently(server, ann, table, bodies)
        (accepted,) = (reply for reply in replies if reply.status_code == 200)
        declined = [reply for reply in replies if reply.status_code != 200]
        assert [problem(reply) for reply in declined] == ["version-conflict"] * (CONNECTIONS - 1)
        assert all(reply.json()["table"] == data(accepted) for reply in declined)
        assert ann.table(table["id"]) == data(accepted)


def test_only_one_of_ten_guests_gets_the_last_seat(server: Running, ann: Guest) -> None:
    table = ann.new_table("me", "link", open=True)
    guests = [server.guest() for _ in range(CONNECTIONS)]
    ready = Barrier(CONNECTIONS)

    def join(guest: Guest) -> httpx.Response:
        ready.wait()
        return guest.post(f"/tables/{table['id']}/join", json={"name": "Bob"})

    with ThreadPoolExecutor(CONNECTIONS) as threads:
        replies = list(threads.map(join, guests))
    assert sorted(reply.status_code for reply in replies) == [200] + [422] * (CONNECTIONS - 1)


def test_only_one_of_ten_guests_gets_the_seat_of_an_invitation(server: Running, ann: Guest) -> None:
    table = ann.new_table("me", "link")
    body = {"seat_token": table["seats"][1]["seat_token"], "name": "Bob"}
    guests = [ann, *(server.guest() for _ in range(CONNECTIONS - 1))]
    ready = Barrier(CONNECTIONS)

    def take(guest: Guest) -> httpx.Response:
        ready.wait()
        return guest.post("/seats", json=body)

    with ThreadPoolExecutor(CONNECTIONS) as threads:
        replies = list(threads.map(take, guests))
    assert sorted(reply.status_code for reply in replies) == [200] + [410] * (CONNECTIONS - 1)
    seen = ann.table(table["id"])
    assert [seat["devices"] for seat in seen["seats"]] == [1, 1]


def test_a_player_who_is_removed_while_the_game_starts(server: Running, ann: Guest) -> None:
    """Either the game starts with them or they are removed, never half of both."""
    for _ in range(5):
        table = ann.new_table("me", "link", "link", game="brass", edition="2018", open=True)
        path = f"/tables/{table['id']}"
        bob, eve = server.guest(), server.guest()
        for guest, name in ((bob, "Bob"), (eve, "Eve")):
            guest.post(f"{path}/join", json={"name": name})
        bob.contribute(table)
        ready = Barrier(2)

        def send(guest: Guest, address: str, body: Data, ready: Barrier = ready) -> httpx.Response:
            ready.wait()
            return guest.post(address, json=body)

        with ThreadPoolExecutor(2) as threads:
            removing = threads.submit(send, ann, f"{path}/seats/1/remove", {})
            starting = threads.submit(send, eve, f"{path}/contribution", {"text": "random"})
        assert starting.result().status_code == 200
        seen = ann.table(table["id"])
        removed = removing.result().status_code == 200
        assert seen["status"] == ("waiting" if removed else "running")
        assert bob.table(table["id"])["my_seats"] == ([] if removed else [1])


def test_ten_requests_create_one_rematch(server: Running, ann: Guest) -> None:
    table = ann.new_table("me", "clerk")
    ann.post(f"/tables/{table['id']}/seats/0/resign")
    with ThreadPoolExecutor(CONNECTIONS) as threads:
        found = list(
            threads.map(
                lambda _: ann.post(f"/tables/{table['id']}/rematch").json()["id"],
                range(CONNECTIONS),
            )
        )
    assert len(set(found)) == 1
