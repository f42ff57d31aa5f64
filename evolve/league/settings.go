package league

import "bloodline/evolve"

// Settings say how genomes are measured and judged. A run file has them.
type Settings struct {
	Seed       uint64
	Fitness    Fitness
	Verdict    Verdict
	Exploiters Exploiters
	Evidence   Evidence
	Evolve     evolve.Config
}

// Fitness says how genomes are measured within a generation.
type Fitness struct {
	Blocks int     `yaml:"blocks"` // deals, each played in all seatings; 1 to 10,000,000
	Race   float64 `yaml:"race"`   // of the population that plays more than the first third of them, in (0, 1]
}

// Verdict is the sequential test that a challenger must pass to be the champion.
type Verdict struct {
	Margin    float64 `yaml:"margin"`     // points a game, in (0, 0.5]
	Alpha     float64 `yaml:"alpha"`      // in (0, 0.5)
	Beta      float64 `yaml:"beta"`       // in (0, 0.5)
	MinRounds int     `yaml:"min_rounds"` // of the whole field, 2 to max_rounds
	MaxRounds int     `yaml:"max_rounds"` // 1 to 10,000,000
}

// AgainstOne returns the test against one opponent that takes as many deals as v
// against a field: a round is one deal then.
func (v Verdict) AgainstOne(field int) Verdict {
	v.MinRounds, v.MaxRounds = v.MinRounds*field, v.MaxRounds*field
	return v
}

// Exploiters joins the field: at the start of each round but the first, one is bred
// against the reigning champion.
type Exploiters struct {
	Share              float64  `yaml:"share"`       // of the fitness that exploiters make up, in [0, 0.9]; 0 breeds none
	Generations        int      `yaml:"generations"` // of an exploiter's own breeding, 1 to 100,000
	Growth             int      `yaml:"growth"`      // rounds after which an exploiter is bred twice as long as at first, 0 to 100,000; 0 never
	LongEvery          int      `yaml:"deep"`        // rounds of which the last breeds its exploiter five times as long, 0 to 100,000; 0 never
	Initial            []string `yaml:"starts"`      // where exploiters begin, in turn: one of the Initial constants
	InverseTemperature float64  `yaml:"temper"`      // how sharply their places go to those who win, by exp(it times their share), 0 to 500; 0 has all alike
	Blocks             int      `yaml:"blocks"`      // deals per exploiter in a generation, 0 to 10,000,000; 0 is as many as the fitness has
	LearningRate       float64  `yaml:"learning"`    // of the exploiters, in [0, 1]; 0 breeds them by ranks
	HalfLife           int      `yaml:"cooling"`     // of the learning rate, over a line of exploiters: one that began elsewhere and those that went on from there, 0 to 99,999
}

// Where an exploiter begins.
const (
	InitialDefaults  = "defaults"  // of the game's genes
	InitialChampion  = "champion"  // that it is bred against
	InitialStrongest = "strongest" // halfway from the defaults to the exploiter that wins most of the champion
	InitialLatest    = "latest"    // the exploiter of the round before
)

// Evidence says how the champion's reported figures are measured.
type Evidence struct {
	Blocks int `yaml:"blocks"` // deals that no selection has seen; 2 to 10,000,000
}
