# recount.py A.json ...: plays 8,000 seeds that bloodline never uses with the author's values and with those of each file
import json, math, statistics, subprocess, sys
AUTHOR = dict(lost=200000, mono_power=4, mono_weight=47, sum_power=3.5, sum_weight=11, merges=700, empty=270)
def play(values, seeds):                                 # the points of each game
    lines = ["bloodline 1 1 " + " ".join(AUTHOR)] + [f"{s} genes " + " ".join(repr(values[g]) for g in AUTHOR) for s in seeds]
    out = subprocess.run(["./sim1"], input="\n".join(lines) + "\n", text=True, capture_output=True, check=True).stdout
    return [int(x) for x in out.split()[2:]]             # behind "ok 2048-ai"
def mean(x): return "%.0f ± %.0f" % (statistics.mean(x), 1.96 * statistics.stdev(x) / math.sqrt(len(x)))
points = {}
for name, values in {"author": AUTHOR, **{f: json.load(open(f)) for f in sys.argv[1:]}}.items():
    points[name] = x = play(values, range(3_000_000_000, 3_000_008_000))
    print(name, mean(x), *(f"; {mean([a - b for a, b in zip(x, y)])} more than {other}" for other, y in points.items() if other != name))
