package game;  // the same moves and counts as BoardHelper's, by sets of bits: bit 8*i+j is square (i, j)

import java.awt.Point;
import java.util.ArrayList;

public class Fast {
    static final int[] STEP = {1, 7, 8, 9};
    static final long INNER = 0x7e7e7e7e7e7e7e7eL;  // a row of discs never runs over the left or right edge
    static long me, other;

    static void read(int[][] board, int player) {
        long one = 0, two = 0;
        for (int i = 0, k = 0; i < 8; i++)
            for (int v : board[i]) { one |= (long) (v & 1) << k; two |= (long) (v >> 1) << k++; }
        me = player == 1 ? one : two;
        other = one ^ two ^ me;
    }

    static long moves(int[][] board, int player) {
        read(board, player);
        long found = 0;
        for (int s : STEP) {
            long over = s == 8 ? other : other & INNER, u = me << s & over, d = me >>> s & over;
            for (int k = 0; k < 5; k++) { u |= u << s & over; d |= d >>> s & over; }
            found |= u << s | d >>> s;
        }
        return found & ~(me | other);
    }

    public static int mobility(int[][] board, int player) { return Long.bitCount(moves(board, player)); }

    public static int frontier(int[][] board, int player) {  // empty squares beside a disc of the other player
        read(board, player);
        long row = other | (other & ~0x8080808080808080L) << 1 | (other & ~0x0101010101010101L) >>> 1;
        return Long.bitCount((row | row << 8 | row >>> 8) & ~(other | me));
    }

    static ArrayList<Point> list(int[][] board, int player) {
        ArrayList<Point> list = new ArrayList<>(24);
        for (long m = moves(board, player); m != 0; m &= m - 1) list.add(new Point(Long.numberOfTrailingZeros(m) / 8, Long.numberOfTrailingZeros(m) % 8));
        return list;
    }
}
