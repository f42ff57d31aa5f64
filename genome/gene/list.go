package gene

import (
	"fmt"
	"strings"
)

// List collects the genes of a game, group by group, in the order of a vector. The zero value is empty.
type List struct {
	Genes []Gene

	group, unit, decides string
	names                *strings.Builder // of many genes: a bot makes them at every start
}

// In begins a group, or continues it with another unit. decides may describe the decision of the
// group's genes in a few words, such as "which card to bid".
func (l *List) In(group, unit string, decides ...string) *List {
	if group != l.group || len(decides) > 0 {
		l.decides = strings.Join(decides, " ")
	}
	l.group, l.unit = group, unit
	return l
}

// Add appends a gene, whose name begins with its group: "group.name". doc has
// verbs for args, if there are any, as in fmt.Sprintf.
func (l *List) Add(name string, low, standard, high float64, doc string, args ...any) *List {
	if len(args) > 0 {
		doc = fmt.Sprintf(doc, args...)
	}
	l.Genes = append(l.Genes, Gene{
		Name: l.full(name), Group: l.group, Decides: l.decides, Unit: l.unit,
		Min: low, Max: high, Default: standard, Doc: doc,
	})
	return l
}

// full is the name with its group. It keeps no reference to name.
func (l *List) full(name string) string {
	size := len(l.group) + 1 + len(name)
	if l.names == nil || l.names.Len()+size > l.names.Cap() {
		l.names = new(strings.Builder)
		l.names.Grow(max(size, 8<<10))
	}
	l.names.WriteString(l.group)
	l.names.WriteByte('.')
	l.names.WriteString(name)
	return l.names.String()[l.names.Len()-size:]
}

// LogOdds appends a gene that adds to the log-odds of a choice, from -bound to bound. 6
// is wide enough for "never" and "always".
func (l *List) LogOdds(name string, bound, standard float64, doc string, args ...any) *List {
	return l.In(l.group, "log-odds").Add(name, -bound, standard, bound, doc, args...)
}
