// Islands, a game for two players, with a bot to be tuned. bloodline starts this program once and sends it a line
// for each game; the protocol is in main. Replace Game and Bot by yours.
//
//   g++ -O2 -std=c++17 -ffp-contract=off -o simulator simulator.cpp
//
// Without contraction of a * b + c the games are the same on every processor.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>

constexpr int N = 8, TURNS = 30;

// The random numbers of a game depend on its seed alone (splitmix32).
struct Random {
    uint32_t state;
    int below(int n) {
        uint32_t z = state += 0x9e3779b9;
        z = (z ^ z >> 16) * 0x21f0aaad;
        z = (z ^ z >> 15) * 0x735a2d97;
        return (z ^ z >> 15) % n;
    }
};

struct Order { int from, to, ships; };  // no ships: no order

// Eight islands in a sea of 20 by 10. An island that has an owner builds `growth` ships a turn. In each turn both players
// may send one fleet from an island of theirs to another, which takes `distance` turns. Fleets that land together fight
// each other first, ship against ship, then the ships of the island. There the weaker side of w ships destroys w * w / s
// of the s ships of the stronger, so that one large fleet does more than two small ones.
// The most ships on islands after 30 turns win.
struct Game {
    int owner[N], ships[N], growth[N], distance[N][N];  // owner: 1 or -1 for the players, 0 for nobody
    int landing[TURNS + 8][N] = {}, coming[N] = {};     // ships of player 1 less those of player -1, by turn and in all
    int turn = 0;

    explicit Game(uint32_t seed) {
        Random random{seed};
        int x[N], y[N];
        for (int i = 0; i < N; i++) {
            x[i] = random.below(20);
            y[i] = random.below(10);
            ships[i] = 3 + random.below(20);
            growth[i] = random.below(6);
            owner[i] = 0;
        }
        for (int home : {0, 1}) {
            x[home] = 19 * home;
            y[home] = 5;
            ships[home] = 20;
            growth[home] = 3;
            owner[home] = 1 - 2 * home;
        }
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) distance[i][j] = 1 + std::max(std::abs(x[i] - x[j]), std::abs(y[i] - y[j])) / 3;
    }

    void send(int player, Order o) {
        if (o.ships <= 0) return;
        ships[o.from] -= o.ships;
        landing[turn + distance[o.from][o.to]][o.to] += player * o.ships;
        coming[o.to] += player * o.ships;
    }

    void end_turn() {
        turn++;
        for (int i = 0; i < N; i++) {
            if (owner[i] != 0) ships[i] += growth[i];
            const int force = landing[turn][i];
            if (force == 0) continue;
            coming[i] -= force;
            const int fleet = std::abs(force);
            if (owner[i] * force > 0) {
                ships[i] += fleet;
            } else if (fleet <= ships[i]) {
                ships[i] -= fleet * fleet / ships[i];
            } else {
                ships[i] = fleet - ships[i] * ships[i] / fleet;
                owner[i] = force > 0 ? 1 : -1;
            }
        }
    }

    int score(int player) const {
        int sum = 0;
        for (int i = 0; i < N; i++)
            if (owner[i] == player) sum += ships[i];
        return sum;
    }
};

// The bot, with the parameters to tune in the order of the run file.
const std::string GENES = "margin cost far enemy help attack short";

struct Bot {
    bool first = false;  // the first version, which has no parameters
    double margin = 0;   // sends this multiple of the ships that it meets
    double cost = 0;     // avoids islands with many ships
    double far = 0;      // avoids islands far away
    double enemy = 0;    // values islands of the opponent, those of nobody count 1
    double help = 0;     // values islands of its own that are about to be lost
    int attack = 0;      // attacks the opponent from this turn on
    std::string short_;  // with too few ships for the best island: wait, take another, or send them all

    // Reads a seat of a line: `genes` and the values, or the name of a version.
    bool read(std::istream& in) {
        std::string word;
        in >> word;
        first = word == "first";
        if (first) return true;
        return word == "genes" && in >> margin >> cost >> far >> enemy >> help >> attack >> short_;
    }

    Order move(const Game& g, int me) const {
        int from = -1;
        for (int i = 0; i < N; i++)
            if (g.owner[i] == me && (from < 0 || g.ships[i] > g.ships[from])) from = i;
        if (from < 0) return {0, 0, 0};
        return first ? simple(g, me, from) : best(g, me, from);
    }

    // The first version attacks the nearest island with all ships as soon as they are enough.
    Order simple(const Game& g, int me, int from) const {
        int to = -1;
        for (int i = 0; i < N; i++)
            if (g.owner[i] != me && (to < 0 || g.distance[from][i] < g.distance[from][to])) to = i;
        if (to < 0 || g.ships[from] <= g.ships[to]) return {0, 0, 0};
        return {from, to, g.ships[from]};
    }

    // This version sends a fleet to the island of the largest value.
    Order best(const Game& g, int me, int from) const {
        int to = -1, need = 0;
        double most = 0;
        for (int i = 0; i < N; i++) {
            const int distance = g.distance[from][i], left = TURNS - g.turn - distance;
            int balance = me * g.coming[i];  // my ships there less those against me, once all have landed
            double weight = 1;
            if (g.owner[i] == me) {
                balance += g.ships[i];
                weight = help;
            } else if (g.owner[i] == 0) {
                balance -= g.ships[i];
            } else {
                balance -= g.ships[i] + g.growth[i] * distance;
                weight = g.turn < attack ? 0 : enemy;
            }
            if (i == from || left < 0 || balance > 0) continue;
            const int ships = int(margin * -balance) + 1;
            if (ships > g.ships[from] && short_ == "other") continue;
            const double value = weight * (g.growth[i] * left) - cost * ships - far * distance;
            if (value > most) {
                most = value;
                to = i;
                need = ships;
            }
        }
        if (to < 0 || (need > g.ships[from] && short_ == "wait")) return {0, 0, 0};
        return {from, to, std::min(need, g.ships[from])};
    }
};

int main() {
    std::string line;
    // The first line has the version of the protocol, the number of players and the names of the genes.
    std::getline(std::cin, line);
    if (line == "bloodline 1 2 " + GENES)
        std::cout << "ok islands" << std::endl;
    else
        std::cout << "error must have: bloodline 1 2 " << GENES << std::endl;
    // Then each line is a game, `SEED SEAT SEAT`, and is answered by a line with the score of each seat.
    while (std::getline(std::cin, line)) {
        std::istringstream in(line);
        uint32_t seed;
        Bot a, b;
        if (!(in >> seed) || !a.read(in) || !b.read(in)) {
            std::cout << "error can't read: " << line << std::endl;
            continue;
        }
        Game game(seed);
        while (game.turn < TURNS) {
            const Order first = a.move(game, 1), second = b.move(game, -1);  // both see the same
            game.send(1, first);
            game.send(-1, second);
            game.end_turn();
        }
        std::cout << game.score(1) << " " << game.score(-1) << std::endl;  // endl sends it at once
    }
}
