package configs

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"

	"bloodline/evolve"
)

// setting is one key of a run file and the place of its value.
type setting struct {
	key string
	at  any      // *uint64, *int, *float64, *string or *[]string
	in  span     // of a number; the zero span allows everything
	of  []string // the allowed words, nil for any
	doc string   // a sentence for the user
}

// value returns what the setting holds now.
func (s setting) value() any { return reflect.ValueOf(s.at).Elem().Interface() }

// put stores a value of the setting's own type.
func (s setting) put(v any) { reflect.ValueOf(s.at).Elem().Set(reflect.ValueOf(v)) }

// rule says in words which numbers are allowed.
func (s setting) rule() string {
	if _, ok := s.at.(*uint64); ok {
		return "must be in [0, 18446744073709551615]"
	}
	return "must be in " + s.in.String()
}

// span is a range of numbers with open or closed ends.
type span struct {
	low, high         float64
	openLow, openHigh bool
}

func closed(low, high float64) span { return span{low: low, high: high} }

// has is false for NaN.
func (r span) has(x float64) bool {
	if x == r.low {
		return !r.openLow
	}
	if x == r.high {
		return !r.openHigh
	}
	return x > r.low && x < r.high
}

func (r span) String() string {
	left, right := "[", "]"
	if r.openLow {
		left = "("
	}
	if r.openHigh {
		right = ")"
	}
	return left + plain(r.low) + ", " + plain(r.high) + right
}

// plain writes a number as a person would.
func plain(x float64) string {
	if x == float64(int64(x)) {
		return strconv.FormatInt(int64(x), 10)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// outside reports the numbers that are out of their spans.
func outside(settings []setting) (f faults) {
	for _, s := range settings {
		var x float64
		switch p := s.at.(type) {
		case *int:
			x = float64(*p)
		case *float64:
			x = *p
		default:
			continue
		}
		if !s.in.has(x) {
			f.add(s.key, s.rule(), fmt.Sprint(s.value()))
		}
	}
	return f
}

// evolveSettings lists the fields of an evolve.Config by their yaml tags, so that
// evolve alone decides what they are. The seed is the run's.
func evolveSettings(c *evolve.Config) []setting {
	v := reflect.ValueOf(c).Elem()
	var all []setting
	for i := range v.NumField() {
		key := v.Type().Field(i).Tag.Get("yaml")
		if key == "seed" {
			continue
		}
		s := evolveNote(key)
		s.key, s.at = key, v.Field(i).Addr().Interface()
		all = append(all, s)
	}
	return all
}

// evolveNote returns what editors and users are told about a field. The law is
// evolve's Validate; a test holds these spans to it.
func evolveNote(key string) setting {
	share, positive := closed(0, 1), span{0, 1, true, false}
	notes := []setting{
		{key: "population", in: closed(4, 1e5), doc: "Genomes of a generation."},
		{key: "generations", in: closed(1, 1e5), doc: "Generations in all, the first one included."},
		{key: "patience", in: closed(0, 1<<31-1), doc: "Stop after so many generations without a new champion; 0 never stops early."},
		{key: "round", in: closed(0, 1e5), doc: "Generations after which the opponents change and measurements begin anew, as guard breeds adversaries; 0 never."},
		{key: "round_spread", in: positive, doc: "Largest step of the champion's variations that a new round begins with, as a share of a gene's range."},
		{key: "elites", in: closed(1, 5e4), doc: "Survivors that are measured again, the champion among them; at most half of the population."},
		{key: "immigrants", in: closed(0, 5e4-1), doc: "Random newcomers of a generation; less than half of the population."},
		{key: "hall_of_fame", in: closed(1, 1e4), doc: "Genomes remembered, the best beliefs of distinct genomes that ever lived."},
		{key: "random_share", in: share, doc: "Share of the first generation that is random; the rest are varied defaults."},
		{key: "spread", in: positive, doc: "Largest step of the varied defaults, as a share of a gene's range."},
		{key: "tournament", in: closed(1, 1000), doc: "Contestants for each parent; more of them select harder."},
		{key: "crossover_rate", in: share, doc: "Share of children with several parents."},
		{
			key: "crossover", of: []string{evolve.OpNormal, evolve.OpPool, evolve.OpUniform, evolve.OpGroup, evolve.OpBlend},
			doc: "How children with several parents are made: normal draws them around the consensus with a step for each gene that it learns, pool takes every gene from one of several parents, uniform from one of two, group takes whole groups of genes from one of two, blend goes between and around two.",
		},
		{key: "parents", in: closed(2, 64), doc: "Parents of a pool."},
		{key: "blend_alpha", in: closed(0, 2), doc: "How far a blend reaches beyond its parents."},
		{key: "mutation_rate", in: positive, doc: "Chance of each gene to mutate."},
		{key: "heavy", in: share, doc: "Share of mutations that are long jumps."},
		{key: "step", in: positive, doc: "Mutation step, or standard deviation of a normal draw, of the first generation, as a share of a gene's range; in [step_min, step_max]."},
		{key: "step_learning", in: share, doc: "Log-normal deviation by which a child's step differs from its parent's; 0 keeps steps."},
		{key: "step_min", in: positive, doc: "Smallest step."},
		{key: "step_max", in: positive, doc: "Largest step."},
		{key: "best_share", in: positive, doc: "Share of the population whose mean the consensus follows."},
		{key: "trend", in: share, doc: "How far the consensus moves in a generation; 0 means no consensus."},
		{key: "tail", in: share, doc: "Share of the run at its end whose mean consensus is that of the last generation, which reigns if it begins a round; needs crossover normal and no patience; 0 is the last consensus alone."},
		{key: "anchor", in: share, doc: "How far the centre of normal draws returns to the mean consensus of the tail so far in a generation of the tail; needs a tail."},
		{key: "pull", in: share, doc: "How far the centre of normal draws returns to where it began in a generation, so that genes which nothing selects stay moderate."},
		{key: "learning", in: share, doc: "Usual move of a gene in a generation by what the individuals' own games taught, as a share of its range, in place of what their ranks say; 0 learns nothing; needs crossover normal and a game whose rules learn."},
		{key: "cooling", in: closed(0, 1e5), doc: "Generations after which learning has halved; it is learning/(1+n/cooling) in generation n; 0 never cools."},
	}
	if i := slices.IndexFunc(notes, func(s setting) bool { return s.key == key }); i >= 0 {
		return notes[i]
	}
	return setting{}
}
