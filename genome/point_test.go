package genome

import (
	"math"
	"slices"
	"testing"

	"bloodline/genome/gene"
)

func TestSchema_Express(t *testing.T) {
	s := plain(1) // from -1 to 3
	for _, tt := range [][2]float64{{0, 0}, {0.3, 0.3}, {1, 1}, {1.25, 0.75}, {-0.25, 0.25}, {2, 0}, {2.25, 0.25}, {-1.25, 0.75}, {-7.5, 0.5}} {
		if got := s.AtPoint([]float64{tt[0]})[0]; math.Abs(got-(-1+4*tt[1])) > 1e-12 {
			t.Errorf("%v: want %v, have %v", tt[0], -1+4*tt[1], got)
		}
	}
	v := Vector{2.5}
	if p := s.Point(v); p[0] != 0.875 || s.AtPoint(p)[0] != v[0] {
		t.Errorf("the point of %v is %v, and its genome %v", v, p, s.AtPoint(p))
	}
}

func TestSchema_Moves(t *testing.T) {
	s := &Schema{Game: "g", Version: 1, Genes: []gene.Gene{
		{Name: "a", Group: "still", Max: 2}, {Name: "b", Group: "little", Max: 10}, {Name: "c", Group: "little", Max: 10}, {Name: "d", Group: "far", Max: 4},
	}}
	got := s.Moves(Vector{1, 2, 2, 4}, Vector{1, 5, 6, 0})
	if want := []Move{{"far", 1}, {"little", math.Sqrt((0.09 + 0.16) / 2)}}; !slices.Equal(got, want) {
		t.Errorf("have %v, want %v", got, want)
	}
}

// 0.5 lies three eighths of the way from -1 to 3; 0.1 on no grid of 2^40 steps.
func TestSchema_Steps(t *testing.T) {
	s := plain(2)
	steps, halvings, ok := s.Steps(Vector{0.5, 3})
	if !ok || halvings != 3 || !slices.Equal(steps, []int64{3, 8}) || !slices.Equal(s.AtSteps(steps, halvings), Vector{0.5, 3}) {
		t.Errorf("have %v of 2^%d, %v", steps, halvings, ok)
	}
	if steps, _, ok := s.Steps(Vector{0.1, 3}); ok {
		t.Errorf("0.1 is %v", steps)
	}
}

func TestVector_binary(t *testing.T) {
	data, err := Vector{1, -2}.MarshalBinary()
	var v Vector
	if want := "\x00\x00\x00\x00\x00\x00\xf0?\x00\x00\x00\x00\x00\x00\x00\xc0"; err != nil || string(data) != want || v.UnmarshalBinary(data) != nil || !slices.Equal(v, Vector{1, -2}) {
		t.Errorf("%q, %v, read as %v", data, err, v)
	}
	if v.UnmarshalBinary(append(data, 0)) == nil {
		t.Error("17 bytes are a genome")
	}
}
