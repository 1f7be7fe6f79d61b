"""A client of the API of a Smokestack server: plays a game of Glasgow against a bot.

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
PREFERENCES = ("pay", "place", "activate", "move")


def send(path, body=None, token="", method=None):
    """Send a request and return the decoded response; retries after a rate limit."""
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
            with urllib.request.urlopen(request, timeout=60) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            problem = json.load(error)
            if problem["type"].endswith("/too-many-requests") and "retry_after" in problem:
                time.sleep(problem["retry_after"])
                continue
            if "table" in problem:  # the game has changed: continue with the current table
                return problem["table"]
            raise SystemExit(f"{problem['title']}: {problem['detail']}") from None


def wait_for_change(table):
    """Wait until the table has a new revision; the stream starts with the current one."""
    url = f"{SERVER}/api/v1/tables/{table['id']}/events"
    with urllib.request.urlopen(url, timeout=60) as stream:
        for line in stream:
            if line.startswith(b"data: ") and int(line[6:]) > table["revision"]:
                return


def choose(choices):
    """A random answer of the preferred kind, which is the first word of the notation."""
    answers = [choice["answer"] for choice in choices]
    for kind in PREFERENCES:
        preferred = [answer for answer in answers if answer.split()[0] == kind]
        if preferred:
            return random.choice(preferred)
    return random.choice(answers)


def main():
    token = send("/guests", method="POST")["token"]
    plan = {"game": "glasgow", "seats": ["me", "apprentice"], "name": "Example"}
    table = send("/tables", plan, token)
    # The cards follow from the server's secret and what the players contribute.
    table = send(f"/tables/{table['id']}/contribution", {"text": uuid.uuid4().hex}, token)
    print(f"You can watch at {SERVER}/tables/{table['id']}")
    while table["status"] == "running":
        if table["my_turn"]:
            answer = choose(table["choices"])
            # The key makes it safe to repeat the request if no response arrives.
            body = {"version": table["version"], "key": str(uuid.uuid4()), "answer": answer}
            table = send(f"/tables/{table['id']}/answers", body, token)
        else:
            wait_for_change(table)
            table = send(f"/tables/{table['id']}", token=token)
    print(table["prompt"])


if __name__ == "__main__":
    main()
