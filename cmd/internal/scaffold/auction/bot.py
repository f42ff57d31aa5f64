"""A bot for the auction. Its parameters come from the command line; Python 3 only."""

import sys

# --share 1.2 --power 0.5 ...; argparse would double the time that the bot takes to start.
a = {"share": "1", "power": "0", "noise": "2", "save": "0", "last": "fair"}
a.update((key[2:], value) for key, value in zip(sys.argv[1::2], sys.argv[2::2]))
share, power, noise, save = float(a["share"]), float(a["power"]), float(a["noise"]), int(a["save"])

while True:
    try:
        left, prize, coins, richest, roll = map(int, input().split())
    except EOFError:
        break
    fair = max(0, coins - save) / left
    bid = share * fair * (prize / 10) ** power + noise * (roll / 1000 - 0.5)
    if left == 1 and a["last"] == "all":
        bid = coins
    print(max(0, min(int(bid), coins, richest + 1)), flush=True)
