"""A rival in the auction: bids a fixed share of what it has, for large prizes only."""

while True:
    try:
        left, prize, coins, richest, roll = map(int, input().split())
    except EOFError:
        break
    print(min(coins, coins // 4 if prize > 12 else 3), flush=True)
