# makes the engine faster; no move changes
cd reversi/src
sed -i 's/return getAllPossibleMoves(board,player).size() > 0;/return Fast.mobility(board,player) > 0;/
  /ArrayList<Point> getAllPossibleMoves(/,/^    }/c\    public static ArrayList<Point> getAllPossibleMoves(int[][] board, int player){ return Fast.list(board,player); }' game/BoardHelper.java
sed -i 's/BoardHelper.getFrontierSquares(\(.*\)).size()/game.Fast.frontier(\1)/
  s/= getAllPossibleMoves(\(.*\)).size()/= game.Fast.mobility(\1)/' player/ai/RealtimeEvaluator.java
sed -i 's/BoardHelper.getAllPossibleMoves(\(.*\)).size()/game.Fast.mobility(\1)/' player/ai/StaticEvaluator.java
