package job

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"bloodline/genome"
)

// writer makes bytes of numbers: counts as varints, so that small ones are short.
type writer struct{ out []byte }

func (w *writer) count(n int)     { w.out = binary.AppendUvarint(w.out, uint64(n)) }
func (w *writer) signed(n int64)  { w.out = binary.AppendVarint(w.out, n) }
func (w *writer) fixed(n uint64)  { w.out = binary.LittleEndian.AppendUint64(w.out, n) }
func (w *writer) float(x float64) { w.fixed(math.Float64bits(x)) }

func (w *writer) text(s string) {
	w.count(len(s))
	w.out = append(w.out, s...)
}

func (w *writer) flags(all ...bool) {
	b := byte(0)
	for i, on := range all {
		if on {
			b |= 1 << i
		}
	}
	w.out = append(w.out, b)
}

// genome writes a bit for each gene, set where it is not the default, and the values of
// those.
func (w *writer) genome(s *genome.Schema, v genome.Vector) {
	at := len(w.out)
	w.out = slices.Grow(w.out, 9*len(v))
	w.out = append(w.out, make([]byte, (len(v)+7)/8)...)
	for i, x := range v {
		if math.Float64bits(x) != math.Float64bits(s.Genes[i].Default) {
			w.out[at+i/8] |= 1 << (i % 8)
			w.float(x)
		}
	}
}

// reader reads what a writer wrote. After the first error it reads zeros.
type reader struct {
	in  []byte
	err error
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
	r.in = nil
}

// end reports what was wrong, unread bytes included.
func (r *reader) end() error {
	if r.err == nil && len(r.in) > 0 {
		r.fail("%d bytes too many", len(r.in))
	}
	return r.err
}

func (r *reader) bytes(n int) []byte {
	if n > len(r.in) {
		r.fail("it ends in the middle")
		return make([]byte, min(n, 1<<16))
	}
	out := r.in[:n]
	r.in = r.in[n:]
	return out
}

func (r *reader) count(most int) int {
	n, size := binary.Uvarint(r.in)
	if size <= 0 || n > uint64(most) {
		r.fail("a count that cannot be")
		return 0
	}
	r.in = r.in[size:]
	return int(n)
}

func (r *reader) signed() int64 {
	n, size := binary.Varint(r.in)
	if size <= 0 {
		r.fail("a number that cannot be")
		return 0
	}
	r.in = r.in[size:]
	return n
}

func (r *reader) fixed() uint64  { return binary.LittleEndian.Uint64(r.bytes(8)) }
func (r *reader) float() float64 { return math.Float64frombits(r.fixed()) }

const maxText = 1 << 16

func (r *reader) text() string { return string(r.bytes(r.count(maxText))) }

func (r *reader) flags() (a, b, c bool) {
	x := r.bytes(1)[0]
	if x > 7 {
		r.fail("an unknown flag")
	}
	return x&1 != 0, x&2 != 0, x&4 != 0
}

// list reads a list that is empty or has this many numbers.
func (r *reader) list(n int, number func() int64) []int64 {
	have := r.count(maxBlocks)
	if have == 0 {
		return nil
	}
	if have != n || have > len(r.in) {
		r.fail("a list of %d numbers, want %d", have, n)
		return nil
	}
	out := make([]int64, n)
	for i := range out {
		out[i] = number()
	}
	return out
}

func (r *reader) genome(s *genome.Schema) genome.Vector {
	v := s.Default()
	mask := r.bytes((len(v) + 7) / 8)
	for i := range v {
		if mask[i/8]&(1<<(i%8)) != 0 {
			v[i] = r.float()
		}
	}
	if r.err == nil {
		if err := s.Check(v); err != nil {
			r.fail("%w", err)
		}
	}
	return v
}
