"""Plays one game of the auction and prints its result. Python 3, standard library only.

    python3 referee.py SEED BOT BOT...

Every bot has 100 coins. In each of twelve rounds a prize from 1 to 20 is shown, all bid at
once, and the highest bid wins the prize and pays; equal bids share it, and each pays. Most
points win. A bot reads a line for each round and answers with a line:

    rounds left, prize, own coins, most coins of another, a random number from 0 to 999

The result is one line of JSON: ranks (the lowest is the best, equal is a tie), and errors:
1 for a bot that broke a rule, died or took longer than ten seconds: so long that a busy machine
does not decide games. Its points count no more.
"""

import json
import random
import shlex
import subprocess
import sys
import threading

seed, commands = int(sys.argv[1]), sys.argv[2:]
rng = random.Random(seed)
bots = [
    subprocess.Popen(shlex.split(c), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    for c in commands
]
coins, points, errors = [100] * len(bots), [0.0] * len(bots), [0] * len(bots)


def ask(i, line):
    """Returns the bid of bot i, or -1 if it is out of the game."""
    if errors[i]:
        return -1
    late = threading.Timer(10.0, bots[i].kill)
    late.start()
    try:
        bots[i].stdin.write(line + "\n")
        bots[i].stdin.flush()
        bid = int(bots[i].stdout.readline())
        if 0 <= bid <= coins[i]:
            return bid
    except (OSError, ValueError):
        pass
    finally:
        late.cancel()
    errors[i] = 1
    return -1


for left in range(12, 0, -1):
    prize = rng.randint(1, 20)
    bids = []
    for i in range(len(bots)):
        richest = max(c for j, c in enumerate(coins) if j != i)
        bids.append(ask(i, f"{left} {prize} {coins[i]} {richest} {rng.randrange(1000)}"))
    winners = [i for i, b in enumerate(bids) if b == max(bids) and b >= 0]
    for i in winners:
        points[i] += prize / len(winners)
        coins[i] -= bids[i]

for b in bots:
    b.kill()
points = [-1 if e else p for p, e in zip(points, errors)]
print(json.dumps({"ranks": [sum(q > p for q in points) for p in points], "errors": errors}))
