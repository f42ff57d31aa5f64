// Package champion reads and writes champion files: one genome with everything that another user needs to play it and
// to check it: its schema, its origin, and the games behind its figures.
//
// A champion file is JSON. Floats survive it exactly, so the same champion is the same bytes. Reading is strict: an
// unknown key, a gene that is missing, unknown or out of range, another game or another schema are errors of one line.
package champion

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"bloodline/engine/stats"
	"bloodline/genome"
	"bloodline/genome/gene"
)

// MaxSize is the size of the largest champion file that is read, in bytes.
const MaxSize = 16 << 20

// Format names the file format and its version.
const Format = "bloodline-champion/2"

// firstFormat is that of v0.1.0. It lacks keys of the evidence: look, most_games and all_deals.
const firstFormat = "bloodline-champion/1"

// OtherIntervals reports whether the version that wrote the file computed intervals of its evidence otherwise: those of
// leads over the defaults, and on maps.
func (f *File) OtherIntervals() bool {
	e := f.Evidence
	return f.Format == firstFormat && (e.Maps > 0 || e.Defaults != nil || e.Unproven != nil)
}

type File struct {
	Format  string `json:"format"`
	Name    string `json:"name"`
	Game    string `json:"game"`
	Schema  Schema `json:"schema"`
	Program string `json:"program"` // version of the program that wrote it
	Origin  Origin `json:"origin"`
	// Programs are hashes of the programs that played, by path from the run file's folder; command.maps hashes the
	// maps.
	Programs map[string]string `json:"programs,omitempty"`
	Evidence *Evidence         `json:"evidence,omitempty"`
	// Clone describes the player to whose decisions the genes were fitted; nil for a bred champion.
	Clone *Clone `json:"clone,omitempty"`
	// Step is how far from the defaults the champion lies; left out at 1, and where that was not measured.
	Step *Step `json:"step,omitempty"`
	// Pruned counts the genes that were left out of the champion; nil if none were.
	Pruned *Pruned `json:"pruned,omitempty"`
	// Gains say what each value of a champion of programs gains over its default; nil where that was not measured.
	Gains []Gain `json:"gains,omitempty"`
	// Temperature divides the genes in log-odds in play; left out at 1.
	Temperature float64         `json:"temperature,omitempty"`
	Genes       json.RawMessage `json:"genes"` // name to value, in the schema's order
	// Previous has the genes of [Evidence.Previous] in the same form.
	Previous json.RawMessage `json:"previous,omitempty"`

	// Unproven is the bred champion if the file has another genome instead, see [Evidence.Unproven]; else nil.
	Unproven *File `json:"-"`
}

// Schema identifies the meaning of the genes.
type Schema struct {
	Version int    `json:"version"`
	Hash    string `json:"hash"`
}

// Origin tells where a genome came from. It holds no time and no path, so equal runs write equal files.
type Origin struct {
	Run        string `json:"run"`
	ID         string `json:"id"`
	Seed       uint64 `json:"seed"`
	Generation int    `json:"generation"`      // since which it was the champion
	Ended      string `json:"ended,omitempty"` // why the run ended before its last generation
	// Config is the run file, resolved. Its folder may be relative to that of the champion file.
	Config string `json:"config"`
}

// Pruned describes the optional genes that were left out of a champion before its evidence was measured, because
// together they had no significant effect.
type Pruned struct {
	LeftOut  int          `json:"left_out"` // left out, that is set to their defaults
	Optional int          `json:"optional"` // optional genes that were bred
	Cost     stats.Figure `json:"cost"`     // points a game that the champion lost by it, on deals that did not choose them
}

// Gain is what values of a champion of programs gain over their defaults, measured in games of the champion with and
// without them on the same deals, before those that don't pay went back to their defaults.
type Gain struct {
	Genes     []string      `json:"genes"`                // one, or two together
	Games     int64         `json:"games"`                // played without them
	Gain      *stats.Figure `json:"gain,omitempty"`       // points a game, with a 95 % interval; nil where the games are too few for one
	MoreGames int64         `json:"more_games,omitempty"` // about how many games more would do
	Reset     bool          `json:"reset,omitempty"`      // they went back to their defaults, or to Word
	Word      string        `json:"word,omitempty"`       // over which the gene's word gains, as JSON; empty: over the default
}

// Name says whose gain it is.
func (g Gain) Name() string {
	if g.Word != "" {
		return g.Genes[0] + " over " + genome.Word(g.Word)
	}
	return strings.Join(g.Genes, " and ")
}

// Sharp is half of the widest interval of a [Gain] that is printed though it contains 0, as a share of points' range.
const Sharp = 0.1

// Step is a point on the line from the game's defaults, at 0, to the champion as it was bred, at 1.
type Step struct {
	At   float64      `json:"at"`
	Gain stats.Figure `json:"gain"` // points a game more than the champion as it was bred has at its worst kind of table
}

// Digest is the hash of genes, as a file has them, at a temperature of play.
func Digest(s *genome.Schema, v genome.Vector, temperature float64) (string, error) {
	text, err := s.Format(v)
	if err != nil {
		return "", err
	}
	if v, err = s.Parse(text); err != nil {
		return "", err
	}
	h := sha256.New()
	for _, x := range append(v, cmp.Or(temperature, 1)) {
		h.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(x)))
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), nil
}

// New wraps a vector in a file without evidence.
func New(s *genome.Schema, name, program string, v genome.Vector, o Origin) (*File, error) {
	genes, err := s.Format(v)
	if err != nil {
		return nil, err
	}
	return &File{
		Format: Format, Name: name, Game: s.Game, Schema: Schema{s.Version, s.Hash()},
		Program: program, Origin: o, Genes: genes,
	}, nil
}

func (f *File) Encode() ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(f); err != nil {
		return nil, fmt.Errorf("encode champion: %w", err)
	}
	return b.Bytes(), nil
}

// Decode parses the bytes of a file and checks its format, not its genes: those need a schema, see [File.Vector].
func Decode(data []byte) (*File, error) {
	if err := checkFormat(data); err != nil {
		return nil, err
	}
	var f struct {
		File
		Conclusion string `json:"conclusion"` // that breed -o json prints before it
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	err := d.Decode(&f)
	if err != nil {
		err = errors.New(jsonMistake(err))
	} else if _, end := d.Token(); !errors.Is(end, io.EOF) {
		err = errors.New("text after its end")
	} else {
		err = cmp.Or(checkTokens(json.NewDecoder(bytes.NewReader(data)), ""), f.check())
	}
	if err != nil {
		return nil, brief("not a champion file: %w", err)
	}
	return &f.File, nil
}

// checkFormat refuses a file of a later format by the version that reads it, before any of its keys is read.
func checkFormat(data []byte) error {
	var f struct{ Format, Program string }
	_ = json.Unmarshal(data, &f) // mistakes are reported when the whole file is read
	later, found := strings.CutPrefix(f.Format, "bloodline-champion/")
	if n, err := strconv.Atoi(later); found && err == nil && n > 2 {
		return brief("its format is %d, of bloodline %s, and this program reads formats 1 and 2: update it", n, f.Program)
	}
	return nil
}

// check reports the first key that breaks a rule which needs no schema.
func (f *File) check() error {
	run := CheckRunName(f.Origin.Run)
	switch n := utf8.RuneCountInString(f.Name); {
	case !(f.Temperature >= 0 && f.Temperature <= gene.MaxTemperature):
		return fmt.Errorf("temperature must be in [0, %v], have %v", gene.MaxTemperature, f.Temperature)
	case f.Format != Format && f.Format != firstFormat:
		return fmt.Errorf("format is %q, want %q", f.Format, Format)
	case n > longestName:
		return fmt.Errorf("name must have at most %d characters, has %d", longestName, n)
	case strings.Trim(f.Game, "abcdefghijklmnopqrstuvwxyz0123456789") != "":
		return fmt.Errorf("game must be one word of lower-case letters and digits, have %.50q", f.Game)
	case f.Origin.Run != "" && run != nil:
		return fmt.Errorf("origin.run %w", run)
	case f.Origin.Generation < 0:
		return fmt.Errorf("origin.generation must be at least 0, have %d", f.Origin.Generation)
	}
	return nil
}

// CheckGains reports a gain of another gene, or that no games with points from low to high can have.
func (f *File) CheckGains(s *genome.Schema, low, high float64) error {
	for _, x := range f.Gains {
		unknown := func(name string) bool { _, ok := s.Index(name); return !ok }
		if len(x.Genes) == 0 || slices.ContainsFunc(x.Genes, unknown) {
			return brief("gains: must be of genes of %s, have %q", s.Game, x.Genes)
		}
		if x.Word != "" {
			i, _ := s.Index(x.Genes[0])
			if g := s.Genes[i]; g.Scale == nil || len(x.Genes) > 1 {
				return brief("gains: %s: must be of numbers, have the word %.50q", x.Genes[0], x.Word)
			} else if _, err := g.Scale.Value([]byte(x.Word)); err != nil {
				return brief("gains: %s: word: %w, have %.50q", x.Genes[0], err, x.Word)
			}
		}
		if x.Games < 0 || x.MoreGames < 0 || x.Gain != nil && !within(*x.Gain, low-high, high-low) {
			return brief("gains: %s: must be in [%v, %v], of at least 0 games", x.Genes[0], low-high, high-low)
		}
	}
	return nil
}

// within reports whether a measurement can be one of points between these.
func within(m stats.Figure, low, high float64) bool {
	rounding := float64(1e-9 * max(1, math.Abs(low), math.Abs(high)))
	in := func(x float64) bool { return x >= low-rounding && x <= high+rounding }
	return m.Games >= 0 && in(m.Low) && in(m.High) && m.Low <= m.Mean+rounding && m.Mean <= m.High+rounding
}

// checkTokens returns an error for a null value, for a name with characters that can't be printed, and for a key that
// is repeated in an object, in any case, since a value would be lost. It skips the genes, which the schema checks.
func checkTokens(d *json.Decoder, of string) error {
	t, err := d.Token()
	if err == nil && t == nil {
		return errors.New("a value is null")
	}
	if err := checkPrintable(t); err != nil && of != "config" { // which has lines
		return err
	}
	delim, nested := t.(json.Delim)
	if err != nil || !nested {
		return err
	}
	seen := map[string]bool{}
	for d.More() {
		key := ""
		if delim == '{' {
			t, err := d.Token()
			if err = cmp.Or(err, checkPrintable(t)); err != nil {
				return err
			}
			key = strings.ToLower(t.(string)) // inside an object a key is a string, or Token fails
			if seen[key] {
				return fmt.Errorf("%s is repeated", t)
			}
			if seen[key] = true; key == "genes" {
				if err := d.Decode(new(json.RawMessage)); err != nil {
					return err
				}
				continue
			}
		}
		if err := checkTokens(d, key); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

func checkPrintable(t json.Token) error {
	if text, ok := t.(string); ok && strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return fmt.Errorf("names must have printable characters only, have %.50q", text)
	}
	return nil
}

// jsonMistake describes a mistake in JSON without the words of Go.
func jsonMistake(err error) string {
	var kind *json.UnmarshalTypeError
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax) && syntax.Offset <= 1:
		return "must be JSON, as breed writes it"
	case errors.As(err, &kind) && kind.Field == "":
		return "must be an object, have " + article(kind.Value)
	case errors.As(err, &kind):
		return kind.Field + ": must be " + want(kind.Type.Kind()) + ", have " + article(kind.Value)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "it ends too early"
	}
	text, unknown := strings.CutPrefix(err.Error(), "json: unknown field ")
	switch {
	case unknown && slices.Contains(earlierKeys, strings.Trim(text, `"`)):
		return "unknown key " + text + ", of a development version before v0.1.0: breed again"
	case unknown:
		return "unknown key " + text + ", a newer version's?"
	}
	return strings.TrimPrefix(text, "json: ")
}

// earlierKeys are keys that files of development versions before v0.1.0 have.
var earlierKeys = strings.Fields("alone bred_on genes met more noisy tables unseen weakest")

func want(k reflect.Kind) string {
	const object = "an object"
	kinds := map[reflect.Kind]string{reflect.String: "text", reflect.Slice: "a list", reflect.Struct: object, reflect.Map: object, reflect.Pointer: object}
	return cmp.Or(kinds[k], "a number")
}

// article puts an article before the name of a JSON type, which a number may follow.
func article(value string) string {
	word, _, _ := strings.Cut(value, " ")
	return cmp.Or(map[string]string{"array": "an array", "object": "an object", "string": "text"}[word], "a "+word)
}

// Vector returns the genes, checked against a schema and against the digest of those that the evidence was measured with.
func (f *File) Vector(s *genome.Schema) (genome.Vector, error) {
	if f.Game != s.Game {
		return nil, brief("champion %s plays %s, not %s", f.Name, f.Game, s.Game)
	}
	if err := s.Fits("champion "+f.Name, f.Program, f.Schema.Version, f.Schema.Hash); err != nil {
		return nil, line{err}
	}
	v, err := s.Parse(f.Genes)
	if err != nil {
		return nil, brief("champion %s: %w", f.Name, err)
	}
	if e := f.Evidence; e != nil && e.Digest != "" {
		if digest, err := Digest(s, v, f.Temperature); err != nil || digest != e.Digest {
			return nil, brief("champion %s: the genes are not those whose figures it has: their digest differs: "+
				"restore them, or delete evidence.digest to play them", f.Name)
		}
	}
	return v, nil
}

// line is an error whose text is one line, fit for a terminal.
type line struct{ error }

func (l line) Unwrap() error { return l.error }

// brief is fmt.Errorf for errors that quote a file, whose text may be long or have line ends and control characters.
func brief(format string, args ...any) error { return line{fmt.Errorf(format, args...)} }

func (l line) Error() string {
	const longest = 300 // bytes that are shown
	text := strings.ReplaceAll(l.error.Error(), "\n", "; ")
	if len(text) > longest {
		text = text[:longest] + " ..."
	}
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '?'
	}, text)
}
