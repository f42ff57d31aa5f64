# patch.sh: from src/2048.cpp to patched.cpp, nine lines changed
sed -e 's/^static const float SCORE_/static float SCORE_/' \
    -e 's/state\.depth_limit = .*distinct.*/state.depth_limit = DEPTH;/' \
    -e 's/^    printf("\\nGame over.*/    last_score = score_board(board) - scorepenalty;/' src/2048.cpp > patched.cpp
