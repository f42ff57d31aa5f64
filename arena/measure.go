package arena

import (
	"context"
	"slices"

	"bloodline/engine"
	"bloodline/engine/stats"
)

// The stages of a run draw their deals from different coordinates, so that no deal serves two purposes.
const (
	StageFitness     uint64 = 1 + iota // selection, by generation
	StageVerdict                       // a candidate against the champion, by generation
	StageEvidence                      // the champion's own figures
	StageShow                          // what commands play on request
	StageExploiter                     // the breeding of exploiters, by round
	StageTemperature                   // the choice of a champion's temperature of play
	StageStep                          // how far from the defaults the champion of the run is
	StagePrune                         // which optional genes are left out of a champion
	StageGains                         // what each value of a champion of programs gains
	StageCurves                        // what a champion scores with other values
	StageLadder                        // the deals that the bots of a ladder play
)

// Measurement measures candidates against a field on deals of a stage.
type Measurement struct {
	Arena  *Arena
	Field  []engine.Player
	Blocks int // of each candidate; with two seats rounded up to a multiple of the field, at least two for each
	Seed   uint64
	Stage  uint64

	// PlayRemote plays parts with candidates and a field of its own, of the same numbers; nil: the arena plays.
	PlayRemote func(context.Context, Part) ([]Sum, error)
	Slots      int // games that are played at a time there

	// Erring returns the error for an opponent that has ended all its games, eight at least, by an error; may be nil.
	Erring func(opponent int, games int64) error

	// For [Measurement.Fitness] only.
	Baseline float64 // points that gradients take off a score, above the game's Info.Mean
	OwnDeals bool    // every candidate plays deals of its own
	First    int     // number of the first candidate, where a generation comes in parts
	OneDeal  bool    // all deals end alike, so one is played with each opponent and says all; of at most two seats
}

// blocksPerCandidate rounds Blocks up: with two seats every opponent is met equally often, twice at least for an error.
func (e *Measurement) blocksPerCandidate() int {
	k, maps := len(e.Field), e.Arena.maps[e.figures()]
	if e.OneDeal {
		return k
	}
	if e.Arena.info.Seats != 2 {
		return maps.Deals(max(e.Blocks, 2), lineups(k, e.Arena.info.Seats))
	}
	return maps.Deals(max((e.Blocks+k-1)/k, 2), 1) * k
}

func (e *Measurement) Games() int64 { return int64(e.blocksPerCandidate() * e.Arena.games) }

// Measure plays every candidate against the field on the deals of the coordinates, such as a generation.
func (e *Measurement) Measure(ctx context.Context, candidates []engine.Player, coordinates ...uint64) ([]Against, error) {
	return e.measure(ctx, e.part(len(candidates), coordinates...), candidates)
}

func (e *Measurement) measure(ctx context.Context, p Part, candidates []engine.Player) ([]Against, error) {
	sums, err := e.playPart(ctx, p, candidates)
	if err != nil {
		return nil, err
	}
	return e.against(ctx, p, sums)
}

func (e *Measurement) against(ctx context.Context, p Part, sums []Sum) ([]Against, error) {
	a, out, deals := e.Arena, make([]Against, len(sums)), []Block(nil)
	if p.Scores {
		s, _, err := p.schedule(ctx, a.info.Seats, a.maps[p.Figures])
		if err != nil {
			return nil, err
		}
		deals = s.deals
	}
	for c, s := range sums {
		if a.info.Maps > 0 { // a map is the unit
			var all unitTally
			by, met := make([]unitTally, len(s.By)), make([]int, 0, engine.MaxSeats)
			for k, score := range s.Scores {
				all.add(&a.info, &deals[k], score)
				for _, o := range a.opponents(&deals[k], p.Candidates, met) {
					by[o].add(&a.info, &deals[k], score)
				}
			}
			s.All, s.By = all.units(), slices.Clone(s.By)
			for o := range by {
				t := by[o].units()
				t.Errors, t.Draws = s.By[o].Errors, s.By[o].Draws
				s.By[o] = t
			}
		}
		out[c] = Against{Total: a.total(s, stats.Level), Firsts: s.Firsts, Blocks: s.Scores, deals: deals}
		if deals != nil {
			out[c].candidates = p.Candidates
		}
		for _, t := range s.By {
			out[c].ByOpponent = append(out[c].ByOpponent, a.Figure(t))
		}
		for _, t := range s.Ahead {
			f := t.Figure(aheadUnit*2*float64(a.games), stats.Level).Share(float64(a.games), stats.Level)
			f.Games = t.N * int64(a.games)
			out[c].Ahead = append(out[c].Ahead, f)
		}
	}
	return out, nil
}

// Fitness measures candidates as [Measurement.Measure], with the gradient of each [engine.GradientPlayer].
//
// A baseline near the candidates' mean return lowers the noise of the gradients and leaves their expectation alone.
// With own deals the gradients of near-equal candidates are independent samples; on common deals they are not.
func (e *Measurement) Fitness(ctx context.Context, candidates []engine.Player, coordinates ...uint64) ([]stats.Fitness, error) {
	p := e.part(len(candidates), coordinates...)
	p.OwnDeals, p.First, p.Gradient, p.Baseline = e.OwnDeals, e.First, true, e.Baseline
	out, info := make([]stats.Fitness, len(candidates)), &e.Arena.info
	if info.Maps > 0 { // a single map says nothing of others
		got, err := e.measure(ctx, p, candidates)
		for c, x := range got {
			out[c] = stats.Fitness{Mean: x.Total.Mean, SE: min(x.Total.SE, (info.Max-info.Min)/2), Games: x.Total.Games}
		}
		return out, err
	}
	sums, err := e.playPart(ctx, p, candidates)
	if err != nil {
		return nil, err
	}
	for c, s := range sums {
		f := e.Arena.total(s, 0)
		if out[c] = (stats.Fitness{Mean: f.Mean, SE: f.SE, Games: f.Games}); e.OneDeal {
			out[c].SE = 0
		}
		for _, sum := range s.Gradient {
			out[c].Gradient = append(out[c].Gradient, engine.FixedMean(sum, f.Games))
		}
	}
	return out, nil
}

// Challenge plays two candidates on the same deals against the field, a round of the field at a time, until the test,
// whose Diff0 and Diff1 are in points a game, decides. Rounds count in the order of the schedule.
func (e *Measurement) Challenge(ctx context.Context, test stats.PairedTest, challenger, champion engine.Player, coordinates ...uint64) (stats.Verdict, error) {
	const seedRounds = 16 // rounds of the field that get their deals from one seed, and are played between two looks
	n := len(e.Field)     // an observation is a block with each opponent, so that their mix adds no variance
	unit := e.Arena.Unit() * float64(n)
	test.Diff0, test.Diff1 = test.Diff0*unit, test.Diff1*unit
	test.Max = int64(e.Arena.maps[false].Deals(int(test.Max), 1))
	test.Min = min(test.Min, test.Max)
	walk, err := test.Start()
	if err != nil {
		return stats.Verdict{}, err
	}
	pair := []engine.Player{challenger, champion}
	look := seedRounds * max(1, e.Slots)
	if Programs(slices.Concat(pair, e.Field)) { // which just keep the workers busy
		look = min(seedRounds, (max(e.Slots, e.Arena.Workers())+2*n-1)/(2*n))
	}
	for next := uint64(0); walk.Decision() == stats.Continue; {
		p := Part{Candidates: 2, Field: n, Blocks: n * seedRounds, Scores: true, Turn: int(next) * seedRounds}
		for range (look + seedRounds - 1) / seedRounds {
			p.Seeds = append(p.Seeds, e.seed(append(slices.Clone(coordinates), next)))
			next++
		}
		for all := len(p.Seeds) * p.Blocks; p.Skip < all && walk.Decision() == stats.Continue; p.Skip += look * n {
			p.Deals = min(look*n, all-p.Skip, int(walk.Left())*n)
			p.To = 2 * p.Deals
			sums, err := e.playPart(ctx, p, pair)
			if err != nil {
				return stats.Verdict{}, err
			}
			for begin := 0; begin < p.Deals; begin += n {
				var challenger, champion int64
				for k := begin; k < begin+n; k++ {
					challenger += sums[0].Scores[k]
					champion += sums[1].Scores[k]
				}
				walk.Add(challenger, champion)
			}
		}
	}
	return stats.Verdict{
		Accepted: walk.Decision() == stats.AcceptH1, LLR: walk.LLR(), Rounds: walk.N(),
		Games: 2 * walk.N() * int64(n*e.Arena.games), Share: walk.Arms().A.Mean()/unit + e.Arena.info.Zero,
	}, nil
}
