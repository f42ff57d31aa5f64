// Islands, a game for two players, with a bot to be tuned. bloodline starts this program once and sends it a line
// for each game; the protocol is in main. Replace Game and Bot by yours.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.NoSuchElementException;
import java.util.StringTokenizer;

class Simulator {
    static final int N = 8, TURNS = 30;

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        // The first line has the version of the protocol, the number of players and the names of the genes.
        if (("bloodline 1 2 " + Bot.GENES).equals(in.readLine())) answer("ok islands");
        else answer("error must have: bloodline 1 2 " + Bot.GENES);
        // Then each line is a game, `SEED SEAT SEAT`, and is answered by a line with the score of each seat.
        for (String line; (line = in.readLine()) != null; ) {
            try {
                answer(play(new StringTokenizer(line)));
            } catch (NoSuchElementException | IllegalArgumentException e) {
                answer("error can't read: " + line);
            }
        }
    }

    static void answer(String line) {
        System.out.println(line);
        System.out.flush();
    }

    static String play(StringTokenizer words) {
        Game game = new Game(Integer.parseInt(words.nextToken()));
        Bot a = new Bot(words), b = new Bot(words);
        while (game.turn < TURNS) {
            Order first = a.move(game, 1), second = b.move(game, -1);  // both see the same
            game.send(1, first);
            game.send(-1, second);
            game.endTurn();
        }
        return game.score(1) + " " + game.score(-1);
    }
}

// The random numbers of a game depend on its seed alone (splitmix32).
class Random {
    int state;

    Random(int seed) {
        state = seed;
    }

    int below(int n) {
        int z = state += 0x9e3779b9;
        z = (z ^ z >>> 16) * 0x21f0aaad;
        z = (z ^ z >>> 15) * 0x735a2d97;
        return Integer.remainderUnsigned(z ^ z >>> 15, n);
    }
}

record Order(int from, int to, int ships) {
    static final Order NONE = new Order(0, 0, 0);
}

// Eight islands in a sea of 20 by 10. An island that has an owner builds `growth` ships a turn. In each turn both players
// may send one fleet from an island of theirs to another, which takes `distance` turns. Fleets that land together fight
// each other first, ship against ship, then the ships of the island. There the weaker side of w ships destroys w * w / s
// of the s ships of the stronger, so that one large fleet does more than two small ones.
// The most ships on islands after 30 turns win.
class Game {
    static final int N = Simulator.N;
    final int[] owner = new int[N], ships = new int[N], growth = new int[N];  // owner: 1 or -1, 0 for nobody
    final int[][] distance = new int[N][N];
    final int[][] landing = new int[Simulator.TURNS + 8][N];  // ships of player 1 less those of player -1, by turn
    final int[] coming = new int[N];  // and in all
    int turn = 0;

    Game(int seed) {
        Random random = new Random(seed);
        int[] x = new int[N], y = new int[N];
        for (int i = 0; i < N; i++) {
            x[i] = random.below(20);
            y[i] = random.below(10);
            ships[i] = 3 + random.below(20);
            growth[i] = random.below(6);
        }
        for (int home = 0; home < 2; home++) {
            x[home] = 19 * home;
            y[home] = 5;
            ships[home] = 20;
            growth[home] = 3;
            owner[home] = 1 - 2 * home;
        }
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) distance[i][j] = 1 + Math.max(Math.abs(x[i] - x[j]), Math.abs(y[i] - y[j])) / 3;
    }

    void send(int player, Order o) {
        if (o.ships() <= 0) return;
        ships[o.from()] -= o.ships();
        landing[turn + distance[o.from()][o.to()]][o.to()] += player * o.ships();
        coming[o.to()] += player * o.ships();
    }

    void endTurn() {
        turn++;
        for (int i = 0; i < N; i++) {
            if (owner[i] != 0) ships[i] += growth[i];
            int force = landing[turn][i], fleet = Math.abs(force);
            if (force == 0) continue;
            coming[i] -= force;
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

    int score(int player) {
        int sum = 0;
        for (int i = 0; i < N; i++) if (owner[i] == player) sum += ships[i];
        return sum;
    }
}

// The bot, with the parameters to tune in the order of the run file.
class Bot {
    static final String GENES = "margin cost far enemy help attack short";
    static final int N = Simulator.N;

    boolean first;   // the first version, which has no parameters
    double margin;   // sends this multiple of the ships that it meets
    double cost;     // avoids islands with many ships
    double far;      // avoids islands far away
    double enemy;    // values islands of the opponent, those of nobody count 1
    double help;     // values islands of its own that are about to be lost
    int attack;      // attacks the opponent from this turn on
    String ifShort;  // with too few ships for the best island: wait, take another, or send them all

    // Reads a seat of a line: `genes` and the values, or the name of a version.
    Bot(StringTokenizer words) {
        String word = words.nextToken();
        first = word.equals("first");
        if (first) return;
        if (!word.equals("genes")) throw new IllegalArgumentException(word);
        margin = Double.parseDouble(words.nextToken());
        cost = Double.parseDouble(words.nextToken());
        far = Double.parseDouble(words.nextToken());
        enemy = Double.parseDouble(words.nextToken());
        help = Double.parseDouble(words.nextToken());
        attack = Integer.parseInt(words.nextToken());
        ifShort = words.nextToken();
    }

    Order move(Game g, int me) {
        int from = -1;
        for (int i = 0; i < N; i++) if (g.owner[i] == me && (from < 0 || g.ships[i] > g.ships[from])) from = i;
        if (from < 0) return Order.NONE;
        return first ? simple(g, me, from) : best(g, me, from);
    }

    // The first version attacks the nearest island with all ships as soon as they are enough.
    Order simple(Game g, int me, int from) {
        int to = -1;
        for (int i = 0; i < N; i++)
            if (g.owner[i] != me && (to < 0 || g.distance[from][i] < g.distance[from][to])) to = i;
        if (to < 0 || g.ships[from] <= g.ships[to]) return Order.NONE;
        return new Order(from, to, g.ships[from]);
    }

    // This version sends a fleet to the island of the largest value.
    Order best(Game g, int me, int from) {
        int to = -1, need = 0;
        double most = 0;
        for (int i = 0; i < N; i++) {
            int distance = g.distance[from][i], left = Simulator.TURNS - g.turn - distance;
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
            int ships = (int) (margin * -balance) + 1;
            if (ships > g.ships[from] && ifShort.equals("other")) continue;
            double value = weight * (g.growth[i] * left) - cost * ships - far * distance;
            if (value > most) {
                most = value;
                to = i;
                need = ships;
            }
        }
        if (to < 0 || (need > g.ships[from] && ifShort.equals("wait"))) return Order.NONE;
        return new Order(from, to, Math.min(need, g.ships[from]));
    }
}
