# recount.py MAPS NAME=COMMAND ...: each bot and the author's play the rivals on MAPS new maps of the kit's generator, from both sides
import math, os, random, statistics, subprocess, sys
from concurrent.futures import ThreadPoolExecutor
RIVALS = ["bots/hCombin2", "bots/hConfig2", "bots/RedistD", "bots/Redist2"]
ENGINE = "java -Xshare:auto -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -jar PlayGame-1.2.jar".split()
def play(job):                                           # the points of a bot in a game
    bot, rival, path, seat = job
    said = subprocess.run(ENGINE + [path, "3000", "200", "/dev/null"] + ([bot, rival] if seat == 1 else [rival, bot]),
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True).stderr
    assert "Draw!" in said or "Wins!" in said, said[-300:]
    return 0.5 if "Draw!" in said else float(f"Player {seat} Wins!" in said)
def mean(x): return "%.1f ± %.1f" % (100 * statistics.mean(x), 196 * statistics.stdev(x) / math.sqrt(len(x)))
if __name__ == "__main__":
    import map_generator
    os.makedirs("newmaps", exist_ok=True)
    maps, points = [f"newmaps/{seed}.txt" for seed in range(1, int(sys.argv[1]) + 1)], {}
    for seed, path in enumerate(maps, 1):
        random.seed(seed); map_generator.save_map(path)
    for name, bot in {"author": "bots/original", **dict(word.split("=", 1) for word in sys.argv[2:])}.items():
        jobs = [(bot, rival, path, seat) for path in maps for rival in RIVALS for seat in (1, 2)]
        with ThreadPoolExecutor(2) as pool: won = list(pool.map(play, jobs))
        points[name] = x = [statistics.mean(won[k:k + 8]) for k in range(0, len(won), 8)]   # of a map, the unit of the interval
        print(name, mean(x), "% won of", len(won), *(f"; {mean([a - b for a, b in zip(x, y)])} more than {other}" for other, y in points.items() if other != name), flush=True)
