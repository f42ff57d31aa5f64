# python3 cma.py GAMES SEED: sep-CMA-ES from the published values; prints the mean of its distribution as a command
import math, random, sys
from concurrent.futures import ThreadPoolExecutor
from recount import RIVALS, play                  # the same engine and rivals
GENES = {  # name: low, high, published value, kind
    "cost.distance_scale": (1, 4, 2, "f"), "cost.growth_scale": (1, 4, 2, "log"), "cost.offset": (0, 6, 3, "i"),
    "cost.range_scale": (0.3, 1.5, 1, "f"), "neutral.growth_scale": (0.5, 2.5, 1, "log"), "neutral.distance_scale": (0.4, 2, 1, "log"),
    "neutral.margin": (-2, 3, 0, "i"), "antirage": (0, 3, 2, "i"), "antirage.scale": (0.4, 1.5, 1, "f"), "eval.days": (25, 100, 50, "ilog")}
MAPS = [f"maps/map{i}.txt" for i in range(1, 101)] + [f"moremaps/{i}.txt" for i in range(1001, 1301)]
def encode(lo, hi, v, kind):
    return math.log(v / lo) / math.log(hi / lo) if "log" in kind else (v - lo + 0.5) / (hi - lo + 1) if kind == "i" else (v - lo) / (hi - lo)
def decode(u, lo, hi, v, kind):
    u = min(1, max(0, u))
    x = lo * (hi / lo) ** u if "log" in kind else lo + min(hi - lo, int(u * (hi - lo + 1))) if kind == "i" else lo + u * (hi - lo)
    return f"{round(x)}" if "i" in kind else f"{x:.6g}"
def command(x): return "bots/mybot " + " ".join(f"--{g} {decode(u, *r)}" for u, (g, r) in zip(x, GENES.items()))
budget, rng = int(sys.argv[1]), random.Random(int(sys.argv[2]))
n, lam, mu = len(GENES), 12, 6
w = [math.log(mu + 0.5) - math.log(i + 1) for i in range(mu)]; w = [a / sum(w) for a in w]
mueff = 1 / sum(a * a for a in w)
cs = (mueff + 2) / (n + mueff + 5); ds = 1 + cs + 2 * max(0, math.sqrt((mueff - 1) / (n + 1)) - 1); cc = 4 / (n + 4)
c1 = 2 / ((n + 1.3) ** 2 + mueff) * (n + 2) / 3; cmu = min(1 - c1, 2 * (mueff - 2 + 1 / mueff) / ((n + 2) ** 2 + mueff) * (n + 2) / 3)
m, sigma, C, ps, pc = [encode(*r) for r in GENES.values()], 0.25, [1.0] * n, [0.0] * n, [0.0] * n
chi, games, gen = math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n)), 0, 0
with ThreadPoolExecutor(2) as pool:
    while games + lam * 8 <= budget:              # a generation: every setting plays all rivals in both seats on one map
        gen += 1; path = rng.choice(MAPS)
        X = [[min(1, max(0, m[i] + sigma * math.sqrt(C[i]) * rng.gauss(0, 1))) for i in range(n)] for _ in range(lam)]
        f = list(pool.map(play, [(command(x), r, path, s) for x in X for r in RIVALS for s in (1, 2)])); games += len(f)
        fit = [sum(f[8 * k:8 * k + 8]) / 8 for k in range(lam)]
        best = [X[k] for k in sorted(range(lam), key=lambda k: -fit[k])[:mu]]
        y = [[(x[i] - m[i]) / sigma for i in range(n)] for x in best]; yw = [sum(a * b[i] for a, b in zip(w, y)) for i in range(n)]
        m = [a + sigma * b for a, b in zip(m, yw)]
        ps = [(1 - cs) * p + math.sqrt(cs * (2 - cs) * mueff) * b / math.sqrt(c) for p, b, c in zip(ps, yw, C)]; norm = math.sqrt(sum(p * p for p in ps))
        h = norm / math.sqrt(1 - (1 - cs) ** (2 * gen)) < (1.4 + 2 / (n + 1)) * chi
        pc = [(1 - cc) * p + h * math.sqrt(cc * (2 - cc) * mueff) * b for p, b in zip(pc, yw)]
        C = [(1 - c1 - cmu) * c + c1 * p * p + cmu * sum(a * b[i] ** 2 for a, b in zip(w, y)) for i, (c, p) in enumerate(zip(C, pc))]
        sigma = min(0.4, sigma * math.exp(cs / ds * (norm / chi - 1)))
        print(gen, games, f"mean {sum(fit)/lam:.3f} best {max(fit):.3f} sigma {sigma:.3f}", file=sys.stderr)
print(command(m))
