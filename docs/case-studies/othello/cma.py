# cma.py GAMES SEED: CMA-ES with a diagonal covariance, from the author's values; a step ends at the edge of its range
import json, math, random, re, subprocess, sys
games, rng, rivals = int(sys.argv[1]), random.Random(int(sys.argv[2])), "realtime killer static dynamic greedy".split()
rows = re.findall(r"(\w+): \{distribution: int, low: (\S+), high: (\S+), default: (-?\d+)", open("othello.yaml").read())
sim = subprocess.Popen("java -XX:+UseSerialGC -Djava.awt.headless=true -cp out player.ai.Sim 2 8".split(),
                       stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
def ask(lines):
    sim.stdin.write("\n".join(lines) + "\n"); sim.stdin.flush()
    return [sim.stdout.readline().split() for _ in lines]
ask(["bloodline 1 2 " + " ".join(row[0] for row in rows)])
def values(x):  # x: shares of the ranges
    return [round(int(lo) + min(1, max(0, xi)) * (int(hi) - int(lo))) for xi, (_, lo, hi, _) in zip(x, rows)]
n, lam, mu, openings = len(rows), 16, 8, 8
w = [math.log(mu + .5) - math.log(i + 1) for i in range(mu)]; w = [wi / sum(w) for wi in w]
eff = 1 / sum(wi * wi for wi in w)
cs, cc = (eff + 2) / (n + eff + 5), (4 + eff / n) / (n + 4 + 2 * eff / n)
c1, cm = 2 / ((n + 1.3) ** 2 + eff), 2 * (eff - 2 + 1 / eff) / ((n + 2) ** 2 + eff)
c1, cm = c1 * (n + 2) / 3, min(1 - c1 * (n + 2) / 3, cm * (n + 2) / 3)  # faster, as only the diagonal is learnt
damp, chi = 1 + 2 * max(0, math.sqrt((eff - 1) / (n + 1)) - 1) + cs, math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n))
m = [(int(v) - int(lo)) / (int(hi) - int(lo)) for _, lo, hi, v in rows]
sigma, C, ps, pc, cost = .25, [1.0] * n, [0.0] * n, [0.0] * n, lam * openings * len(rivals) * 2
for g in range(1, games // cost + 1):
    ys = [[(min(1, max(0, mi + sigma * rng.gauss(0, 1) * math.sqrt(c))) - mi) / sigma for mi, c in zip(m, C)] for _ in range(lam)]
    seeds, lines = [rng.randrange(2 ** 30) for _ in range(openings)], []
    for y in ys:
        me = "genes " + " ".join(map(str, values([mi + sigma * yi for mi, yi in zip(m, y)])))
        lines += [f"{s} {seats}" for s in seeds for r in rivals for seats in (f"{me} {r}", f"{r} {me}")]
    won = [(int(a) > int(b)) + (a == b) / 2 for a, b in ask(lines)]
    f = [sum(1 - v if i % 2 else v for i, v in enumerate(won[k * cost // lam:][:cost // lam])) * lam / cost for k in range(lam)]
    best = [ys[k] for k in sorted(range(lam), key=lambda k: -f[k])[:mu]]
    step = [sum(wi * y[j] for wi, y in zip(w, best)) for j in range(n)]
    m = [mi + sigma * s for mi, s in zip(m, step)]
    ps = [(1 - cs) * p + math.sqrt(cs * (2 - cs) * eff / c) * s for p, s, c in zip(ps, step, C)]
    norm = math.sqrt(sum(p * p for p in ps))
    h = norm / math.sqrt(1 - (1 - cs) ** (2 * g)) < (1.4 + 2 / (n + 1)) * chi
    pc = [(1 - cc) * p + h * math.sqrt(cc * (2 - cc) * eff) * s for p, s in zip(pc, step)]
    C = [(1 - c1 - cm) * c + c1 * p * p + cm * sum(wi * y[j] ** 2 for wi, y in zip(w, best)) for j, (c, p) in enumerate(zip(C, pc))]
    sigma *= math.exp(cs / damp * (norm / chi - 1))
    print(g, g * cost, f"mean {sum(f) / lam:.3f} sigma {sigma:.3f}", file=sys.stderr)
print(json.dumps(dict(zip((row[0] for row in rows), values(m)))))
