package player.ai;  // beside the repository's classes: SQUARE_SCORE is visible to its package only

import game.*;
import java.awt.Point;
import java.io.*;
import java.util.*;

public class Sim {
    static final String GENES = "mobility frontier pieces placement stability grab mobility55 frontier55 pieces55 placement55"
        + " stability55 grab55 c_square a_square b_square x_square edge2 d22 d23";
    static final int[][] PUBLISHED = RealtimeEvaluator.SQUARE_SCORE;
    static final RealtimeEvaluator LATE = published();

    static RealtimeEvaluator published() {
        try {
            var field = AIPlayerRealtime.class.getDeclaredField("evaluator");
            field.setAccessible(true);
            return (RealtimeEvaluator) field.get(new AIPlayerRealtime(1, 1));
        } catch (ReflectiveOperationException e) { throw new IllegalStateException(e); }
    }

    record Seat(GamePlayer player, int[][] squares) {}

    static Seat seat(StringTokenizer in, int mark, int depth) {
        String word = in.nextToken();
        switch (word) {
            case "greedy": return new Seat(new player.GreedyPlayer(mark), PUBLISHED);
            case "static": return new Seat(new AIPlayerStatic(mark, depth), PUBLISHED);
            case "dynamic": return new Seat(new AIPlayerDynamic(mark, depth), PUBLISHED);
            case "static_deeper": return new Seat(new AIPlayerStatic(mark, depth + 1), PUBLISHED);
            case "dynamic_deeper": return new Seat(new AIPlayerDynamic(mark, depth + 1), PUBLISHED);
            case "realtime": return new Seat(new AIPlayerRealtime(mark, depth), PUBLISHED);
            case "killer":
                GamePlayer killer = new AIPlayerRealtimeKiller(mark, depth, false);
                killer.play(BoardHelper.getStartBoard());  // a board without a move of the opponent closes its opening book
                return new Seat(killer, PUBLISHED);
            case "genes": break;
            default: throw new IllegalArgumentException(word);
        }
        int[] v = new int[19];
        for (int i = 0; i < 19; i++) v[i] = Integer.parseInt(in.nextToken());
        int[][] rows = new int[10][];
        rows[0] = Arrays.copyOfRange(v, 0, 6);
        rows[1] = Arrays.copyOfRange(v, 6, 12);
        System.arraycopy(LATE.weightSetForDiscCount, 56, rows, 2, 8);  // from 56 discs on the published weights stay
        int c = v[12], a = v[13], b = v[14], x = v[15], e = v[16], d = v[17], f = v[18];
        int[][] quarter = {{100, c, a, b}, {c, x, e, e}, {a, e, d, f}, {b, e, f, 0}}, squares = new int[8][8];
        for (int i = 0; i < 64; i++) squares[i / 8][i % 8] = quarter[Math.min(i / 8, 7 - i / 8)][Math.min(i % 8, 7 - i % 8)];
        Evaluator evaluator = new RealtimeEvaluator(rows, new int[] {0, 55, 56, 57, 58, 59, 60, 61, 62, 63});
        return new Seat(new AIPlayerRealtime(mark, depth) {
            public Point play(int[][] board) { return Minimax.solve(board, myMark, depth, evaluator); }
        }, squares);
    }

    static String play(StringTokenizer in, int depth, int plies) {
        SplittableRandom random = new SplittableRandom(Integer.parseInt(in.nextToken()));
        Seat[] seats = {seat(in, 1, depth), seat(in, 2, depth)};
        int[][] board = BoardHelper.getStartBoard();
        for (int ply = 0, mark = 1; !BoardHelper.isGameFinished(board); mark = 3 - mark) {
            List<Point> moves = BoardHelper.getAllPossibleMoves(board, mark);
            if (moves.isEmpty()) continue;  // a player without a move passes
            RealtimeEvaluator.SQUARE_SCORE = seats[mark - 1].squares();
            Point move = ply++ < plies ? moves.get(random.nextInt(moves.size())) : seats[mark - 1].player().play(board);
            board = BoardHelper.getNewBoardAfterMove(board, move, mark);
        }
        return BoardHelper.getPlayerStoneCount(board, 1) + " " + BoardHelper.getPlayerStoneCount(board, 2);
    }

    public static void main(String[] args) throws IOException {
        int depth = Integer.parseInt(args[0]), plies = Integer.parseInt(args[1]);
        PrintStream out = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));  // the players print
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        out.println(("bloodline 1 2 " + GENES).equals(in.readLine()) ? "ok reversi" : "error I read " + GENES);
        out.flush();
        for (String line; (line = in.readLine()) != null; out.flush()) {
            try {
                out.println(play(new StringTokenizer(line), depth, plies));
            } catch (NoSuchElementException | IllegalArgumentException e) {
                out.println("error can't read: " + line + ": " + e);
            }
        }
    }
}
