package job

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/fxamacker/cbor/v2"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/genome"
)

// Messages are CBOR (RFC 8949): equal values have equal bytes, since a job is named by them.
// The limits hold for all input, which is not trusted.
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
	Contest *Contest        // of a game of commands
	Field   []opponent      `cbor:",omitempty"`
	Search  cbor.RawMessage `cbor:",omitempty"`
}

type opponent struct {
	Name        string  `cbor:",omitempty"`
	Genome      []byte  `cbor:",omitempty"` // packed
	Temperature float64 `cbor:",omitempty"`
}

// part is a job of a measurement.
type part struct {
	Part       arena.Part
	Candidates [][]byte // those that it covers, packed
}

// sums is the result of a part. The games are those of a game of commands, in their order.
type sums struct {
	Sums  []arena.Sum
	Games []engine.Ranking `cbor:",omitempty"`
}

// Pack returns a genome as it is sent: 8 bytes a gene, since there may be thousands in a job.
func Pack(v genome.Vector) []byte {
	out := make([]byte, 0, 8*len(v))
	for _, x := range v {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(x))
	}
	return out
}

// Unpack returns the genome that was packed, which is one of the schema.
func Unpack(s *genome.Schema, text []byte) (genome.Vector, error) {
	v := make(genome.Vector, len(s.Genes))
	if len(text) != 8*len(v) {
		return nil, fmt.Errorf("a genome of %d bytes, want %d", len(text), 8*len(v))
	}
	for i := range v {
		v[i] = math.Float64frombits(binary.LittleEndian.Uint64(text[8*i:]))
	}
	return v, s.Check(v)
}
