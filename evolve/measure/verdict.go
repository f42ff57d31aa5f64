package measure

import (
	"context"
	"math"
	"slices"

	"bloodline/arena"
	"bloodline/engine"
	"bloodline/engine/stats"
	"bloodline/genome"
	"bloodline/genome/champion"
)

// comparesWithDefaults reports whether the evidence measures the defaults against the field, and the champion against
// the defaults: only for a user's bot, whose run is to find better values. A field of the defaults alone, in a game for
// two with shares as points, gives them a half. Head to head is left out where the defaults are in the field.
func (e *figures) comparesWithDefaults() (field, met bool) {
	all := fixed(e.Field)
	info, others := e.Arena.Info(), slices.DeleteFunc(slices.Clone(all), func(o Opponent) bool { return slices.Equal(o.Genes, e.Game.Schema.Default()) })
	duel := info.Seats == 2 && info.Meets()
	field = e.Game.UserBot != nil && (len(others) > 0 || !duel || !info.Shares())
	return field, e.Game.UserBot != nil && len(others) == len(all) && duel
}

// verdict is a comparison of a champion of programs with what its run began with, on the same deals against the field.
type verdict struct {
	own, reference arena.Against
	compared       *champion.Defaults // nil for the reference itself
	defaults       *arena.Against     // on these deals, where they are not the reference
	left           int64              // games of the share that were not needed
}

// Reference is what a user's champion must be better than to be submitted: what the run began with.
func (e *figures) Reference() Opponent {
	if e.Previous != nil {
		return *e.Previous
	}
	return e.defaults()
}

// judge has a user's bot and the reference meet the field until the bot is shown to be better or worse, or the games are
// used up. Where each game starts programs there are several looks at equal parts of the games; games of a simulator
// are cheap, and all of them are played. earlier is how often the run was judged before, most how many games it may take.
func (e *figures) judge(ctx context.Context, v genome.Vector, temperature float64, earlier int, most int64) (out verdict, err error) {
	reference := e.Reference()
	players, genes := []engine.Player{e.Game.PlayerAt(v, temperature)}, []genome.Vector{v}
	if !slices.Equal(v, reference.Genes) {
		out.compared = new(champion.Defaults)
		if e.arms() > 1 {
			players, genes = append(players, reference.Player), append(genes, reference.Genes)
		}
	}
	seatings := int64(e.Arena.Info().Seatings())
	deals := int(e.fieldGames(e.verdictDeals(most)) / seatings)
	if out.compared != nil {
		out.compared.MostGames = int64(len(players)*deals) * seatings
	}
	c := local(temperature, e.measurement(arena.StageEvidence, fixed(e.Field), deals, genes)).Comparison(players, fieldPart)
	if out.compared != nil && len(players) == 1 {
		c.AddEven()
	}
	order, parts := e.dealOrder(), len(stats.InterimErrors)
	for look := range parts {
		var at []int
		if e.Repeats != nil {
			at = order.repeated(e)
		} else {
			at = order.until(max(deals*(look+1)/parts, min(deals, 2*order.field)), e.spread(&out))
		}
		if len(at) > 0 {
			if err = c.Play(ctx, at); err != nil {
				return out, err
			}
			e.games.Add(int64(len(players)*len(at)) * seatings)
		}
		got, err := c.Against(ctx)
		if err == nil && e.DealsFound > 0 && got[0].MostResults() > e.DealsFound { // deals differ after all
			e.DealsFound, e.Arena.FewDeals = 0, arena.ManyDeals
			got, err = c.Against(ctx)
		}
		if err != nil {
			return out, err
		}
		if out.own = got[0]; len(got) == 2 {
			out.reference = got[1]
		}
		last := look == parts-1 || e.Repeats != nil
		interim := e.Game.Slow() && e.DealsFound == 0 // else deals that seem alike get a chance to differ
		if out.compared != nil && (interim || last) && e.decide(&out, look, earlier) || last {
			break
		}
	}
	if e.Previous != nil {
		genes := []genome.Vector{e.Game.Schema.Default()}
		m, at := e.measurement(arena.StageEvidence, fixed(e.Field), deals, genes), c.Deals()
		third := m.Comparison([]engine.Player{e.defaults().Player}, fieldPart)
		if err := third.Play(ctx, at); err != nil {
			return out, err
		}
		e.games.Add(int64(len(at)) * seatings)
		got, err := third.Against(ctx)
		if err != nil {
			return out, err
		}
		out.defaults = &got[0]
	}
	return out, nil
}

// overDefaults compares a player of the verdict with the defaults where these are not the reference; nil otherwise.
func (e *figures) overDefaults(v *verdict, player arena.Against, earlier int) *champion.Defaults {
	if v.defaults == nil {
		return nil
	}
	level := stats.LookLevel(earlier)
	lead := e.Arena.Proof(e.Arena.LeadOver(player, *v.defaults, level), level)
	return &champion.Defaults{Field: new(v.defaults.Total), Lead: &lead}
}

// decide sets the lead at a look at a comparison, and reports whether it decides.
func (e *figures) decide(v *verdict, look, earlier int) bool {
	d := v.compared
	switch r := e.Repeats; {
	case r != nil && r.Compared() != nil:
		d.Look, d.MostGames = r.Compared().Look, r.Compared().MostGames
	case r == nil && e.Game.Slow():
		d.Look = look + 1
	}
	level := stats.LookLevel(earlier)
	if d.Look > 0 {
		level = stats.InterimLevel(d.Look-1, earlier)
	}
	d.Lead = new(e.Arena.Proof(e.Arena.LeadOver(v.own, v.reference, level), level))
	if e.arms() > 1 {
		d.Field = new(v.reference.Total)
	} else {
		d.HeadToHead = new(v.own.Total)
	}
	v.left = int64(e.arms()) * (d.MostGames/int64(min(2, e.arms())) - d.Lead.Games)
	return d.Lead.Low > 0 || d.Lead.High < 0
}

// spread returns a game's standard deviation by opponent from both arms; equal where unknown or points are no shares.
func (e *figures) spread(v *verdict) []float64 {
	out, info := slices.Repeat([]float64{1}, len(fixed(e.Field))), e.Arena.Info()
	if v.own.Blocks == nil || !info.Shares() {
		return out
	}
	for i, f := range v.own.ByOpponent {
		games, won := float64(f.Games), float64(float64(f.Games)*f.Mean)
		if v.reference.Blocks != nil {
			games, won = float64(2*games), won+float64(games*v.reference.ByOpponent[i].Mean)
		}
		p := (won + 1) / (games + 2)
		out[i] = math.Sqrt(p * (1 - p))
	}
	return out
}

// dealOrder chooses the deals of a comparison: with two seats and no maps those of the opponents in proportion to the
// spread of their games, since one that both arms always beat teaches nothing; else with all opponents alike.
type dealOrder struct {
	field int   // opponents that are met in a round
	met   []int // deals with each; with all where they are met alike
}

func (e *figures) dealOrder() *dealOrder {
	info, field := e.Arena.Info(), len(fixed(e.Field))
	switch {
	case info.Seats != 2:
		return &dealOrder{1, make([]int, 1)}
	case info.Maps > 0:
		return &dealOrder{field, make([]int, 1)}
	}
	return &dealOrder{field, make([]int, field)}
}

// until returns the numbers of further deals, until there are so many.
func (o *dealOrder) until(n int, spread []float64) (at []int) {
	played := 0
	for _, m := range o.met {
		played += m
	}
	if len(o.met) == 1 && o.field > 1 {
		n = (n + o.field - 1) / o.field * o.field
	}
	for ; played < n; played++ {
		next := 0
		for i := range o.met {
			if float64(o.met[i])*spread[next] < float64(o.met[next])*spread[i] {
				next = i
			}
		}
		at = append(at, o.met[next]*len(o.met)+next)
		o.met[next]++
	}
	return at
}

// repeated returns the numbers of the deals that evidence was measured on.
func (o *dealOrder) repeated(e *figures) (at []int) {
	if r := e.Repeats; len(o.met) == 1 {
		return o.until(o.field*e.repeated(&r.Field, o.field), []float64{1})
	}
	for i := range min(len(o.met), len(e.Repeats.Against)) {
		for k := range e.repeated(&e.Repeats.Against[i].Figure, 1) {
			at = append(at, k*len(o.met)+i)
		}
	}
	return at
}
