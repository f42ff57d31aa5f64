# recount.py DEPTH OPENINGS A.json ...: the author's player and the values of each file against the rivals, in new openings
import json, math, statistics, subprocess, sys
GENES = ("mobility frontier pieces placement stability grab mobility55 frontier55 pieces55 placement55 stability55 grab55"
         " c_square a_square b_square x_square edge2 d22 d23").split()
RIVALS, depth, openings = "realtime killer static dynamic greedy".split(), sys.argv[1], int(sys.argv[2])
def play(seat, rivals):                                  # the share won of each opening, over both sides and all rivals
    games = [(f"{s} {seat} {r}\n", f"{s} {r} {seat}\n") for s in range(3_000_000, 3_000_000 + openings) for r in rivals]
    out = subprocess.run(f"java -XX:+UseSerialGC -Djava.awt.headless=true -cp out player.ai.Sim {depth} 8".split(), text=True, check=True,
                         input=f"bloodline 1 2 {' '.join(GENES)}\n" + "".join(map("".join, games)), capture_output=True).stdout
    discs = [tuple(map(int, line.split())) for line in out.splitlines()[1:]]
    won = [1 - v if i % 2 else v for i, v in enumerate((a > b) + (a == b) / 2 for a, b in discs)]
    each = 2 * len(rivals)
    return [statistics.mean(won[k:k + each]) for k in range(0, openings * each, each)]
def mean(x): return "%.1f ± %.1f" % (100 * statistics.mean(x), 196 * statistics.stdev(x) / math.sqrt(len(x)))
points = {}
for name in ["author", *sys.argv[3:]]:                   # the author's: the repository's own class
    seat = "realtime" if name == "author" else "genes " + " ".join(str(json.load(open(name))[g]) for g in GENES)
    points[name] = x = play(seat, RIVALS)
    print(name, mean(x), "% won", *(f"; {mean([a - b for a, b in zip(x, y)])} more than {other}" for other, y in points.items() if other != name),
          "; head to head with the author's", mean(play(seat, ["realtime"])), flush=True)
