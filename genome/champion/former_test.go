package champion_test

import (
	"bytes"
	"slices"
	"testing"

	"bloodline/genome/champion"
)

// A file that was written before a gene was renamed reads to the same vector.
func TestFile_formerNames(t *testing.T) {
	v := schema().Default()
	data := encode(t, file(t, v))
	s := schema()
	s.Genes[0].Name, s.Genes[0].Was = "g.new", s.Genes[0].Name
	if !bytes.Contains(data, []byte(s.Genes[0].Was)) || bytes.Contains(data, []byte("g.new")) {
		t.Fatalf("the old file is %s", data)
	}
	f, err := champion.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if have, err := f.Vector(s); err != nil || !slices.Equal(have, v) {
		t.Errorf("have %v, %v, want %v", have, err, v)
	}
	if s.Genes[0].Was = ""; s.Reads(f.Schema.Hash) {
		t.Error("without the former name the schema must not read it")
	}
}
