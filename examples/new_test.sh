#!/usr/bin/env bash
# Makes modules with `bloodline new` and does with them what a newcomer does: test,
# breed, look, measure, export, and play the exported bot; then put in the game of
# docs/adding-a-game.md and ship a champion as it says. Run from anywhere in a
# clone; it needs Go and gcc, takes about a minute and leaves nothing behind.
set -euo pipefail
cd "$(dirname "$0")/.."
x=$(mktemp -d)
trap 'chmod -R u+w "$x"; rm -rf "$x"' EXIT
step() { echo "== $*"; "$@"; }
page=$PWD/docs/adding-a-game.md
block() { awk -v want="$1" '/^```/ { on = !on && $0 == "```" want && !seen++; next } on' "$page"; }

step go run ./cmd/bloodline new demo --out "$x/demo"
cd "$x/demo"
! grep -rnw kuhn . || { echo "the template's name is left"; exit 1; }
step test -z "$(gofmt -l .)"
step go mod tidy -diff
step go vet ./...
step go test ./...
step go build -o "$x/demo-program" .
demo() { step "$x/demo-program" "$@"; }

demo breed demo-quick
demo breed demo --set evolve.generations=30 --name demo-1
demo inspect demo-1
demo lineage demo-1
demo verify results/demo-1/champion.json
demo tournament demo-1
demo sprt demo-1 demo-quick-1
demo exploit demo-1 --games 200000
demo export demo-1 --out "$x/bot"
demo export Bluffer --out "$x/bluffer"
for bot in bot bluffer; do
  (cd "$x/$bot" && CGO_ENABLED=0 GOPROXY=off GOFLAGS=-mod=mod go build -o program .)
done
demo match "exec:$x/bot/program" "exec:$x/bluffer/program" --games 20

cd "$OLDPWD"
step go run ./cmd/bloodline new sticks --out "$x/sticks"
cd "$x/sticks"
block go >rules/rules.go
step test -z "$(gofmt -l .)"
step go test . -run TestGame
step go run . breed
step go run . export sticks-quick-1 --out bot
block sh >ship.sh
step bash -euo pipefail ship.sh
step go run . match sticks Greedy --games 200
echo "== passed"
