"""A rival in the auction: bids in proportion to the prize."""

while True:
    try:
        left, prize, coins, richest, roll = map(int, input().split())
    except EOFError:
        break
    bid = 1.4 * coins / left * prize / 10 + 2 * (roll / 1000 - 0.5)
    print(max(0, min(int(bid), coins, richest + 1)), flush=True)
