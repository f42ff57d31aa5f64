// Command liarsdice breeds, measures and exports players of Liar's Dice for two:
// go run . help lists what it can do.
package main

import (
	"embed"
	"math/bits"
	"time"

	"bloodline"
	"bloodline/arena/referee"
	"bloodline/cmd"
	"bloodline/engine"

	"liarsdice/baselines"
	"liarsdice/rules"
	"liarsdice/seat"
	"liarsdice/strangers"
	"liarsdice/table"
)

//go:embed seat/*.go rules/*.go baselines/*.go strangers/*.go
var source embed.FS

//go:embed *.yaml
var runFiles embed.FS

func main() { cmd.Main(game()) }

func game() bloodline.Game {
	return bloodline.Game{
		Table:     table.Game{},
		Genes:     rules.Genes,
		Rules:     func(genes []float64) engine.Player { return rules.New(genes) },
		Choices:   bloodline.ChoicesOf((*seat.View).Legal, asked, seat.Action.String),
		Baselines: baselines.All(),
		Strangers: func(seed uint64, _ engine.Player) engine.Player { return strangers.New(seed) },
		Contest: referee.Lines[seat.View, seat.Action]{
			Game: table.Game{}, Move: time.Second, Sent: table.Sent, Parse: seat.ParseAction,
			Legal: func(v *seat.View, a seat.Action) bool { return v.Legal()>>a&1 == 1 },
			Safe:  func(v *seat.View) seat.Action { return seat.Action(bits.TrailingZeros64(v.Legal())) },
		},
		RunFiles: runFiles,
		Source: &bloodline.Source{
			Module: "liarsdice", Files: source, Protocol: seat.Protocol,
			Seat: "liarsdice/seat", Rules: "liarsdice/rules", Baselines: "liarsdice/baselines", Strangers: "liarsdice/strangers",
		},
	}
}

// asked names the situations that inspect counts apart.
func asked(v *seat.View) string {
	if last, ok := v.Last(); ok && v.Truth(last) < 0.5 {
		return "faces an unlikely bid"
	} else if ok {
		return "faces a likely bid"
	}
	return "opens"
}
