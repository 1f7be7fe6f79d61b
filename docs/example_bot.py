"""A bot as a program of its own: builds where it can, takes what it gets, passes last.

smokestack simulate glasgow --bots "program:python3 docs/example_bot.py,random"
"""

import json
import random
import sys

LIKED = ("build", "link", "sell", "place", "pay", "activate", "draw", "take", "move", "loan")


def liking(answer: str) -> int:
    """Low for what it likes; what it has no opinion of comes after that, passing last."""
    word = answer.split()[0]
    return LIKED.index(word) if word in LIKED else len(LIKED) + (word == "pass")


for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        random.seed(message["hello"]["seed"])
    else:
        answers = message["view"]["answers"]
        best = min(map(liking, answers))
        print(random.choice([a for a in answers if liking(a) == best]), flush=True)
