"""A client of a Smokestack server: plays a game of Glasgow against a bot to the end.

smokestack serve
python3 docs/example_client.py http://localhost:8750
"""

import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid

SERVER = sys.argv[1].rstrip("/") if len(sys.argv) > 1 else "http://localhost:8750"
LIKED = ("pay", "place", "activate", "move")


def ask(path, body=None, token="", method=None):
    """One request; waits and asks again if the server says that it was too much."""
    headers = {"Accept-Language": "en"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = None
    if body is not None:
        data = json.dumps(body).encode()
        headers["Content-Type"] = "application/json"
    while True:
        request = urllib.request.Request(SERVER + "/api/v1" + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as reply:
                return json.load(reply)
        except urllib.error.HTTPError as error:
            problem = json.load(error)
            if problem["type"].endswith("/too-much") and "retry_after" in problem:
                time.sleep(problem["retry_after"])
                continue
            if "table" in problem:  # the game has moved on: look again
                return problem["table"]
            raise SystemExit(f"{problem['title']}: {problem['detail']}") from None


def wait_for_news(table):
    """Until the table has changed; the stream begins with the latest number."""
    address = f"{SERVER}/api/v1/tables/{table['id']}/events"
    with urllib.request.urlopen(address, timeout=60) as stream:
        for line in stream:
            if line.startswith(b"data: ") and int(line[6:]) > table["news"]:
                return


def choose(choices):
    """Whatever it likes best, by the first word of the notation."""
    answers = [choice["answer"] for choice in choices]
    for word in LIKED:
        liked = [answer for answer in answers if answer.split()[0] == word]
        if liked:
            return random.choice(liked)
    return random.choice(answers)


def main():
    token = ask("/guests", method="POST")["token"]
    plan = {"game": "glasgow", "seats": ["me", "apprentice"], "name": "Example"}
    table = ask("/tables", plan, token)
    print(f"You can watch at {SERVER}/tables/{table['id']}")
    while table["status"] == "running":
        if table["my_turn"]:
            answer = choose(table["choices"])
            # The key makes it safe to send this again if no reply comes.
            body = {"version": table["version"], "key": str(uuid.uuid4()), "answer": answer}
            table = ask(f"/tables/{table['id']}/answers", body, token)
        else:
            wait_for_news(table)
            table = ask(f"/tables/{table['id']}", token=token)
    print(table["prompt"])


if __name__ == "__main__":
    main()
