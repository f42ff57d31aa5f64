package command

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/itchyny/gojq"

	"bloodline/arena/program"
	"bloodline/engine"
	"bloodline/internal/setting"
)

// reading says where the referee prints the result of a game: programs of jq, from the run file or by default those of
// the style. They get the output as JSON (the last value, if text stands before it), or else as a string.
type reading struct {
	key           string // ranks or scores, of which the largest is best
	text          string // the program
	values, fails *gojq.Code
	printed       bool // other outputs than objects have lines of scores
}

const (
	longestProgram = 4 << 10  // bytes of a program of jq: nested ones take a time in proportion to their square to parse
	longestText    = 32 << 10 // bytes of a string for jq, whose scan counts the characters before every match
)

// logScores reads the log of brutaltester, an object of scores by the numbers of players.
const logScores = `.scores as $all | ($all | keys) - [range($players) | tostring] | if . == [] ` +
	`then [$all[range($players) | tostring]] else error("the game has no players \(join(", "))") end`

// reading reads the keys of results. It compiles their programs if they are trusted.
func (s Settings) reading(trusted bool) (r reading, out setting.Errors) {
	given := map[string]string{"ranks": s.Ranks, "scores": s.Scores, "errors": s.Errors}
	speaks := s.Style == StyleStdio || s.Style == StyleSimulator // by a protocol with results of its own
	r = reading{key: "ranks", printed: s.Style == StyleBrutaltester && s.Ranks+s.Scores == ""}
	if s.Scores != "" || s.Ranks == "" && (r.printed || s.Points == PointsScore) {
		r.key = "scores"
	}
	for _, key := range []string{"ranks", "scores", "errors"} {
		text := given[key]
		switch {
		case text == "":
		case speaks:
			out.Add(key, "must be left out with style "+s.Style+", whose results are lines of its protocol", clipped(text))
		case key == "ranks" && s.Scores != "":
			out.Add(key, "must be left out beside scores", clipped(text))
		case key == "ranks" && s.Points == PointsScore:
			out.Add(key, "must be left out with points score, which are read by scores", clipped(text))
		case len(text) > longestProgram:
			out.Add(key, fmt.Sprintf("must be a program of jq of at most %d bytes", longestProgram), len(text))
		case trusted:
			if _, err := compiled(text); err != nil {
				out.Add(key, "must be a program of jq, such as .result."+key, fmt.Sprintf("%s (%v)", clipped(text), err))
			}
		}
	}
	r.text = cmp.Or(given[r.key], "."+r.key)
	if s.Errors == "" && !r.printed && s.Ranks+s.Scores == "" {
		given["errors"] = ".errors?"
	}
	if len(out) == 0 && !speaks && trusted {
		r.values, _ = compiled(r.text)
		if r.printed {
			r.values, _ = compiled(logScores)
		}
		if given["errors"] != "" {
			r.fails, _ = compiled(given["errors"])
		}
	}
	return r, out
}

func compiled(text string) (*gojq.Code, error) {
	query, err := gojq.Parse(text)
	if err != nil {
		return nil, err
	}
	return gojq.Compile(query, gojq.WithVariables([]string{"$players"}))
}

// valuesOf returns the values that a program gives for an output: those of the only array, or else all.
func valuesOf(ctx context.Context, code *gojq.Code, output any, players int) (all []any, err error) {
	for i := code.RunWithContext(ctx, output, players); len(all) <= 2*players; {
		v, more := i.Next()
		if !more {
			break
		}
		if err, failed := v.(error); failed {
			return nil, err
		}
		all = append(all, v)
	}
	if len(all) == 1 {
		if list, isArray := all[0].([]any); isArray {
			return list, nil
		}
	}
	return all, nil
}

// result reads the result of a game from an output or a log. As jq can't be interrupted, it is abandoned at the limit.
func (g *contest) result(ctx context.Context, out []byte, players int) (engine.Ranking, error) {
	if len(out) >= maxOutput {
		return engine.Ranking{}, noResult(fmt.Sprintf("it must print less than %d bytes", maxOutput), string(out))
	}
	limited, cancel := context.WithTimeout(ctx, g.GameTime)
	defer cancel()
	var r engine.Ranking
	var err error
	read := make(chan struct{})
	go func() {
		defer close(read)
		printed := plainText(out)
		output, text := lastJSON(printed)
		r, err = g.read(limited, output, text, players)
		if f, failed := errors.AsType[*failure](err); failed {
			f.short, f.help = fmt.Sprintf("%v, have %#.80q", f.error, text), g.helpOf(limited, output, printed, players)
		}
	}()
	select {
	case <-read:
		return r, cmp.Or(ctx.Err(), err)
	case <-limited.Done():
		rule := fmt.Sprintf("it can't be read within command.game_time (%v)", g.GameTime)
		return engine.Ranking{}, cmp.Or[error](ctx.Err(), noResult(rule, string(out)))
	}
}

// ReadResult reads the result of a game with all players from the output of a referee, or from a log.
func (g *Game) ReadResult(ctx context.Context, out []byte) (engine.Ranking, error) {
	if g.reading.values == nil {
		return engine.Ranking{}, fmt.Errorf("style %s has no output to read", g.Style)
	}
	r, err := g.result(ctx, out, g.Players)
	if f, failed := errors.AsType[*failure](err); failed {
		err = fmt.Errorf("%w%s", f.error, f.help)
	}
	return r, err
}

func (g *contest) read(ctx context.Context, output any, text string, players int) (r engine.Ranking, err error) {
	var values []float64
	if _, isLog := output.(map[string]any); g.reading.printed && !isLog {
		values, text, err = readPrinted(text, players)
	} else {
		var all []any
		all, err = valuesOf(ctx, g.reading.values, output, players)
		values = numbersOf(all)
		end, isText := output.(string)
		from := ""
		if isText && len(end) < len(text) {
			from = fmt.Sprintf(" from the last %d KB", longestText>>10)
		}
		switch rule := fmt.Sprintf("command.%s (%s) must give %d numbers%s, ", g.reading.key, g.reading.text, players, from); {
		case err != nil && isText && g.Ranks+g.Scores == "":
			err = noResult(fmt.Sprintf("it must print JSON with %[1]s, or command.%[1]s must read them from its output", g.reading.key), "")
		case err != nil:
			err = noResult(rule+"fails: "+err.Error(), "")
		case len(values) != players:
			err = noResult(rule+"gives "+clipped(preview(all)), "")
		case g.Ranks+g.Scores != "":
			text = fmt.Sprintf("%s %s, read%s: %s", g.reading.key, preview(all), cmp.Or(from, " from"), endOf(text, 2, 160))
		}
	}
	if err != nil {
		return r, err
	}
	if r, err = g.ranking(values, g.reading.key == "scores", text); err != nil || g.reading.fails == nil {
		return r, err
	}
	all, err := valuesOf(ctx, g.reading.fails, output, players)
	switch {
	case err != nil:
		return r, noResult("command.errors fails: "+err.Error(), "")
	case len(all) == 0 || len(all) == 1 && all[0] == nil:
		return r, nil
	case len(all) != players:
		return r, noResult(fmt.Sprintf("errors must be %d values, are %s", players, preview(all)), "")
	}
	for i, e := range all {
		r.Errors[i] = cmp.Or(fault(e), r.Errors[i])
	}
	return r, nil
}

// endOf returns the end of an output: some of its last lines, in one of at most so many characters.
func endOf(text string, lines, most int) string {
	text = strings.ToValidUTF8(text[max(0, len(text)-4*most):], "")
	all := strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' })
	end := []rune(strings.Join(all[max(0, len(all)-lines):], " | "))
	if len(end) > most {
		return "…" + string(end[len(end)-most:])
	}
	return string(end)
}

// lastJSON returns the JSON that an output is, or that begins a line and ends the output, and its text; else the output
// as a string, of a long one the last lines. NaN and Infinity, which Python and others write, are null.
func lastJSON(text string) (any, string) {
	form := []byte(text)
	at := jsonAt(form)
	if at < 0 && (strings.Contains(text, "NaN") || strings.Contains(text, "Infinity")) {
		form = notNumber().ReplaceAll(form, []byte("${1}null"))
		at = jsonAt(form)
	}
	var v any
	if at >= 0 {
		d := json.NewDecoder(bytes.NewReader(form[at:]))
		d.UseNumber() // or 1e999 is an error
		if d.Decode(&v) == nil {
			lines := strings.SplitAfter(text, "\n")
			return v, strings.Join(lines[bytes.Count(form[:at], []byte("\n")):], "")
		}
	}
	end := text[max(0, len(text)-longestText):]
	if _, lines, ok := strings.Cut(end, "\n"); ok && len(end) < len(text) {
		end = lines
	}
	return end, text
}

// jsonAt returns where the JSON begins that a text is or ends with; -1 without any. It looks from the end for the first
// line from which as many brackets are opened as closed, so that the values that it reads don't overlap.
func jsonAt(text []byte) int {
	if json.Valid(text) {
		return 0
	}
	depth := 0
	for end := len(text); end > 0 && depth <= 0; {
		begin := bytes.LastIndexByte(text[:end], '\n') + 1
		line := text[begin:end]
		inString := false // no string goes on in the next line
		for i := 0; i < len(line); i++ {
			switch c := line[i]; {
			case c == '\\':
				i++
			case c == '"':
				inString = !inString
			case inString:
			case c == '{' || c == '[':
				depth++
			case c == '}' || c == ']':
				depth--
			}
		}
		if depth == 0 && len(line) > 0 && (line[0] == '{' || line[0] == '[') && json.Valid(text[begin:]) {
			return begin
		}
		end = begin - 1
	}
	return -1
}

var notNumber = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`([\[:,]\s*)-?(?:NaN|Infinity)\b`) })

// numbersOf returns ranks or scores, NaN for null; nil if a value is not a number.
func numbersOf(all []any) (out []float64) {
	for _, v := range all {
		x, ok := math.NaN(), v == nil
		switch v.(type) {
		case string, json.Number, int, float64, *big.Int:
			x, ok = readNumber(fmt.Sprint(v))
		}
		if !ok {
			return nil
		}
		out = append(out, x)
	}
	return out
}

// fault returns the error of a bot: a number, a truth value or a text; empty for none.
func fault(v any) string {
	text := strings.Trim(preview(v), `"`)
	x, isNumber := readNumber(text) // nothing and null are NaN
	switch text := strings.ToLower(text); {
	case isNumber && (x == 0 || math.IsNaN(x)), text == "false", text == "[]":
		return ""
	case isNumber && x == 1, text == "true":
		return "error"
	}
	return text
}

func preview(v any) string {
	text, err := gojq.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(text)
}

// helpOf returns what helps with an output that has no result: its keys; a program of jq to try, which gives a number
// for each player by the usual names of ranks and scores; and its end.
func (g *contest) helpOf(ctx context.Context, output any, printed string, players int) string {
	if printed == "" {
		return "; it printed nothing"
	}
	var help strings.Builder
	if o, ok := output.(map[string]any); ok && len(o) > 0 {
		help.WriteString("; its JSON has " + strings.Join(slices.Sorted(maps.Keys(o)), ", "))
	}
	lines := strings.Split(printed, "\n")
	const screen = 20
	if len(lines) > screen {
		lines = append([]string{"..."}, lines[len(lines)-screen:]...)
	}
	programs := pathPrograms("", output) // none of a text
	if _, isText := output.(string); isText {
		programs = linePrograms(lines, players)
	}
	for _, p := range programs[:min(len(programs), 100)] {
		code, err := compiled(p)
		if err != nil {
			continue
		}
		all, err := valuesOf(ctx, code, output, players)
		values := numbersOf(all)
		if err != nil || len(values) != players || !slices.ContainsFunc(values, func(x float64) bool { return !math.IsNaN(x) }) {
			continue
		}
		key := "scores"
		if rankName().MatchString(p) || p == rankLines {
			key = "ranks"
		}
		if p != g.reading.text && (key == "scores" || !g.scored) {
			fmt.Fprintf(&help, "; try command.%s: '%s'", key, strings.ReplaceAll(p, "'", "''"))
			if o, ok := output.(map[string]any); ok && o["errors"] != nil && g.Errors == "" {
				help.WriteString(" and command.errors: '.errors'")
			}
		}
		break
	}
	end := program.Printable(strings.Join(lines, "\n"))
	help.WriteString("; its output:\n  " + strings.ReplaceAll(end, "\n", "\n  "))
	return help.String()
}

const rankLines = `[scan("(?m)^([0-9]+) ([0-9]+)$")] | sort_by(.[0] | tonumber) | map(.[1] | tonumber)`

var (
	rankName  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)rank|place|position`) })
	valueName = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?i)(?:rank|place|position|score|reward|point|result)[a-z]*`)
	})
	idName  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)(?:agent|player|bot|team)_?id|player|seat|slot`) })
	numeral = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`-?[0-9]+(?:\.[0-9]+)?`) })
)

// linePrograms returns programs that read the numbers behind a name, in a line for each player or in one for all.
func linePrograms(lines []string, players int) []string {
	out := []string{rankLines}
	for _, line := range lines {
		name := valueName().FindStringIndex(line)
		if name == nil {
			continue
		}
		line = line[name[0]:]
		pattern, fields, end := "", []string{}, 0
		for i, n := range numeral().FindAllStringIndex(line, players) {
			pattern += regexp.QuoteMeta(line[end:n[0]]) + fmt.Sprintf("(?<p%d>-?[0-9.]+)", i+1)
			fields, end = append(fields, fmt.Sprintf(".p%d", i+1)), n[1]
			one := preview(regexp.MustCompile(`\?<p\d>`).ReplaceAllString(pattern, ""))
			switch {
			case i == 0:
				out = append(out, "[scan("+one+")[0] | tonumber]")
			case i == 1 && idName().MatchString(line): // else the order of the lines is that of the players
				out = slices.Insert(out, len(out)-1, "[scan("+one+")] | sort_by(.[1] | tonumber) | map(.[0] | tonumber)")
			}
		}
		out = append(out, "capture("+preview(pattern)+") | ["+strings.Join(fields, ", ")+"] | map(tonumber)")
	}
	return out
}

// pathPrograms returns programs that read the values of lists and objects with such a name, or of all their elements.
func pathPrograms(at string, v any) (out []string) {
	if len(at) > 200 { // too long to type
		return nil
	}
	list, isList := v.([]any)
	object, _ := v.(map[string]any)
	switch named := valueName().MatchString(at); {
	case named && isList:
		out = append(out, at)
	case named:
		out = append(out, "["+at+"[]]")
	}
	for _, k := range slices.Sorted(maps.Keys(object)) {
		list = append(list, object[k])
	}
	if len(list) > 0 {
		first, _ := list[0].(map[string]any)
		keys := slices.Sorted(maps.Keys(first))
		sorted := ""
		if id := slices.IndexFunc(keys, idName().MatchString); id >= 0 && isList {
			sorted = " | sort_by(" + field(keys[id]) + ")"
		}
		for _, k := range keys {
			if valueName().MatchString(k) {
				out = append(out, "["+cmp.Or(at, ".")+sorted+"[]"+field(k)+"]")
			}
		}
	}
	for _, k := range slices.Sorted(maps.Keys(object)) {
		out = append(out, pathPrograms(at+field(k), object[k])...)
	}
	return out
}

func field(key string) string {
	if regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`).MatchString(key) {
		return "." + key
	}
	return "[" + preview(key) + "]"
}
