package genome

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"

	"bloodline/genome/gene"
)

// Word returns the word that JSON has; other JSON stays.
func Word(text string) string {
	var word string
	if json.Unmarshal([]byte(text), &word) == nil {
		return word
	}
	return text
}

// Format writes v as a JSON object, a gene a line in the schema's order, with the fewest digits that [Schema.Parse]
// reads back to the same number, without optional genes at their defaults. An error reports what fails [Schema.Check].
func (s *Schema) Format(v Vector) ([]byte, error) {
	if err := s.Check(v); err != nil {
		return nil, fmt.Errorf("format genome: %w", err)
	}
	out := []byte("{")
	for i, g := range s.Genes {
		if g.Optional && v[i] == g.Default {
			continue
		}
		if len(out) > 1 {
			out = append(out, ',')
		}
		name, _ := json.Marshal(g.Name) // text is always JSON
		out = fmt.Appendf(out, "\n  %s: %s", name, g.Text(v[i]))
	}
	return append(out, "\n}\n"...), nil
}

// Parse reads what Format writes. Every gene of the schema must be there, once, as a number in its range, and nothing
// else; the error names each gene that breaks a rule. The order is free.
func (s *Schema) Parse(text []byte) (Vector, error) {
	out, seen := make(Vector, len(s.Genes)), make([]bool, len(s.Genes))
	var errs []error
	complain := func(gene, rule string) { errs = append(errs, fmt.Errorf("gene %s: %s", gene, rule)) }
	end := eachGene(text, func(name string, value []byte) {
		i, known := s.Index(name)
		switch {
		case !known:
			complain(name, "is unknown")
		case seen[i]:
			complain(name, "is repeated")
		default:
			x, err := parseGene(s.Genes[i], value)
			if err != nil {
				complain(name, fmt.Sprintf("%v, have %s", err, value))
			}
			out[i], seen[i] = x, true
		}
	})
	for i, g := range s.Genes {
		switch {
		case seen[i] || end != nil:
		case g.Optional:
			out[i] = g.Default
		default:
			complain(g.Name, "is missing")
		}
	}
	if err := errors.Join(append(errs, end)...); err != nil {
		return nil, fmt.Errorf("parse %s genome: %w", s.Game, err)
	}
	return out, nil
}

// eachGene calls use with the names and values of a JSON object, until an error after which nothing can be read.
func eachGene(text []byte, use func(name string, value []byte)) error {
	d := json.NewDecoder(bytes.NewReader(text))
	t, err := d.Token()
	if err == nil && t != json.Delim('{') {
		return errors.New("must be an object of names and numbers")
	}
	for err == nil && d.More() {
		if t, err = d.Token(); err != nil {
			break
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return fmt.Errorf("gene %s: must be a number: %w", t, broken(err))
		}
		use(t.(string), value) // inside an object a key is a string, or Token fails
	}
	if err == nil {
		_, err = d.Token()
	}
	if err != nil {
		return broken(err)
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("has text after its end")
	}
	return nil
}

// parseGene reads the value of a gene; the error is the rule that it breaks.
func parseGene(g gene.Gene, value []byte) (float64, error) {
	if g.Scale != nil {
		return g.Scale.Value(value)
	}
	x, err := strconv.ParseFloat(string(value), 64)
	switch {
	case value[0] != '-' && (value[0] < '0' || value[0] > '9') || err != nil && !errors.Is(err, strconv.ErrRange):
		return x, errors.New("must be a number")
	case !(x >= g.Min && x <= g.Max):
		return x, fmt.Errorf("must be in [%v, %v]", g.Min, g.Max)
	}
	return x, nil
}

func broken(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return errors.New("ends too early")
	}
	return err
}
