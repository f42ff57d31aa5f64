package job

import (
	"github.com/fxamacker/cbor/v2"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/genome"
)

// Messages are CBOR (RFC 8949): equal values have equal bytes, since a job is named by them.
var (
	encoder = must(cbor.CoreDetEncOptions().EncMode())
	decoder = must(cbor.DecOptions{
		MaxNestedLevels: 8, MaxArrayElements: 1 << 19, MaxMapPairs: 1 << 10,
		DupMapKey: cbor.DupMapKeyEnforcedAPF, FieldNameMatching: cbor.FieldNameMatchingCaseSensitive,
		IndefLength: cbor.IndefLengthForbidden, TagsMd: cbor.TagsForbidden, ExtraReturnErrors: cbor.ExtraDecErrorUnknownField,
	}.DecMode())
)

func must[T any](mode T, err error) T {
	if err != nil {
		panic(err)
	}
	return mode
}

// Encode returns a value as bytes.
func Encode(v any) ([]byte, error) { return encoder.Marshal(v) }

// Decode reads what [Encode] wrote, at most 8 levels deep.
func Decode(text []byte, into any) error { return decoder.Unmarshal(text, into) }

// setting is the shared part of jobs: the field of a measurement, or the settings of searches.
type setting struct {
	Game    string
	Schema  string          // hash
	Contest *ContestFiles   // of a game of commands
	Field   []PlayerSpec    `cbor:",omitempty"`
	Search  cbor.RawMessage `cbor:",omitempty"`
}

// PlayerSpec describes a player to another machine.
type PlayerSpec struct {
	Name  string        `cbor:",omitempty"` // of a baseline or of strangers, see [game.Game.Opponent]; empty for a genome
	Genes genome.Vector `cbor:",omitempty"` // nil for others

	Temperature float64 `cbor:",omitempty"` // of the genes, see [game.Game.PlayerAt]
}

// part is a job of a measurement.
type part struct {
	Part       arena.Part
	Candidates []genome.Vector // the candidates whose blocks are in Part
}

// sums is the result of a part. The games are those of a game of commands, in their order.
type sums struct {
	Sums  []arena.Sum
	Games []engine.Ranking `cbor:",omitempty"`
}
