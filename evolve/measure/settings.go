package measure

import "bloodline/evolve"

// Settings say how genomes are measured and judged; a run file has them. The tags of its parts state key, range,
// default and meaning of each setting, see package setting.
type Settings struct {
	Seed       uint64
	Fitness    FitnessSettings
	Verdict    VerdictSettings
	Exploiters ExploiterSettings
	Evidence   EvidenceSettings
	Evolve     evolve.Config

	Temperature float64 // of play of the champion; [Tuned] chooses it
	MaxGames    int64   // budget.max_games; 0: no limit
}

// FitnessSettings say how genomes are measured within a generation.
type FitnessSettings struct {
	Deals  int `yaml:"deals" range:"[1,10000000]" default:"520" doc:"Deals per genome and generation, each played in every seating; rounded up to give all opponents equally many. A table of two meets no more opponents in a generation than it plays deals: those of a larger field in turn."`
	Growth int `yaml:"growth" range:"[0,100000]" default:"0" doc:"Generations after which genomes play twice as many deals, after twice as many three times as many, and so on: near its end a search has to tell genomes apart that are nearly equal. 0: always equally many; those of exploiters always are."`
}

func (f FitnessSettings) dealsIn(generation int) int {
	if f.Growth == 0 {
		return f.Deals
	}
	return f.Deals + f.Deals*generation/f.Growth
}

// Work returns about how many games the first generations take, in units of the games of generation 0.
func (f FitnessSettings) Work(generations int) float64 {
	n := float64(generations)
	if f.Growth > 0 {
		n += n * (n - 1) / float64(2*f.Growth)
	}
	return n
}

// VerdictSettings are those of the sequential test that a challenger must pass to be the champion.
type VerdictSettings struct {
	Margin    float64 `yaml:"margin" range:"(0,0.5]" default:"0.01" doc:"Points a game by which a challenger should be better than the champion."`
	Alpha     float64 `yaml:"alpha" range:"(0,0.5)" default:"0.05" doc:"Accepted chance to replace the champion by a challenger that is no better."`
	Beta      float64 `yaml:"beta" range:"(0,0.5)" default:"0.05" doc:"Accepted chance to reject a challenger that is better by the margin."`
	MinRounds int     `yaml:"min_rounds" range:"[2,10000000]" default:"48" doc:"Rounds of the whole field before the test may decide; at most max_rounds."`
	MaxRounds int     `yaml:"max_rounds" range:"[2,10000000]" default:"2000" doc:"Rounds of the whole field after which an undecided challenger is rejected."`
}

// AgainstOne returns the test against one opponent with as many deals as v has against a field: a round is one deal.
func (v VerdictSettings) AgainstOne(field int) VerdictSettings {
	v.MinRounds, v.MaxRounds = v.MinRounds*field, v.MaxRounds*field
	return v
}

// ExploiterSettings say how exploiters of each round's champion but the first are bred, to join the field.
type ExploiterSettings struct {
	Share              float64  `yaml:"share" range:"[0,0.9]" default:"0" doc:"Share of the fitness that exploiters of earlier champions make up; it needs a league.round. 0 breeds none."`
	Round              int      `yaml:"round" range:"[0,100000]" default:"0" doc:"Generations between exploiters; each one changes the field, so measurements start over. 0: never."`
	PerRound           int      `yaml:"exploiters" range:"[0,256]" default:"0" doc:"Exploiters bred in each round while the champion's generations continue, each on one core; they join the field two rounds later. 0: one, on all cores, before the round begins."`
	Generations        int      `yaml:"generations" range:"[1,100000]" default:"12" doc:"Generations of an exploiter's own breeding."`
	Growth             int      `yaml:"growth" range:"[0,100000]" default:"0" doc:"Rounds after which exploiters are bred twice as long, after twice as many three times as long, and so on; 0: always equally long."`
	LongEvery          int      `yaml:"long_every" range:"[0,100000]" default:"0" doc:"Every this many exploiters, one is bred five times as long; 0: never."`
	Initial            []string `yaml:"initial" words:"defaults,champion,strongest,latest" default:"defaults" doc:"Where exploiters start, in turn: at the defaults, at the champion, halfway from the defaults to the strongest exploiter so far, or at the latest exploiter."`
	InverseTemperature float64  `yaml:"inverse_temperature" range:"[0,500]" default:"16" doc:"How much more often stronger exploiters are met (prioritised sampling): an exploiter that wins a share x against the champion has the weight exp(inverse_temperature*x), where x of a score in a contest is its share of the range; 0 weighs all equally."`
	Deals              int      `yaml:"deals" range:"[0,10000000]" default:"0" doc:"Deals per exploiter genome in a generation, each played in all seatings; 0: as many as fitness.deals."`
	LearningRate       float64  `yaml:"learning_rate" range:"[0,1]" default:"0" doc:"Learning rate of the exploiters, like evolve.learning_rate; 0: selection by ranks."`
	HalfLife           int      `yaml:"half_life" range:"[0,99999]" default:"0" doc:"Generations after which an exploiter's learning rate has halved, counted from the start of its line: an exploiter that starts at the latest continues its decay; 0: constant."`
}

// Joins returns the generation in which the exploiters of a round join the field.
func (x ExploiterSettings) Joins(round int) int { return (round + x.lag()) * x.Round }

// lag returns how many rounds after its champion's an exploiter joins: 2 if it is bred beside the champion.
func (x ExploiterSettings) lag() int {
	if x.PerRound > 0 {
		return 2
	}
	return 0
}

// Where an exploiter begins: the words of Exploiters.Initial.
const (
	InitialDefaults  = "defaults"  // of the game's genes
	InitialChampion  = "champion"  // that it is bred against
	InitialStrongest = "strongest" // halfway from the defaults to the exploiter that wins most of the champion
	InitialLatest    = "latest"    // the exploiter of the round before
)

// EvidenceSettings say how the champion's reported figures are measured.
type EvidenceSettings struct {
	Deals int `yaml:"deals" range:"[2,10000000]" default:"20000" doc:"Deals for the champion's reported figures, in a contest of programs at most; no selection has seen them."`
}
