# make check is what CI runs; the README's two commands are go run and go test.

STATICCHECK = go tool staticcheck
GOFUMPT     = go tool gofumpt
BENCHSTAT   = go run golang.org/x/perf/cmd/benchstat@latest

.PHONY: build pgo release test slow test-all race lint examples check bench fuzz soak nightly pictures

build:
	go build -o bin/bloodline ./cmd/bloodline

# The same program, arranged by what benchmarks of Coup do: two genomes play 8 %
# more games a second, breeding 3 %.
pgo: bin/release.pprof
	go build -pgo=bin/release.pprof -o bin/bloodline ./cmd/bloodline

bin/release.pprof:
	mkdir -p bin
	go test ./games -run '^$$' -bench '/game=coup' -cpuprofile bin/release.pprof -o bin/games.test

# The archives of a release: static programs for Linux, one for Windows (docs/how-it-works.md, "Releases"). SQLite
# needs a C compiler for each: Debian has none for macOS, nor for Windows on arm64. PGO=bin/release.pprof takes the
# profile of make pgo, which another machine measures otherwise: the programs have other bytes then.
DIST    = dist
TARGETS = linux-amd64 linux-arm64 windows-amd64
PGO     = off

release: $(filter-out off,$(PGO))
	.ci/release "$(DIST)" $(PGO) $(TARGETS)

# Tiers: test is for every change; slow has the second tier alone: attacks, browsers,
# exported bots, long comparisons. It runs the functions that call guard.Slow, two packages at a time, and begins
# with cmd, which takes longest.
test:
	go test ./...

slow:
	@git grep -l 'guard\.Slow(' -- '*_test.go' | xargs awk '\
		/^func / { name = $$2; sub(/\(.*/, "", name) } \
		/guard\.Slow\(/ { dir = FILENAME; sub(/\/[^\/]*$$/, "", dir); if (name !~ /^Test/) name = ".*"; \
			names[dir] = names[dir] (names[dir] ? "|" : "") name } \
		END { for (dir in names) print (dir != "cmd") " ./" dir, "^(" names[dir] ")$$" }' | sort | cut -d " " -f 2- | \
	BLOODLINE_TESTS=all xargs -P 2 -L 1 sh -c 'go test -timeout 30m -run "$$1" "$$0"'

test-all: test slow

# Where goroutines meet: workers here and elsewhere, a game against a person, and the run that
# is killed and resumed.
race:
	go test -race ./arena ./arena/kit ./arena/job ./arena/swarm ./evolve ./evolve/measure ./evolve/store

# No file is for one architecture alone (internal/house). Other systems vet the tests, too, since README's commands are for all;
# with -trimpath, what they build is cached for every clone.
lint:
	go vet ./...
	@for target in darwin/arm64 windows/amd64; do \
		CGO_ENABLED=0 GOOS=$${target%/*} GOARCH=$${target#*/} go vet -trimpath ./... || { echo "vet of $$target" >&2; exit 1; }; done
	@odd=$$(git ls-files '*.go' ':!examples' ':!bench' ':!*testdata*' | xargs $(GOFUMPT) -l) && { test -z "$$odd" || { echo "not gofumpt-formatted: $$odd" >&2; exit 1; }; }
	$(STATICCHECK) ./...
	go mod tidy -diff

# The modules below examples, bench, and one that `bloodline new` writes.
examples:
	for m in examples/*/ bench; do (cd $$m && test -z "$$(gofmt -l .)" && go vet ./... && go test ./... && go mod tidy -diff) || exit 1; done
	examples/new_test.sh
	examples/commands_test.sh

check: test-all race lint examples

# What takes long and seldom breaks alone, a line a check: champions and their evidence on other processors,
# a release, the consoles of all documents, the program for Windows under wine, kills, and an hour of fuzzing.
nightly:
	@for check in "portable ./internal/house" "release ./cmd -run ^TestRelease$$" "documents ./cmd -run ^TestDocuments$$" "pages ./results/report/dashboard -run ^TestPages(_print)?$$"; do \
		set -- $$check; name=$$1; shift; \
		BLOODLINE_TESTS=nightly go test -timeout 60m "$$@" >nightly.log 2>&1 && echo "ok    $$name" || { echo "FAIL  $$name"; cat nightly.log; exit 1; }; \
	done
	@.ci/windows >nightly.log 2>&1 && echo "ok    windows" || { echo "FAIL  windows"; cat nightly.log; exit 1; }
	@$(MAKE) -s soak >nightly.log 2>&1 && echo "ok    soak" || { echo "FAIL  soak"; cat nightly.log; exit 1; }
	@$(MAKE) -s fuzz FUZZTIME=2m >nightly.log 2>&1 && echo "ok    fuzz" || { echo "FAIL  fuzz"; cat nightly.log; exit 1; }
	@rm nightly.log

# Compare with another commit: make bench > new; git stash; make bench > old;
# $(BENCHSTAT) old new
bench:
	go test -run '^$$' -bench . -benchmem -count 10 ./arena/... ./games

# Every fuzz target in turn. Their corpora are ordinary tests.
FUZZTIME = 5m
fuzz:
	@git grep -l '^func Fuzz' -- '*_test.go' ':!examples' | while read -r file; do \
		for target in $$(sed -n 's/^func \(Fuzz[A-Za-z_]*\).*/\1/p' "$$file"); do \
			echo "$$file: $$target"; \
			go test "./$$(dirname "$$file")" -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) || exit 1; \
		done; \
	done

# Kills, interrupts and stops runs of all algorithms and games, clone, match --records, runs rm, and swarms with their
# servers at random moments, all at once.
SOAK = 10m
soak:
	BLOODLINE_TESTS=all go test ./cmd -run '^Test(Breed|Files|Swarm)_killed$$' -parallel 8 -timeout 0 -v -args -soak $(SOAK)

# The README's pictures of the dashboard.
pictures:
	BLOODLINE_TESTS=all go test ./results/report/dashboard -run Readme -args -pictures $(CURDIR)/docs
