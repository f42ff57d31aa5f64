package genome

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// Format writes v as a JSON object, a gene a line in the schema's order, with the fewest digits that [Schema.Parse]
// reads back to the very same number; optional genes at their defaults are left out. It reports a vector that does not
// pass [Schema.Check].
func (s *Schema) Format(v Vector) ([]byte, error) {
	if err := s.Check(v); err != nil {
		return nil, fmt.Errorf("format genome: %w", err)
	}
	out := []byte("{")
	for i, g := range s.Genes {
		name, err := json.Marshal(g.Name)
		if err != nil {
			return nil, fmt.Errorf("format gene %s: %w", g.Name, err)
		}
		if g.Optional && v[i] == g.Default {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		out = append(append(append(out, "\n  "...), name...), ": "...)
		out = append(out, g.Text(v[i])...)
	}
	return append(out, "\n}\n"...), nil
}

// Parse reads what Format writes. Every gene of the schema must be there, once, as a number in its range, and nothing
// else; the error names each gene that breaks a rule. The order is free.
func (s *Schema) Parse(text []byte) (Vector, error) {
	r := reader{schema: s, dec: json.NewDecoder(bytes.NewReader(text)), out: make(Vector, len(s.Genes)), seen: make([]bool, len(s.Genes))}
	r.dec.UseNumber()
	if err := r.object(); err != nil {
		return nil, fmt.Errorf("parse %s genome: %w", s.Game, errors.Join(append(r.errs, err)...))
	}
	for i, g := range s.Genes {
		switch {
		case r.seen[i]:
		case g.Optional:
			r.out[i] = g.Default
		default:
			r.complain(g.Name, "is missing")
		}
	}
	if len(r.errs) > 0 {
		return nil, fmt.Errorf("parse %s genome: %w", s.Game, errors.Join(r.errs...))
	}
	return r.out, nil
}

type reader struct {
	schema *Schema
	dec    *json.Decoder
	out    Vector
	seen   []bool
	errs   []error
}

func (r *reader) complain(gene, format string, args ...any) {
	r.errs = append(r.errs, fmt.Errorf("gene %s: "+format, append([]any{gene}, args...)...))
}

// object reads the whole text; its error is one after which nothing can be read.
func (r *reader) object() error {
	if t, err := r.dec.Token(); err != nil {
		return broken(err)
	} else if t != json.Delim('{') {
		return errors.New("must be an object of names and numbers")
	}
	for r.dec.More() {
		t, err := r.dec.Token()
		if err != nil {
			return broken(err)
		}
		if err := r.gene(t.(string)); err != nil { // inside an object a key is a string, or Token fails
			return err
		}
	}
	if _, err := r.dec.Token(); err != nil {
		return broken(err)
	}
	if _, err := r.dec.Token(); err != io.EOF {
		return errors.New("has text after its end")
	}
	return nil
}

// gene reads the value of one gene and checks it.
func (r *reader) gene(name string) error {
	var raw json.RawMessage
	if err := r.dec.Decode(&raw); err != nil {
		return fmt.Errorf("gene %s: must be a number: %w", name, broken(err))
	}
	i, known := r.schema.Index(name)
	if !known {
		r.complain(name, "is unknown")
		return nil
	}
	if r.seen[i] {
		r.complain(name, "stands twice")
		return nil
	}
	r.seen[i] = true
	g := r.schema.Genes[i]
	if g.Scale != nil {
		x, err := g.Scale.Value(raw)
		if err != nil {
			r.complain(name, "%v, have %s", err, raw)
		}
		r.out[i] = x
		return nil
	}
	x, err := strconv.ParseFloat(string(raw), 64)
	switch {
	case raw[0] != '-' && (raw[0] < '0' || raw[0] > '9') || err != nil && !errors.Is(err, strconv.ErrRange):
		r.complain(name, "must be a number, have %s", raw)
	case !(x >= g.Min && x <= g.Max):
		r.complain(name, "must be in [%v, %v], have %s", g.Min, g.Max, raw)
	}
	r.out[i] = x
	return nil
}

func broken(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return errors.New("ends too early")
	}
	return err
}
