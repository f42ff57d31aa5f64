#!/bin/sh
# Writes VERSION.tar.gz, files of all kinds that later versions read: sh make.sh BLOODLINE VERSION. Run it once for a release,
# with its own program, and put the archive's SHA-256 into TestReleases.
set -eu
bloodline=$(realpath "$1")
archive="$PWD/$2.tar.gz"
cd "$(mktemp -d)"
mkdir "$2"
cd "$2"
export XDG_CONFIG_HOME="$PWD/.config" BLOODLINE_STORE=

cat >coup.yaml <<'END'
game: coup
field: [Taxman, Bandit, strangers]
holdout: [Random]
fitness: {deals: 1500}
verdict: {min_rounds: 2, max_rounds: 300}
evidence: {deals: 100}
evolve: {follow: gradient, population: 6, generations: 16, learning_rate: 0.05, averaging: 0.3, tail: 0.4}
END
cat >league.yaml <<'END'
game: coup
field: [Taxman, Random]
holdout: []
temperature: 0
fitness: {deals: 6}
evidence: {deals: 60}
league: {share: 0.3, round: 2, deals: 5, generations: 2}
evolve: {algorithm: distribution, follow: gradient, champion: averaged, population: 6, generations: 6}
END
cat >simulator.yaml <<'END'
game: command
command:
  style: simulator
  referee: sh simulator.sh
  genes:
    count: {distribution: int, low: 0, high: 20, default: 5}
    share: {distribution: float, low: 0, high: 1, default: 0.5}
    mode: {distribution: categorical, choices: [slow, quick], default: slow}
    depth: {fixed: 3}
  relations: [count + 10*share <= 25]
field: [defaults, {middle: {count: 8}}]
evolve: {islands: 2}
END
cat >simulator.sh <<'END'
read first
echo ok more
while read line; do
	set -- $line
	seed=$1
	shift
	x=$((100 * $2 + seed % 700)) half=$(($# / 2))
	shift $half
	y=$((100 * $2 + seed % 500))
	[ $x -gt $y ] && echo 1 0 || echo 0 1
done
END
cat >contest.yaml <<'END'
game: command
command:
  referee: sh referee.sh {seed} {p1} {p2}
  bot: true {count}
  genes:
    count: {distribution: int, low: 0, high: 20, default: 5}
field: [defaults, {middle: true 8}]
END
cat >referee.sh <<'END'
x=$((100 * ${2##* } + $1 % 700)) y=$((100 * ${3##* } + $1 % 500))
[ $x -gt $y ] && echo '{"ranks": [0, 1]}' || echo '{"ranks": [1, 0]}'
END

breed() { "$bloodline" breed "$@" --workers 1 >/dev/null; }
breed coup.yaml --name whole
until "$bloodline" runs part -o csv | grep -c '^[0-9]' | grep -qx '[3-9]\|1[0-5]'; do
	"$bloodline" runs rm part --yes >/dev/null 2>&1 || true
	timeout -s INT "0.$(date +%S)" "$bloodline" breed coup.yaml --name part --seed 2 --workers 1 >/dev/null || true
done
breed coup.yaml --name part --seed 2 --store uninterrupted/lineage.db
breed coup.yaml --name pruned --seed 3
"$bloodline" prune pruned >/dev/null
breed league.yaml --name league
breed simulator.yaml --name simulator --max-games 1500
breed contest.yaml --name contest --max-games 240
echo 'echo 12' >twelve.sh
"$bloodline" ladder add contest.yaml eight "true 8" --note "one of the field" >/dev/null
"$bloodline" ladder add contest.yaml twelve "sh twelve.sh 12" >/dev/null
"$bloodline" ladder add contest.yaml bred contest >/dev/null
"$bloodline" ladder play --max-games 60 --workers 1 >/dev/null
"$bloodline" ladder retire eight >/dev/null
"$bloodline" inspect simulator curves count --games 500 >/dev/null
"$bloodline" runs tag whole good --note "the first" >/dev/null
"$bloodline" exploit whole --games 50000 --name exploiter >/dev/null
"$bloodline" clone Taxman --game coup --games 20 --out rivals >/dev/null
"$bloodline" config coup.yaml --all >all.yaml

# Each line of commands is a command with -o json, and json/N.json what it printed.
cat >commands <<'END'
runs
runs whole
runs tag whole good
check
inspect whole --deals 20
inspect contest trials
lineage whole
lineage pruned
diff whole pruned
ablate whole --deals 2
verify whole --seed 5
verify simulator --seed 5
verify contest --seed 5
compare whole pruned --deals 10
match whole pruned --games 40
tournament whole Taxman Bandit --rounds 10
report whole simulator contest league exploiter --deals 4 --cuts 0 --rounds 0
config all.yaml
games coup
baselines coup
export whole --out bot
version
ladder
ladder log
ladder pair twelve bred
END
mkdir json
n=0
while read -r line; do
	n=$((n + 1))
	"$bloodline" $line -o json >json/$n.json
done <commands
rm -r .config bot uninterrupted/lineage.db* uninterrupted/part/run.lock results/*.lock
cd ..
tar -c --owner=0 --group=0 --sort=name "$2" | gzip -9n >"$archive"
rm -r "$2"
