package command

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"bloodline/engine"
	"bloodline/internal/disk"
)

const bom = "\ufeff" // the byte order mark that some programs write before a text

func plainText(out []byte) []byte { return bytes.TrimSpace(bytes.ReplaceAll(out, []byte(bom), nil)) }

// noResultError returns the error of an output without a result, and quotes its beginning.
func noResultError(rule string, have []byte) error {
	return fmt.Errorf("no result: %s, have %#.80q", rule, have)
}

// checkComplete returns an error if an output was too long to be kept whole, because the result may be in the lost part.
func checkComplete(out []byte) error {
	if len(out) < maxOutput {
		return nil
	}
	return noResultError(fmt.Sprintf("it must print less than %d bytes", maxOutput), out)
}

// notNumber finds NaN and Infinity, which Python and others write into JSON.
var notNumber = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([\[:,]\s*)-?(?:NaN|Infinity)\b`) })

// decode reads JSON in which NaN and Infinity stand for null.
func decode(text []byte, to any) error {
	if json.Unmarshal(text, to) == nil {
		return nil
	}
	return json.Unmarshal(notNumber().ReplaceAll(text, []byte("${1}null")), to)
}

// readNumber reads a rank or a score, which may be in quotes; nothing, null and numbers that are not finite are NaN.
func readNumber(text string) (x float64, ok bool) {
	text = strings.TrimSpace(unquoted(text))
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

// jsonResult reads the result of style json: one object, alone or as the last line.
func (g *contest) jsonResult(out []byte, players int) (r engine.Ranking, err error) {
	if err := checkComplete(out); err != nil {
		return r, err
	}
	text := plainText(out)
	var reply struct {
		Ranks, Scores json.RawMessage
		Errors        []json.RawMessage
	}
	if decode(text, &reply) != nil {
		text = text[bytes.LastIndexByte(text, '\n')+1:]
		if decode(text, &reply) != nil {
			return r, noResultError("its output, or the last line of it, must be one JSON object with ranks", out)
		}
	}
	name, list := "ranks", reply.Ranks
	if g.scored {
		name, list = "scores", reply.Scores
	}
	var all []json.RawMessage
	values, ok := make([]float64, players), json.Unmarshal(list, &all) == nil && len(all) == players
	for i := 0; ok && i < players; i++ {
		values[i], ok = readNumber(string(all[i]))
	}
	switch {
	case !ok:
		return r, noResultError(fmt.Sprintf("%s must be %d numbers", name, players), text)
	case len(reply.Errors) != 0 && len(reply.Errors) != players:
		return r, noResultError(fmt.Sprintf("errors must be %d values", players), text)
	}
	r, err = g.ranking(values, g.scored, string(text))
	for i, e := range reply.Errors {
		r.Errors[i] = cmp.Or(readFault(e), r.Errors[i])
	}
	return r, err
}

// readFault reads the error of a bot: a number, a truth value or a text; empty for none.
func readFault(e json.RawMessage) string {
	switch text := strings.Trim(string(e), `"`); text {
	case "0", "false", "null", "", "[]":
		return ""
	case "1", "true":
		return "error"
	default:
		return text
	}
}

// ranking turns scores, or ranks from any number, into ranks from 0, equal values into equal ranks. Players without a
// value are last. The answer is the text of the values.
func (g *contest) ranking(values []float64, isScore bool, answer string) (r engine.Ranking, err error) {
	r = engine.Ranking{Ranks: make([]int, len(values)), Errors: make([]string, len(values)), Answer: answer}
	if !slices.ContainsFunc(values, func(x float64) bool { return !math.IsNaN(x) }) {
		return r, noResultError("at least one player must have one", []byte(answer))
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

// brutaltester reads the result of style brutaltester: from the log, if one was written, or
// else from the lines that were printed. A larger score is better.
func (g *contest) brutaltester(log string, out []byte, players int) (r engine.Ranking, err error) {
	values, answer, err := readLog(log, out, players)
	if err != nil {
		return r, err
	}
	return g.ranking(values, true, answer)
}

// readLog reads the scores of a log, or else those of an output, and returns their text, too.
func readLog(path string, out []byte, players int) (values []float64, text string, err error) {
	data, err := disk.Read(path, maxOutput)
	var refused *disk.Refused
	switch {
	case errors.As(err, &refused):
		return nil, "", fmt.Errorf("no result: its log must be a file of at most %d bytes", maxOutput)
	case err != nil && !errors.Is(err, os.ErrNotExist):
		return nil, "", err
	}
	if data = plainText(data); len(data) == 0 {
		return readPrinted(out, players)
	}
	var log struct{ Scores json.RawMessage }
	var scores map[string]json.RawMessage
	if decode(data, &log) != nil || json.Unmarshal(log.Scores, &scores) != nil {
		return nil, "", noResultError("its log must be a JSON object with scores", data)
	}
	for i := range players {
		id := strconv.Itoa(i)
		x, ok := readNumber(string(scores[id]))
		if values = append(values, x); ok {
			delete(scores, id)
		}
	}
	if len(scores) > 0 {
		return nil, "", noResultError(fmt.Sprintf("scores of its log must be numbers of players 0 to %d", players-1), log.Scores)
	}
	return values, `"scores": ` + string(log.Scores), nil
}

// readPrinted reads the scores of an output, and returns their text, too: the only successive lines of numbers that are
// as many as the players. Other lines are skipped.
func readPrinted(out []byte, players int) (values []float64, text string, err error) {
	if err := checkComplete(out); err != nil {
		return nil, "", err
	}
	var numbers []string
	places := 0
	for _, line := range append(strings.Split(string(plainText(out)), "\n"), "end") {
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
	if places != 1 {
		return nil, "", noResultError(fmt.Sprintf("it must print %d scores, a line each, in one place", players), out)
	}
	for word := range strings.FieldsSeq(text) {
		x, _ := readNumber(word)
		values = append(values, x)
	}
	return values, text, nil
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

// Outcome turns scores, or ranks, into points.
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
			o.Score[i] = int32(math.Round(min(max(x, g.least), g.most) * float64(g.unit)))
		}
		return o
	}
	half := g.unit / int32(2*max(1, len(scores)-1)) // of an opponent
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
