"""Islands, a game for two players, with a bot to be tuned. bloodline starts this program once and sends it a line
for each game; the protocol is in main. Replace Game and Bot by yours. Python 3, standard library only.
"""

import sys

N, TURNS = 8, 30


class Random:
    """The random numbers of a game depend on its seed alone (splitmix32)."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = z = (self.state + 0x9E3779B9) & 0xFFFFFFFF
        z = (z ^ z >> 16) * 0x21F0AAAD & 0xFFFFFFFF
        z = (z ^ z >> 15) * 0x735A2D97 & 0xFFFFFFFF
        return (z ^ z >> 15) % n


class Game:
    """Eight islands in a sea of 20 by 10. An island that has an owner builds `growth` ships a turn. In each turn both
    players may send one fleet from an island of theirs to another, which takes `distance` turns. Fleets that land
    together fight each other first, ship against ship, then the ships of the island. There the weaker side of w ships
    destroys w * w / s of the s ships of the stronger, so that one large fleet does more than two small ones.
    The most ships on islands after 30 turns win.
    """

    def __init__(self, seed):
        below = Random(seed).below
        self.owner = [0] * N  # 1 or -1 for the players, 0 for nobody
        x, y, self.ships, self.growth = [0] * N, [0] * N, [0] * N, [0] * N
        for i in range(N):
            x[i], y[i], self.ships[i], self.growth[i] = below(20), below(10), 3 + below(20), below(6)
        for home in (0, 1):
            x[home], y[home], self.ships[home], self.growth[home] = 19 * home, 5, 20, 3
            self.owner[home] = 1 - 2 * home
        self.distance = [[1 + max(abs(x[i] - x[j]), abs(y[i] - y[j])) // 3 for j in range(N)] for i in range(N)]
        self.landing = [[0] * N for _ in range(TURNS + 8)]  # ships of player 1 less those of player -1, by turn
        self.coming = [0] * N  # and in all
        self.turn = 0

    def send(self, player, order):
        start, to, ships = order
        if ships <= 0:
            return
        self.ships[start] -= ships
        self.landing[self.turn + self.distance[start][to]][to] += player * ships
        self.coming[to] += player * ships

    def end_turn(self):
        self.turn += 1
        owner, ships = self.owner, self.ships
        for i, force in enumerate(self.landing[self.turn]):
            if owner[i]:
                ships[i] += self.growth[i]
            if not force:
                continue
            self.coming[i] -= force
            fleet = abs(force)
            if owner[i] * force > 0:
                ships[i] += fleet
            elif fleet <= ships[i]:
                ships[i] -= fleet * fleet // ships[i]
            else:
                ships[i] = fleet - ships[i] * ships[i] // fleet
                owner[i] = 1 if force > 0 else -1

    def score(self, player):
        return sum(s for s, o in zip(self.ships, self.owner) if o == player)


# The bot, with the parameters to tune in the order of the run file.
GENES = "margin cost far enemy help attack short"


class Bot:
    def __init__(self, words):
        """Reads a seat of a line: `genes` and the values, or the name of a version."""
        word = next(words)
        self.first = word == "first"  # the first version, which has no parameters
        if self.first:
            return
        if word != "genes":
            raise ValueError(word)
        self.margin = float(next(words))  # sends this multiple of the ships that it meets
        self.cost = float(next(words))  # avoids islands with many ships
        self.far = float(next(words))  # avoids islands far away
        self.enemy = float(next(words))  # values islands of the opponent, those of nobody count 1
        self.help = float(next(words))  # values islands of its own that are about to be lost
        self.attack = int(next(words))  # attacks the opponent from this turn on
        self.short = next(words)  # with too few ships for the best island: wait, take another, or send them all

    def move(self, g, me):
        """Returns an order: from, to, and ships; no ships are no order."""
        start = -1
        for i in range(N):
            if g.owner[i] == me and (start < 0 or g.ships[i] > g.ships[start]):
                start = i
        if start < 0:
            return 0, 0, 0
        return self.simple(g, me, start) if self.first else self.best(g, me, start)

    def simple(self, g, me, start):
        """The first version attacks the nearest island with all ships as soon as they are enough."""
        to = -1
        for i in range(N):
            if g.owner[i] != me and (to < 0 or g.distance[start][i] < g.distance[start][to]):
                to = i
        if to < 0 or g.ships[start] <= g.ships[to]:
            return 0, 0, 0
        return start, to, g.ships[start]

    def best(self, g, me, start):
        """This version sends a fleet to the island of the largest value."""
        to, need, most, have = -1, 0, 0.0, g.ships[start]
        for i, distance in enumerate(g.distance[start]):
            left = TURNS - g.turn - distance
            balance = me * g.coming[i]  # my ships there less those against me, once all have landed
            weight = 1.0
            if g.owner[i] == me:
                balance += g.ships[i]
                weight = self.help
            elif g.owner[i] == 0:
                balance -= g.ships[i]
            else:
                balance -= g.ships[i] + g.growth[i] * distance
                weight = 0.0 if g.turn < self.attack else self.enemy
            if i == start or left < 0 or balance > 0:
                continue
            ships = int(self.margin * -balance) + 1
            if ships > have and self.short == "other":
                continue
            value = weight * (g.growth[i] * left) - self.cost * ships - self.far * distance
            if value > most:
                most, to, need = value, i, ships
        if to < 0 or (need > have and self.short == "wait"):
            return 0, 0, 0
        return start, to, min(need, have)


def play(line):
    words = iter(line.split())
    game, a, b = Game(int(next(words))), Bot(words), Bot(words)
    while game.turn < TURNS:
        first, second = a.move(game, 1), b.move(game, -1)  # both see the same
        game.send(1, first)
        game.send(-1, second)
        game.end_turn()
    return f"{game.score(1)} {game.score(-1)}"


def main():
    # The first line has the version of the protocol, the number of players and the names of the genes.
    if sys.stdin.readline().strip() == "bloodline 1 2 " + GENES:
        print("ok islands", flush=True)
    else:
        print("error must have: bloodline 1 2 " + GENES, flush=True)
    # Then each line is a game, `SEED SEAT SEAT`, and is answered by a line with the score of each seat.
    for line in sys.stdin:
        try:
            answer = play(line)
        except (ValueError, StopIteration):
            answer = "error can't read: " + line.strip()
        print(answer, flush=True)


main()
