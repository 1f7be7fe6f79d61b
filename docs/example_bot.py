"""An example of an external bot: it prefers to build, and passes last.

smokestack simulate glasgow --bots "program:python3 docs/example_bot.py,random"
"""

import json
import random
import sys

PREFERRED = ("build", "link", "sell", "place", "pay", "activate", "draw", "take", "move", "loan")


def rank(answer: str) -> int:
    """Lower is better: preferred answers first, then the others, passing last."""
    word = answer.split()[0]
    return PREFERRED.index(word) if word in PREFERRED else len(PREFERRED) + (word == "pass")


for line in sys.stdin:
    message = json.loads(line)
    if "hello" in message:
        random.seed(message["hello"]["seed"])
    else:
        answers = message["view"]["answers"]
        best = min(map(rank, answers))
        print(random.choice([a for a in answers if rank(a) == best]), flush=True)
