package rules_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"bloodline/engine/roll"
	"bloodline/games/coup/rules"
	"bloodline/games/coup/seat"
)

// reference reads genes by their names, as their sentences say, without tables and
// without haste. It shares nothing with the rules but the names.
type reference struct {
	t     *testing.T
	value map[string]float64
	read  map[string]bool // genes that it has looked at
}

func newReference(t *testing.T, v []float64) reference {
	w := reference{t, map[string]float64{}, map[string]bool{}}
	for i, g := range rules.Genes {
		w.value[g.Name] = v[i]
	}
	return w
}

func (w reference) gene(name string) float64 {
	w.t.Helper()
	x, ok := w.value[name]
	if !ok {
		w.t.Fatalf("no gene %s", name)
	}
	w.read[name] = true
	return x
}

func (w reference) when(is bool, name string) float64 {
	if is {
		return w.gene(name)
	}
	return 0
}

var roles = [seat.Roles]string{"ambassador", "assassin", "captain", "contessa", "duke"}

func lives(v *seat.View) string {
	return string('0'+v.Own().Lives) + "v" + string('0'+v.Opponent().Lives)
}

// band names a band of coins by its lower ends; the first one is the base, which has no gene.
func band(coins uint8, names [4]string, ends [3]uint8) (name string, base bool) {
	n := 0
	for n < 3 && coins >= ends[n] {
		n++
	}
	return names[n], n == 0
}

func ownBand(v *seat.View) (string, bool) {
	return band(v.Own().Coins, [4]string{"0-2", "3-4", "5-6", "7+"}, [3]uint8{3, 5, 7})
}

func oppBand(v *seat.View) (string, bool) {
	return band(v.Opponent().Coins, [4]string{"0-1", "2-4", "5-6", "7+"}, [3]uint8{2, 5, 7})
}

// situated adds the genes that every option has; ownFrom and oppFrom are the lowest
// bands that have genes, claimed is the role that the opponent claims in any case.
func (w reference) situated(v *seat.View, group, name string, ownFrom, oppFrom uint8, claimed seat.Role) float64 {
	sum := w.gene(group + "." + name + "." + lives(v))
	if band, base := ownBand(v); !base && v.Own().Coins >= ownFrom {
		sum += w.gene(group + "-coins." + name + "." + lives(v) + ".own-" + band)
	}
	if band, base := oppBand(v); !base && v.Opponent().Coins >= oppFrom {
		sum += w.gene(group + "-coins." + name + "." + lives(v) + ".opponent-" + band)
	}
	for r := range seat.Role(seat.Roles) {
		if r == claimed {
			continue
		}
		sum += w.when(v.Opponent().Standing&r.Bit() != 0, group+"-record."+name+"."+roles[r]+"-claimed")
		sum += w.when(v.Opponent().Denied&r.Bit() != 0, group+"-record."+name+"."+roles[r]+"-denied")
	}
	return sum
}

func challengeRate(s *seat.Side) float64 {
	c, n := math.Min(float64(s.Challenges), 3), math.Min(float64(s.Trusts), 5)
	return math.Log((c+0.6)/(n+1.4)) - math.Log(0.6/1.4)
}

// handWorth is the sum of the worths of a hand's cards.
func (w reference) handWorth(h seat.Hand) (sum float64) {
	size := map[int]string{1: "one", 2: "two"}[h.Size()]
	for r := range seat.Role(seat.Roles) {
		sum += float64(h.Count(r)) * w.gene("cards.keep-"+size+"."+roles[r])
		sum += w.when(h.Count(r) == 2, "cards.pair")
	}
	return sum
}

func (w reference) timely(v *seat.View, r seat.Role, claimed string) float64 {
	opp := v.Opponent()
	return w.when(v.Own().Standing&r.Bit() != 0, claimed) +
		w.when(r == seat.Contessa && (opp.Coins >= 3 || opp.Standing&seat.Assassin.Bit() != 0), "cards.contessa.threat") +
		w.when(r == seat.Assassin && v.Own().Coins >= 3, "cards.assassin.ready") +
		w.when(r == seat.Captain && opp.Coins >= 2, "cards.captain.rich")
}

// turn returns the sum of every legal way to open a turn.
func (w reference) turn(v *seat.View) map[seat.Action]float64 {
	own, opp := v.Own(), v.Opponent()
	out := map[seat.Action]float64{seat.Income: 0}
	claims := map[seat.Action]string{seat.Exchange: "exchange", seat.Tax: "tax", seat.Assassinate: "assassinate", seat.Steal: "steal"}
	for a, name := range claims {
		if !v.Legal.Has(a) {
			continue
		}
		r, truth := a.Claims(), "bluff"
		if v.Hand.Has(a.Claims()) {
			truth = "true"
		}
		o := name + "." + truth
		ownFrom := uint8(0)
		if a == seat.Assassinate {
			ownFrom = 5 // 3 coins are an assassin's base
		}
		out[a] = w.situated(v, "turn", o, ownFrom, 0, seat.NoRole) +
			w.when(own.Standing&r.Bit() != 0, "story."+o+".claimed") + w.when(own.Denied&r.Bit() != 0 && o != "assassinate.true", "story."+o+".denied") +
			w.gene("story."+o+".challenge-rate")*challengeRate(opp) +
			w.gene("story."+o+".face-up")*float64(own.Lost.Count(r)+opp.Lost.Count(r))
		if a == seat.Exchange {
			out[a] += w.gene("story.exchange."+truth+".worth") * w.handWorth(v.Hand)
		}
	}
	out[seat.ForeignAid] = w.situated(v, "turn", "foreign-aid", 0, 0, seat.NoRole)
	if v.Legal.Has(seat.Coup) {
		out[seat.Coup] = w.situated(v, "turn", "coup", 13, 0, seat.NoRole)
	}
	return out
}

// holds returns the chance that cards drawn from a pool contain one of the marked ones, by going through every draw.
func holds(pool, marked, cards int) float64 {
	hits, draws := 0, 0
	for i := range pool {
		if cards == 1 {
			draws++
			if i < marked {
				hits++
			}
			continue
		}
		for j := range i { // j < i
			draws++
			if j < marked {
				hits++
			}
		}
	}
	return float64(hits) / float64(draws)
}

func logit(p float64) float64 { return math.Log(p / (1 - p)) }

// challenge returns the sum of challenging what the opponent claims.
func (w reference) challenge(v *seat.View, claim seat.Action) float64 {
	opp, r := v.Opponent(), claim.Claims()
	name := map[seat.Action]string{
		seat.Exchange: "exchange", seat.Tax: "tax", seat.Assassinate: "assassinate", seat.Steal: "steal",
		seat.BlockAmbassador: "block-ambassador", seat.BlockCaptain: "block-captain",
		seat.BlockContessa: "block-contessa", seat.BlockDuke: "block-duke",
	}[claim]
	kind := "belief.action"
	if claim >= seat.BlockAmbassador {
		kind = "belief.block"
	}
	unseen := 3 - v.Hand.Count(r) - v.Own().Lost.Count(r) - opp.Lost.Count(r)
	if unseen <= 0 {
		return math.Inf(1)
	}
	cards := int(opp.Lives)
	pool := 15 - v.Hand.Size() - v.Own().Lost.Size() - opp.Lost.Size()
	over := -int(opp.Lives)
	for s := opp.Standing; s != 0; s &= s - 1 {
		over++
	}
	oppFrom := uint8(0)
	if claim == seat.Assassinate {
		oppFrom = 5 // it takes three
	}
	return w.situated(v, "challenge", name, 0, oppFrom, r) -
		w.gene("belief."+name+".count")*(logit(holds(pool, unseen, cards))-logit(holds(pool, 2, cards))) +
		w.gene("belief."+name+".repeat")*math.Min(math.Max(float64(opp.Claims[r])-1, 0), 3) +
		w.when(opp.DeniedBefore&r.Bit() != 0, kind+".denied-before") + w.when(opp.Stale&r.Bit() != 0, kind+".stale") +
		w.gene(kind+".overclaim")*math.Min(math.Max(float64(over), 0), 2) + w.gene(kind+".caught")*math.Min(float64(opp.Caught), 2) +
		w.gene(kind+".shown")*math.Min(float64(opp.Shown), 2) + w.gene(kind+".passive")*math.Min(float64(opp.Passive), 3)
}

// block returns the sum of blocking as a role.
func (w reference) block(v *seat.View, r seat.Role) float64 {
	name, own := "block."+roles[r], v.Own()
	blocked, oppFrom := seat.NoRole, uint8(0)
	switch r {
	case seat.Ambassador, seat.Captain:
		blocked = seat.Captain
	case seat.Contessa:
		blocked, oppFrom = seat.Assassin, 5
	}
	if v.Hand.Has(r) {
		return w.situated(v, "block", roles[r]+".true", 0, oppFrom, blocked)
	}
	return w.situated(v, "block", roles[r]+".bluff", 0, oppFrom, blocked) + w.gene(name+".bluff.challenge-rate")*challengeRate(v.Opponent()) +
		w.when(own.Standing&r.Bit() != 0, name+".bluff.claimed") + w.when(own.Denied&r.Bit() != 0, name+".bluff.denied")
}

// reply returns the sums of the answers; letting go, whatever it is called, is 0.
func (w reference) reply(v *seat.View) map[seat.Action]float64 {
	out := map[seat.Action]float64{seat.Pass: 0}
	switch v.Action {
	case seat.ForeignAid:
		out[seat.BlockDuke] = w.block(v, seat.Duke)
		return out
	case seat.Steal:
		stake := w.gene("block.steal.stake") * math.Min(float64(v.Own().Coins), 2)
		out[seat.BlockAmbassador] = stake + w.block(v, seat.Ambassador)
		out[seat.BlockCaptain] = stake + w.block(v, seat.Captain)
	case seat.Assassinate:
		// Letting go is one option, and giving up a card a choice within it.
		p := chances(w.give(v))
		out = map[seat.Action]float64{seat.BlockContessa: w.block(v, seat.Contessa)}
		for card, share := range p {
			out[card] = math.Log(share)
		}
	}
	out[seat.Challenge] = w.challenge(v, v.Action)
	return out
}

// give returns the sums of giving up each card.
func (w reference) give(v *seat.View) map[seat.Action]float64 {
	out := map[seat.Action]float64{}
	for r := range seat.Role(seat.Roles) {
		if v.Hand.Has(r) {
			out[seat.Give(r)] = -w.gene("cards.hold."+roles[r]) - w.timely(v, r, "cards.hold-claimed")
		}
	}
	return out
}

// keep returns the sums of the cards that can be kept.
func (w reference) keep(v *seat.View) map[seat.Action]float64 {
	out := map[seat.Action]float64{}
	for a := range seat.NoAction {
		if !v.Legal.Has(a) {
			continue
		}
		out[a] = w.handWorth(a.Kept())
		for r := range seat.Role(seat.Roles) {
			out[a] += float64(a.Kept().Count(r)) * w.timely(v, r, "cards.claimed")
		}
	}
	return out
}

// sums returns the sums of a question's options.
func (w reference) sums(v *seat.View) map[seat.Action]float64 {
	switch v.Ask {
	case seat.AskTurn:
		return w.turn(v)
	case seat.AskReply:
		return w.reply(v)
	case seat.AskBlock:
		return map[seat.Action]float64{seat.Pass: 0, seat.Challenge: w.challenge(v, v.Block)}
	case seat.AskGive:
		return w.give(v)
	}
	return w.keep(v)
}

// chances turns sums into probabilities.
func chances(sums map[seat.Action]float64) map[seat.Action]float64 {
	top, total := math.Inf(-1), 0.0
	for _, x := range sums {
		top = math.Max(top, x)
	}
	out := map[seat.Action]float64{}
	for a, x := range sums {
		if math.IsInf(top, 1) {
			x, top := map[bool]float64{true: 0, false: math.Inf(-1)}[math.IsInf(x, 1)], 0.0
			out[a] = math.Exp(x - top)
		} else {
			out[a] = math.Exp(x - top)
		}
		total += out[a]
	}
	for a := range out {
		out[a] /= total
	}
	return out
}

// mild returns a genome near indifference, so that options compete.
func mild(seed uint64) []float64 {
	v := genes(seed)
	for i := range v {
		v[i] /= 3
	}
	return v
}

// Over many rolls each option is chosen as often as the sums of the genes
// say: a chi-square test for every question, and one for all of them.
func TestRules_Act_rates(t *testing.T) {
	const rolls = 2000
	total, freedom := map[string]float64{}, map[string]float64{}
	all := questions(2000)
	for i, q := range all {
		if i%5 > 1 {
			continue
		}
		if i%5 == 1 {
			scramble(q.View.PublicState, uint64(i))
		}
		v := mild(uint64(i))
		r, w := rules.New(v), newReference(t, v)
		want := chances(w.sums(q.View))
		kind := map[seat.Ask]string{
			seat.AskTurn: "turn", seat.AskReply: q.View.Action.String(), seat.AskBlock: q.View.Block.String(),
			seat.AskGive: "give", seat.AskKeep: "keep",
		}[q.View.Ask]
		have := map[seat.Action]int{}
		for k := range uint64(rolls) {
			have[r.Act(q.View, roll.Mix(uint64(i), k))]++
		}
		x, df := chiSquare(have, want, rolls)
		total[kind], freedom[kind] = total[kind]+x, freedom[kind]+df
		if df > 0 && (distuv.ChiSquared{K: df}).Survival(x) < 1e-7 {
			t.Fatalf("want %v, have %v of %d: %s", want, have, rolls, describe(q.View))
		}
	}
	for kind, x := range total {
		if z := (x - freedom[kind]) / math.Sqrt(2*freedom[kind]); z > 5 {
			t.Errorf("%s: chi-square %.0f with %.0f degrees of freedom", kind, x, freedom[kind])
		}
	}
	if len(total) != 12 { // turn, five actions that can be answered, four blocks, giving, keeping
		t.Errorf("want twelve kinds of question, have %v", freedom)
	}
}

// scramble gives both sides any past, so that rare ones are judged too. It leaves
// the cards, the coins and the lives, on which legality depends.
func scramble(r *seat.PublicState, seed uint64) {
	rng := roll.New(seed)
	for i := range r.Sides {
		s := &r.Sides[i]
		for k := range s.Claims {
			s.Claims[k] = uint8(rng.N(6))
		}
		const sets = 1 << seat.Roles
		s.Standing, s.Denied, s.DeniedBefore, s.Stale = uint8(rng.N(sets)), uint8(rng.N(sets)), uint8(rng.N(sets)), uint8(rng.N(sets))
		if rng.N(3) == 0 {
			s.Standing = sets - 1
		}
		s.Caught, s.Shown = uint8(rng.N(2)), uint8(rng.N(2))
		s.Challenges, s.Trusts, s.Passive = uint8(rng.N(10)), uint8(rng.N(20)), uint8(rng.N(6))
	}
}

// chiSquare compares counts with chances; rare options count as one.
func chiSquare(have map[seat.Action]int, want map[seat.Action]float64, n float64) (x, df float64) {
	var restHave, restWant float64
	cells := -1.0
	add := func(h, w float64) {
		x += (h - w) * (h - w) / w
		cells++
	}
	seen := 0.0
	for a, p := range want {
		seen += float64(have[a])
		if n*p < 5 {
			restHave, restWant = restHave+float64(have[a]), restWant+n*p
			continue
		}
		add(float64(have[a]), n*p)
	}
	if seen != n { // something that is no option at all
		return math.Inf(1), 1
	}
	if restWant >= 5 {
		add(restHave, restWant)
	}
	return x, math.Max(cells, 0)
}
