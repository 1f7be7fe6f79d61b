"""Answers, undo, hints, chat and bots."""

from __future__ import annotations

from tests.server.api.servers import Guest, data, key, problem, two_guests


def test_a_repeated_answer_is_applied_once(ann: Guest) -> None:
    table = ann.new_table("me", "here:Ben")
    again = key()
    replies = [ann.answer(table, key=again) for _ in range(3)]
    assert [reply.status_code for reply in replies] == [200, 200, 200]
    assert {reply.json()["version"] for reply in replies} == {1}


def test_a_key_is_for_one_request_only(ann: Guest) -> None:
    table = ann.new_table("me", "here:Ben")
    again = key()
    current = data(ann.answer(table, key=again))
    different = table["choices"][1]["answer"]
    undo = {"version": table["version"], "key": again}
    replies = [
        ann.answer(table, different, key=again),
        ann.answer(current, key=again),
        ann.post(f"/tables/{table['id']}/undo", json=undo),
    ]
    assert [problem(reply) for reply in replies] == ["key-reused"] * 3
    assert [reply.status_code for reply in replies] == [409] * 3
    assert ann.table(table["id"]) == current
    assert ann.answer(table, key=again).json() == current, "the same request again"


def test_a_version_conflict_contains_the_current_table(ann: Guest, bob: Guest) -> None:
    table = two_guests(ann, bob)
    assert ann.answer(table).status_code == 200
    reply = ann.answer(table)
    assert reply.status_code == 409
    assert problem(reply) == "version-conflict"
    assert reply.json()["table"] == ann.table(table["id"])


def test_illegal_answers_change_nothing(ann: Guest, bob: Guest) -> None:
    table = two_guests(ann, bob)
    before = ann.table(table["id"])
    assert problem(ann.answer(table, "move 99")) == "invalid-action"
    assert problem(ann.answer(table, "nonsense")) == "invalid-action"
    assert problem(bob.answer(table)) == "not-your-turn"
    assert problem(ann.answer(table, key="short")) == "bad-request"
    assert problem(ann.answer(table, version=-1)) == "bad-request"
    assert ann.table(table["id"]) == before


def test_an_answer_is_undone(ann: Guest) -> None:
    table = ann.new_table("me", "here:Ben")
    after = data(ann.answer(table, "move 1"))
    assert after["can_undo"]
    body = {"version": after["version"], "key": key()}
    back = data(ann.post(f"/tables/{table['id']}/undo", json=body))
    assert (back["answers_given"], back["version"]) == (0, 2)
    body = {"version": back["version"], "key": key()}
    assert problem(ann.post(f"/tables/{table['id']}/undo", json=body)) == "invalid-action"


def test_players_and_spectators_chat(ann: Guest, bob: Guest) -> None:
    table = ann.new_table("me", "clerk")
    ann.post(f"/tables/{table['id']}/chat", json={"text": "hello"})
    chat = data(bob.post(f"/tables/{table['id']}/chat", json={"text": "hi", "name": "Bob"}))
    assert [
        (message["name"], message["seat"], message["text"]) for message in chat["messages"]
    ] == [
        ("Ann", 0, "hello"),
        ("Bob", None, "hi"),
    ]
    assert data(ann.get(f"/tables/{table['id']}/chat"))["messages"] == chat["messages"]
    assert (
        problem(ann.post(f"/tables/{table['id']}/chat", json={"text": "\u200b"}))
        == "invalid-action"
    )


def test_only_the_guest_who_must_answer_gets_hints(ann: Guest, bob: Guest) -> None:
    table = two_guests(ann, bob, hints=True)
    found = data(ann.post(f"/tables/{table['id']}/hint"))
    offered = [choice["answer"] for choice in table["choices"]]
    assert found["hints"]
    assert all(hint["answer"] in offered for hint in found["hints"])
    assert all(hint["line"][:1] in ([hint["answer"]], []) for hint in found["hints"])
    assert problem(bob.post(f"/tables/{table['id']}/hint")) == "not-your-turn"
    announced = bob.get(f"/tables/{table['id']}/log").json()["announcements"]
    assert [(each["kind"], each["seat"], each["sentence"]) for each in announced] == [
        ("seat-taken", 1, "Bob has taken a seat."),
        ("hint-used", 0, "Ann has looked at a hint."),
    ]


def test_a_game_between_people_has_no_hints_unless_they_agreed(ann: Guest, bob: Guest) -> None:
    table = two_guests(ann, bob)
    assert table["hints"] is False
    assert problem(ann.post(f"/tables/{table['id']}/hint")) == "invalid-action"
    assert ann.new_table("me", "clerk")["hints"] is True


def test_bots_answer(ann: Guest) -> None:
    table = ann.new_table("me", "apprentice", first=1)
    assert table["bot_to_move"]
    seen = ann.wait_until(table["id"], lambda found: bool(found["my_turn"]))
    assert seen["answers_given"] > 0
