package genome_test

import (
	"slices"
	"strings"
	"testing"

	"bloodline/genome"
)

// renamed is a schema two of whose three genes had other names.
func renamed() (now, before *genome.Schema) {
	now, before = toy(), toy()
	now.Genes, before.Genes = slices.Clone(now.Genes), slices.Clone(before.Genes)
	for i := range 2 {
		now.Genes[i].Was = now.Genes[i].Name
		now.Genes[i].Name = "g.new" + string(rune('0'+i))
	}
	return now, before
}

// A genome with the former names reads to the same vector, and is written under the
// present ones.
func TestSchema_formerNames(t *testing.T) {
	now, before := renamed()
	if err := now.Validate(); err != nil {
		t.Fatal(err)
	}
	v := before.Default()
	text, err := before.Format(v)
	if err != nil {
		t.Fatal(err)
	}
	if have, err := now.Parse(text); err != nil || !slices.Equal(have, v) {
		t.Errorf("have %v, %v, want %v", have, err, v)
	}
	if text, err = now.Format(v); err != nil || strings.Contains(string(text), before.Genes[0].Name) {
		t.Errorf("written as %s, %v", text, err)
	}
	if have, err := now.Parse(text); err != nil || !slices.Equal(have, v) {
		t.Errorf("have %v, %v, want %v", have, err, v)
	}
	if now.FormerHash() != before.Hash() || now.Hash() == before.Hash() || before.FormerHash() != before.Hash() {
		t.Errorf("hashes %s, former %s, before %s", now.Hash(), now.FormerHash(), before.Hash())
	}
	if !now.Reads(now.Hash()) || !now.Reads(before.Hash()) || before.Reads(now.Hash()) || now.Reads("") {
		t.Error("a schema reads its own hash and the former one, and no other")
	}
}

// A gene stands once in a text, under one name or the other, and a former name
// belongs to one gene.
func TestSchema_formerNames_twice(t *testing.T) {
	now, before := renamed()
	text, err := before.Format(before.Default())
	if err != nil {
		t.Fatal(err)
	}
	both := strings.Replace(string(text), "{", "{\n  \""+now.Genes[0].Name+"\": 0,", 1)
	if _, err := now.Parse([]byte(both)); err == nil || !strings.Contains(err.Error(), "stands twice") {
		t.Errorf("both names at once: %v", err)
	}
	now.Genes[1].Was = now.Genes[0].Name
	if err := now.Validate(); err == nil || !strings.Contains(err.Error(), "former name") {
		t.Errorf("a former name of another gene: %v", err)
	}
}
