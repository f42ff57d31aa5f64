package command

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"bloodline/engine"
	"bloodline/genome"
)

const bom = "\ufeff" // the byte order mark that some programs write before a text

func plainText(out []byte) string { return strings.TrimSpace(strings.ReplaceAll(string(out), bom, "")) }

// readNumber reads a rank or a score, which may be in quotes; nothing, null and numbers that are not finite are NaN.
func readNumber(text string) (x float64, ok bool) {
	text = strings.TrimSpace(genome.Word(text))
	switch strings.ToLower(text) {
	case "", "null", "none", "-nan":
		return math.NaN(), true
	}
	x, err := strconv.ParseFloat(text, 64)
	if math.IsInf(x, 0) {
		return math.NaN(), true
	}
	return x, err == nil
}

// ranking turns scores or ranks into ranks from 0, with ties; players without a value are last. The answer is a text.
func (g *contest) ranking(values []float64, isScore bool, answer string) (r engine.Ranking, err error) {
	r = engine.Ranking{Ranks: make([]int, len(values)), Errors: make([]string, len(values)), Answer: answer}
	if !slices.ContainsFunc(values, func(x float64) bool { return !math.IsNaN(x) }) {
		return r, noResult("at least one player must have one", "")
	}
	for i, x := range values {
		for _, y := range values {
			if isScore && y > x || !isScore && y < x || math.IsNaN(x) && !math.IsNaN(y) {
				r.Ranks[i]++
			}
		}
		if !isScore && !math.IsNaN(x) {
			continue
		}
		if x, r.Errors[i], err = g.checkScore(x); err != nil {
			return r, err
		}
		if g.scored {
			r.Scores = append(r.Scores, x)
		}
	}
	return r, nil
}

// checkScore returns the score that counts, and the bot's error: NaN, and if the run file says so a score below 0.
func (g *contest) checkScore(x float64) (_ float64, wrong string, err error) {
	switch {
	case math.IsNaN(x):
		wrong = "no result"
	case g.Negative && x < 0:
		wrong = fmt.Sprintf("score %g (command.negative_is_error)", x)
	case g.scored && (x < g.least || x > g.most):
		err = fmt.Errorf("no result: scores must be from command.score_low, %g, to command.score_high, %g, have %g", g.least, g.most, x)
	}
	if wrong != "" && g.scored {
		x = g.least
	}
	return x, wrong, err
}

// readPrinted reads the only successive lines of numbers that are as many as the players, and returns their text, too.
func readPrinted(out string, players int) (values []float64, text string, err error) {
	var numbers []string
	places := 0
	for _, line := range append(strings.Split(out, "\n"), "end") {
		words := strings.Fields(line)
		if !slices.ContainsFunc(words, func(w string) bool { _, ok := readNumber(w); return !ok }) {
			numbers = append(numbers, words...)
			continue
		}
		if len(numbers) == players {
			text = strings.Join(numbers, " ")
			places++
		}
		numbers = nil
	}
	for word := range strings.FieldsSeq(text) {
		x, _ := readNumber(word)
		values = append(values, x)
	}
	if places != 1 {
		err = noResult(fmt.Sprintf("it must print %d scores, a line each, in one place", players), "")
	}
	return values, text, err
}

// readRanks reads a ranking of style stdio: words of ids, best first; the ids in one word tie.
func readRanks(words []string, players int) ([]int, error) {
	ranks, seen := slices.Repeat([]int{-1}, players), 0
	wrong := fmt.Errorf("no result: ###End must rank players 0 to %d once each, have %q", players-1, strings.Join(words, " "))
	for _, w := range words {
		at := seen
		for _, id := range w {
			i := int(id - '0')
			if i < 0 || i >= players || ranks[i] >= 0 {
				return nil, wrong
			}
			ranks[i] = at
			seen++
		}
	}
	if seen != players {
		return nil, wrong
	}
	return ranks, nil
}

func (g *Game) Outcome(r engine.Ranking) engine.Outcome {
	scores := make([]float64, len(r.Ranks))
	for i, rank := range r.Ranks {
		scores[i] = -float64(rank)
	}
	copy(scores, r.Scores) // none where points are wins
	failed, late := uint8(0), uint8(0)
	for i, wrong := range r.Errors {
		if wrong != "" {
			failed |= 1 << i
		}
		if strings.HasPrefix(wrong, refereeFailed+noEnd) {
			late |= 1 << i
		}
	}
	o := g.outcome(scores, failed)
	o.Late = late
	return o
}

// outcome turns scores into points: themselves, within their range, or the shares of the opponents that have less.
func (g *contest) outcome(scores []float64, failed uint8) (o engine.Outcome) {
	o.Choices, o.Length, o.Failed = 1, 1, failed
	if g.scored {
		for i, x := range scores {
			o.Score[i] = g.info.Score(min(max(x, g.least), g.most))
		}
		return o
	}
	half := int64(g.unit) / int64(2*max(1, len(scores)-1)) // of an opponent
	for i, x := range scores {
		for j, y := range scores {
			switch {
			case i == j:
			case x > y:
				o.Score[i] += 2 * half
			case x == y:
				o.Score[i] += half
			}
		}
	}
	return o
}
