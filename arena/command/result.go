package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"bloodline/engine"
	"bloodline/internal/disk"
)

// ranks reads the result of style json: one object, alone or as the last line.
func ranks(out []byte, players int) (*engine.Ranking, error) {
	text := bytes.TrimSpace(out)
	if len(text) == 0 {
		return nil, errors.New("no result: it must print one JSON object with ranks")
	}
	var reply struct {
		Ranks  []float64         `json:"ranks"`
		Errors []json.RawMessage `json:"errors"`
	}
	if err := json.Unmarshal(text, &reply); err != nil {
		text = text[bytes.LastIndexByte(text, '\n')+1:]
		if err := json.Unmarshal(text, &reply); err != nil {
			return nil, errors.New("no result: its output, or the last line of it, must be one JSON object with ranks")
		}
	}
	switch {
	case len(reply.Ranks) != players:
		return nil, fmt.Errorf("no result: ranks must be %d numbers, have %d", players, len(reply.Ranks))
	case len(reply.Errors) != 0 && len(reply.Errors) != players:
		return nil, fmt.Errorf("no result: errors must be %d values, have %d", players, len(reply.Errors))
	}
	r := &engine.Ranking{Ranks: places(reply.Ranks, func(a, b float64) bool { return a < b }), Errors: make([]string, players), Answer: string(text)}
	for i, e := range reply.Errors {
		r.Errors[i] = fault(e)
	}
	return r, nil
}

// fault reads whether a bot failed: a number, a truth or a text.
func fault(e json.RawMessage) string {
	switch text := strings.Trim(string(e), `"`); text {
	case "0", "false", "null", "", "[]":
		return ""
	case "1", "true":
		return "error"
	default:
		return text
	}
}

// places turns values into ranks from 0, equal values into equal ranks.
func places(values []float64, better func(a, b float64) bool) []int {
	out := make([]int, len(values))
	for i, x := range values {
		for _, y := range values {
			if better(y, x) {
				out[i]++
			}
		}
	}
	return out
}

// scores reads the result of style brutaltester: from the log, if one was written, or
// else from the first numbers that were printed. A larger score is better; one below
// zero is a bot's that was taken out of the game.
func (r *run) scores(out []byte) (*engine.Ranking, error) {
	n := r.players
	values, answer, err := logged(r.log, n)
	if values == nil && err == nil {
		values, answer, err = printed(out, n)
	}
	if err != nil {
		return nil, err
	}
	result := &engine.Ranking{Ranks: places(values, func(a, b float64) bool { return a > b }), Errors: make([]string, n), Answer: answer}
	for i, x := range values {
		if x < 0 {
			result.Errors[i] = "score " + strconv.FormatFloat(x, 'g', -1, 64)
		}
	}
	return result, nil
}

// logged reads the scores of a log, and returns their text, too; nil if there is no log.
func logged(path string, players int) (values []float64, text string, err error) {
	f, err := disk.Own(path, os.O_RDONLY, 0)
	var data []byte
	if err == nil {
		defer f.Close()
		data, err = io.ReadAll(io.LimitReader(f, maxOutput+1))
	}
	var refused *disk.Refused
	switch {
	case errors.As(err, &refused) || len(data) > maxOutput:
		return nil, "", fmt.Errorf("no result: its log must be a file of at most %d bytes", maxOutput)
	case errors.Is(err, os.ErrNotExist) || err == nil && len(bytes.TrimSpace(data)) == 0:
		return nil, "", nil
	case err != nil:
		return nil, "", err
	}
	log := struct {
		Scores json.RawMessage `json:"scores"`
	}{json.RawMessage("{}")}
	var scores map[string]float64
	if json.Unmarshal(data, &log) != nil || json.Unmarshal(log.Scores, &scores) != nil {
		return nil, "", errors.New("no result: its log must be a JSON object with scores")
	}
	for i := range players {
		x, ok := scores[strconv.Itoa(i)]
		if !ok || math.IsNaN(x) {
			return nil, "", fmt.Errorf("no result: scores of its log must have player %d", i)
		}
		values = append(values, x)
	}
	return values, `"scores": ` + string(log.Scores), nil
}

// printed reads the first numbers of an output, and returns them as they were printed, too.
func printed(out []byte, players int) (values []float64, text string, err error) {
	words := strings.Fields(string(out))
	for _, word := range words {
		x, err := strconv.ParseFloat(word, 64)
		if err != nil || math.IsNaN(x) {
			break
		}
		if values = append(values, x); len(values) == players {
			return values, strings.Join(words[:players], " "), nil
		}
	}
	return nil, "", fmt.Errorf("no result: it must print %d scores, or log them, have %d", players, len(values))
}

// order reads a ranking of style stdio: ids, best first; those of one word tie.
func order(words []string, players int) ([]int, error) {
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
