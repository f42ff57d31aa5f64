package cmd

import (
	"slices"
	"strings"
	"testing"

	"bloodline/internal/guard"
)

// Every command that reads a run reads one of each kind that was pruned, also a simulator's run with islands.
func TestPrune_commands(t *testing.T) {
	guard.Slow(t)
	dir := unpacked(t, "v0.1.0")
	write(t, dir+"/islands.yaml", strings.Replace(read(t, dir+"/simulator.yaml"), "islands: 2", "islands: 2, population: 16", 1))
	mustRun(t, dir, "breed", "islands.yaml", "--name", "islands", "--max-games", "320000")
	kinds := map[string]string{"whole": "Random", "league": "Random", "simulator": "middle", "islands": "middle", "contest": "middle"} // and an opponent
	for run := range kinds {
		mustRun(t, dir, "prune", run)
	}
	lines := strings.Split(`runs RUN
runs RUN --csv RUN-csv
runs tag RUN good
runs size
check
inspect RUN --deals 2 --trust
inspect RUN curves --deals 2
lineage RUN
diff RUN RUN --games 2
ablate RUN --deals 2
verify RUN --trust
compare RUN RUN --deals 2
match RUN OPPONENT --games 2
tournament RUN OPPONENT --rounds 1
sprt RUN OPPONENT --games 2
report RUN --deals 2 --out RUN.html
exploit RUN --name against-RUN --set evolve.population=4 --set evolve.generations=2 --set fitness.deals=2
export RUN --out RUN-bot
breed --resume=RUN
prune RUN
runs rm RUN --yes`, "\n")
	for run, opponent := range kinds {
		for _, line := range lines {
			mustRun(t, dir, strings.Fields(strings.NewReplacer("RUN", run, "OPPONENT", opponent).Replace(line))...)
		}
	}
	// These read no run, or read it as report does (serve) and match (play).
	others := strings.Fields("baselines clone completion config games help new play serve swarm version worker")
	for _, c := range shipped().root().Commands() {
		is := func(line string) bool { return strings.HasPrefix(line, c.Name()) }
		if !slices.ContainsFunc(lines, is) && !slices.Contains(others, c.Name()) {
			t.Errorf("no line is of %s", c.Name())
		}
	}
}
