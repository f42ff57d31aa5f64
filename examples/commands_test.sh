#!/usr/bin/env bash
# Runs every command on every example that is a game, with short runs. It needs Go and gcc,
# takes some minutes and leaves nothing behind.
set -euo pipefail
cd "$(dirname "$0")"
x=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$x"' EXIT
for m in kuhn liarsdice goofspiel connectfour; do
  (cd $m && go build -o "$x/$m.program" .)
  mkdir "$x/$m" && cd "$x/$m"
  run() { echo "== $m $*"; "$x/$m.program" "$@" >out 2>err </dev/null || { cat out err; exit 1; }; }
  run breed --name bred --set evolve.generations=3 --set evidence.deals=100
  run inspect bred --all --deals 50
  run ablate bred --deals 50
  run tournament bred --rounds 5
  run exploit bred --games 8000 --deals 50
  run verify results/bred/champion.json
  run lineage bred
  run report bred --out report.html
  run export bred --out bot
  (cd bot && CGO_ENABLED=0 GOPROXY=off GOFLAGS=-mod=mod go build -o program .)
  run export $m:stranger:7 --out drawn
  (cd drawn && CGO_ENABLED=0 GOPROXY=off GOFLAGS=-mod=mod go build -o program .)
  run export bred --single-file --out single
  (cd single && CGO_ENABLED=0 GOPROXY=off GOFLAGS=-mod=mod go build -o program .)
  run match exec:bot/program exec:drawn/program --game $m --games 4
  run match exec:single/program $m:Random --games 4
  grep -q 'none' out || { echo "a program has faults"; cat out; exit 1; }
  run play bred Random
  echo "== $m play bred me"
  printf '1\n%.0s' {1..200} >in
  "$x/$m.program" play bred me <in >out 2>err || { cat out err; exit 1; }
  echo "== $m serve"
  "$x/$m.program" serve --listen 127.0.0.1:0 >out 2>err &
  server=$!
  for _ in $(seq 600); do grep -q http out err && break; sleep 0.1; done
  port=$(cat out err | grep -o '127.0.0.1:[0-9]*' | head -1 | cut -d: -f2)
  exec 3<>"/dev/tcp/127.0.0.1/$port"
  printf 'GET /run?name=bred HTTP/1.0\r\nHost: 127.0.0.1:%s\r\n\r\n' "$port" >&3
  grep -q '200 OK' <&3 || { echo "serve answers something else"; cat out err; exit 1; }
  exec 3>&-
  kill $server && wait $server || true
  cd - >/dev/null
done
echo "== passed"
