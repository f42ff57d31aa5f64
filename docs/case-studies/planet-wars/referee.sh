# referee.sh MAP BOT BOT plays a game with the contest's engine, which says on stderr who won
cd "$(dirname "$0")" || exit 1
out=$(java -Xshare:auto -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -jar PlayGame-1.2.jar "$1" 3000 200 /dev/null "$2" "$3" 2>&1 > /dev/null)
one=null; two=null
case "$out" in *"player 1 timed out"* | *"player 1 crashed"*) one='"timed out"' ;; esac
case "$out" in *"player 2 timed out"* | *"player 2 crashed"*) two='"timed out"' ;; esac
case "$out" in
  *"Player 1 Wins!"*) ranks="0, 1" ;;
  *"Player 2 Wins!"*) ranks="1, 0" ;;
  *"Draw!"*) ranks="0, 0" ;;
  *) echo "$out" | tail -5; exit 1 ;;
esac
echo "{\"ranks\": [$ranks], \"errors\": [$one, $two]}"
