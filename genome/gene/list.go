package gene

import (
	"fmt"
	"strings"
)

// List collects the genes of a game, group by group, in the order of a vector. The
// zero value is empty.
type List struct {
	Genes []Gene

	group, unit, decides string
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
		Name: l.group + "." + name, Group: l.group, Decides: l.decides, Unit: l.unit,
		Min: low, Max: high, Default: standard, Doc: doc,
	})
	return l
}

// LogOdds appends a gene that adds to the log-odds of a choice, from -bound to bound. 6
// is wide enough for "never" and "always".
func (l *List) LogOdds(name string, bound, standard float64, doc string, args ...any) *List {
	return l.In(l.group, "log-odds").Add(name, -bound, standard, bound, doc, args...)
}
