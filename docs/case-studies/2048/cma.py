# cma.py GAMES SEED: CMA-ES (full covariance, by Cholesky) with GAMES games of sim1; prints its last mean as JSON
import json, math, random, subprocess, sys
budget, rng = int(sys.argv[1]), random.Random(int(sys.argv[2]))
G = dict(lost=(2e4, 2e6, 2e5, 1), mono_power=(1, 6, 4, 0), mono_weight=(2, 1000, 47, 1), sum_power=(1, 6, 3.5, 0),
         sum_weight=(.5, 250, 11, 1), merges=(30, 15000, 700, 1), empty=(10, 6000, 270, 1))  # low, high, start, log
n, N, f, lam, games, sigma = 7, range(7), lambda x, log: math.log(x) if log else x, 16, 40, 0.25
def values(x):  # from a point of the unit cube
    return [(math.exp if l else float)(f(a, l) + min(1, max(0, u)) * (f(b, l) - f(a, l))) for u, (a, b, s, l) in zip(x, G.values())]
sim = subprocess.Popen(["./sim1"], stdin=-1, stdout=-1, text=True)
def ask(lines, answers):
    sim.stdin.write(lines); sim.stdin.flush()
    return [sim.stdout.readline() for _ in range(answers)]
ask("bloodline 1 1 " + " ".join(G) + "\n", 1)
def score(x, seeds):
    seat = " ".join(map(repr, values(x)))
    return sum(map(int, ask("".join(f"{s} genes {seat}\n" for s in seeds), len(seeds)))) / len(seeds)
def cholesky(C):
    A = [[0.0] * n for _ in N]
    for i in N:
        for j in range(i + 1):
            s = C[i][j] - sum(A[i][k] * A[j][k] for k in range(j))
            A[i][j] = math.sqrt(max(s, 1e-12)) if i == j else s / A[j][j]
    return A
w = [math.log(lam / 2 + .5) - math.log(i + 1) for i in range(lam // 2)]; w = [x / sum(w) for x in w]; mu = 1 / sum(x * x for x in w)
cs, cc = (mu + 2) / (n + mu + 5), (4 + mu / n) / (n + 4 + 2 * mu / n)
c1 = 2 / ((n + 1.3) ** 2 + mu); cm = min(1 - c1, 2 * (mu - 2 + 1 / mu) / ((n + 2) ** 2 + mu)); d = 1 + cs + 2 * max(0, math.sqrt((mu - 1) / (n + 1)) - 1)
m = [(f(s, l) - f(a, l)) / (f(b, l) - f(a, l)) for a, b, s, l in G.values()]
C, ps, pc, chi = [[float(i == j) for j in N] for i in N], [0.0] * n, [0.0] * n, math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n))
for g in range(budget // (lam * games)):
    A, seeds, pop = cholesky(C), [rng.randrange(2 ** 31) for _ in range(games)], []
    for _ in range(lam):
        z = [rng.gauss(0, 1) for _ in N]; y = [sum(A[i][k] * z[k] for k in N) for i in N]
        pop.append((score([m[i] + sigma * y[i] for i in N], seeds), z, y))
    pop.sort(reverse=True); zw, yw = ([sum(a * p[q][i] for a, p in zip(w, pop)) for i in N] for q in (1, 2))
    m = [m[i] + sigma * yw[i] for i in N]; ps = [(1 - cs) * ps[i] + math.sqrt(cs * (2 - cs) * mu) * zw[i] for i in N]
    norm = math.sqrt(sum(x * x for x in ps)); h = norm / math.sqrt(1 - (1 - cs) ** (2 * g + 2)) < (1.4 + 2 / (n + 1)) * chi
    pc = [(1 - cc) * pc[i] + h * math.sqrt(cc * (2 - cc) * mu) * yw[i] for i in N]
    C = [[(1 - c1 - cm) * C[i][j] + c1 * pc[i] * pc[j] + cm * sum(a * p[2][i] * p[2][j] for a, p in zip(w, pop)) for j in N] for i in N]
    sigma *= math.exp(cs / d * (norm / chi - 1)); print(g, round(sigma, 4), round(pop[0][0]), file=sys.stderr)
print(json.dumps({k: float("%.6g" % v) for k, v in zip(G, values(m))}))
