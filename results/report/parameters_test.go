package report

import (
	"testing"

	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/genome"
	"bloodline/genome/champion"
	"bloodline/genome/gene"
)

// A value that stays though its interval has 0 in it says why; one that gains or goes back doesn't.
func TestParameterTable_kept(t *testing.T) {
	s := &genome.Schema{Game: "g", Version: 1}
	for _, name := range []string{"late", "early", "back"} {
		s.Genes = append(s.Genes, gene.Gene{Name: name, Group: "g", Unit: "u", Min: 0, Max: 16, Default: 1, Doc: "d"})
	}
	gain := func(name string, mean, low, high float64, reset bool) champion.Gain {
		return champion.Gain{Genes: []string{name}, Games: 56, Gain: &stats.Figure{Mean: mean, Low: low, High: high}, Reset: reset}
	}
	table := ParameterTable(engine.Info{Max: 1}.Scale(), Genes(s, genome.Vector{2, 3, 1}), nil, []champion.Gain{
		gain("late", 0, -0.049, 0.049, false), gain("early", 0.1, 0.051, 0.149, false), gain("back", -0.01, -0.059, 0.039, true),
	}, "ablate")
	marks := map[string]string{}
	for _, row := range table.Rows {
		marks[row[0]] = row[6]
	}
	for name, want := range map[string]string{"late": "kept: too few games to tell", "early": "", "back": "put back to the default"} {
		if marks[name] != want {
			t.Errorf("%s says %q, want %q", name, marks[name], want)
		}
	}
}

// Values of a narrow range look different; others have three digits, or all in front of the point.
func TestGeneValue_Brief(t *testing.T) {
	for text, want := range map[string]string{
		"0.123456": "0.123", "12345.6": "12,346", "-12345.6": "-12,346", "1000000.25": "1000000.25", "1000000": "1,000,000",
		"1.23457e+09": "1.23457e+09", "9007199254740991": "9,007,199,254,740,991", `"calm"`: "calm",
	} {
		if have := (GeneValue{json: text}).Brief(); have != want {
			t.Errorf("%s is %s, want %s", text, have, want)
		}
	}
}
