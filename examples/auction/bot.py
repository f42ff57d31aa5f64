"""A bot for the auction. Its parameters come from the command line; Python 3 only."""

import argparse

parser = argparse.ArgumentParser()
parser.add_argument("--share", type=float, default=1.0)
parser.add_argument("--power", type=float, default=0.0)
parser.add_argument("--noise", type=float, default=2.0)
parser.add_argument("--save", type=int, default=0)
parser.add_argument("--last", choices=["all", "fair"], default="fair")
a = parser.parse_args()

while True:
    try:
        left, prize, coins, richest, roll = map(int, input().split())
    except EOFError:
        break
    fair = max(0, coins - a.save) / left
    bid = a.share * fair * (prize / 10) ** a.power + a.noise * (roll / 1000 - 0.5)
    if left == 1 and a.last == "all":
        bid = coins
    print(max(0, min(int(bid), coins, richest + 1)), flush=True)
