package rules

import (
	"strings"

	"bloodline/games/coup/seat"
	"bloodline/genome/gene"
)

// Version counts up whenever the meaning of the genes changes.
const Version = 2

// The situations that index tables of genes.
const (
	lives = 4 // own and opponent's lives: 2v2, 2v1, 1v2, 1v1
	bands = 4 // bands of coins
)

var (
	livesNames = [lives]string{"2v2", "2v1", "1v2", "1v1"}
	// A band starts where something becomes possible: Assassinate at 3, a Tax that reaches the Coup at 4 to 6, the Coup
	// at 7. An opponent with less than 2 coins is not worth a full Steal.
	ownBand  = [16]uint8{0, 0, 0, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3}
	oppBand  = [16]uint8{0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3}
	ownNames = [bands]string{"0-2", "3-4", "5-6", "7+"}
	oppNames = [bands]string{"0-1", "2-4", "5-6", "7+"}
)

// option is a way to open a turn; a claim comes in two, bluffed and true.
type option uint8

const (
	optForeignAid option = iota
	optCoup
	optExchange // and so on in pairs: bluffed, then true
	optExchangeTrue
	optTax
	optTaxTrue
	optAssassinate
	optAssassinateTrue
	optSteal
	optStealTrue
	options
)

var optionNames = [options]string{
	"foreign-aid", "coup", "exchange.bluff", "exchange.true", "tax.bluff", "tax.true",
	"assassinate.bluff", "assassinate.true", "steal.bluff", "steal.true",
}

// claim is a kind of claim that can be challenged: four actions, four blocks.
const (
	claimExchange = iota
	claimTax
	claimAssassinate
	claimSteal
	claimAmbassador
	claimCaptain
	claimContessa
	claimDuke
	claims
)

var claimNames = [claims]string{
	"exchange", "tax", "assassinate", "steal",
	"block-ambassador", "block-captain", "block-contessa", "block-duke",
}

// claimActions are the actions and blocks that claim, and claimOf the claim of each.
var (
	claimActions = [claims]seat.Action{
		seat.Exchange, seat.Tax, seat.Assassinate, seat.Steal,
		seat.BlockAmbassador, seat.BlockCaptain, seat.BlockContessa, seat.BlockDuke,
	}
	claimOf = func() (t [seat.Actions + 1]uint8) {
		for c, a := range claimActions {
			t[a] = uint8(c)
		}
		return t
	}()
)

// kinds of claims that share a weight.
var kindNames = [2]string{"action", "block"}

const (
	blockAmbassador = iota
	blockCaptain
	blockContessa
	blockDuke
	blocks
)

var (
	blockNames = [blocks]string{"ambassador", "captain", "contessa", "duke"}
	truthNames = [2]string{"bluff", "true"}
	stateNames = [2]string{"claimed", "denied"}
	roleNames  = [seat.Roles]string{"ambassador", "assassin", "captain", "contessa", "duke"}
)

// situated holds the genes that every option has: by lives, by coins of both sides, and by the roles that the opponent
// has claimed or denied. -1 stands where no situation needs a gene.
type situated struct {
	base      [lives]int
	own       [lives][bands]int // -1 for the lowest band, which base covers
	opp       [lives][bands]int
	oppClaims [2][seat.Roles]int // the opponent's standing claims and its denials
}

// layout holds the position of each gene in a vector.
type layout struct {
	turn          [options]situated
	story         [options][2]int // own standing claim, own denial
	challengeRate [options]int    // opponent that challenges
	faceUp        [options]int    // face-up copies of the claimed role
	exchange      [2]int          // weight of the own hand's worth

	challenge    [claims]situated
	count        [claims]int
	repeat       [claims]int
	deniedBefore [2]int
	stale        [2]int
	over         [2]int
	caught       [2]int
	shown        [2]int
	passive      [2]int

	block              [blocks][2]situated
	blockStory         [blocks][2]int
	blockChallengeRate [blocks]int // bluffed blocks, by how often the opponent challenges
	stealStake         int         // blocking a Steal, by coins at stake

	worth       [2][seat.Roles]int // by cards held afterwards: two, one
	give        [seat.Roles]int
	pair        int
	keepClaimed int
	threat      int
	ready       int
	rich        int
	holdClaimed int
}

// Genes are all genes in order, without sentences, which would take half the start of a program started for every move.
var Genes, at = build(false, make([]gene.Gene, 0, most))

// Described returns Genes after it has written their sentences.
func Described() []gene.Gene {
	build(true, Genes[:0])
	return Genes
}

type builder struct {
	gene.List
	described bool
	deciding  string // what options are for: "challenges"
}

func (b *builder) doc(parts ...string) string {
	if !b.described {
		return ""
	}
	return strings.Join(parts, "")
}

const (
	logOdds = "log-odds"
	most    = 1_023 // genes; more would be copied while they are listed
)

// shift adds a gene that moves another one's log-odds.
func (b *builder) shift(name string, def float64, doc string, args ...any) int {
	return b.odds(name, 4, def, doc, args...)
}

// odds adds a gene in log-odds up to a bound; 6 is enough for "never" and "always".
func (b *builder) odds(name string, bound, def float64, doc string, args ...any) int {
	if !b.described {
		doc, args = "", nil
	}
	b.LogOdds(name, bound, def, doc, args...)
	return len(b.Genes) - 1
}

func build(described bool, into []gene.Gene) ([]gene.Gene, *layout) {
	b, l := builder{described: described}, new(layout)
	b.Genes = into
	b.turn(l)
	b.stories(l)
	b.challenge(l)
	b.blocks(l)
	b.cards(l)
	return b.Genes, l
}

// The defaults follow the habits of near-equilibrium play, rounded: Tax is the backbone, Exchange comes early, kills
// come from behind, blocks deserve more challenges than actions.
var turnDefaults = [options][lives]float64{
	optForeignAid:      {0.5, 0.5, 0, 0},
	optCoup:            {2.5, 3, 4, 5},
	optExchange:        {-1, -3, -2, -2},
	optExchangeTrue:    {2, 1, 1.5, 1},
	optTax:             {1, -2, 0, -1},
	optTaxTrue:         {4, 4, 3, 3},
	optAssassinate:     {-4, -4, -1.5, -2},
	optAssassinateTrue: {1.5, 1, 3, 4},
	optSteal:           {-1, -2, 0, 0},
	optStealTrue:       {1.5, 2, 2, 2.5},
}

// reach says in which situations an option can occur.
type reach struct {
	own, opp int       // lowest possible bands of coins
	claimed  seat.Role // role that the opponent always claims in these situations, or NoRole
}

var everywhere = reach{claimed: seat.NoRole}

// situated adds an option's genes: those by lives to the group, others to groups of their own. does begins sentences.
func (b *builder) situated(group, name, does string, defaults [lives]float64, r reach, claimed [2][seat.Roles]float64) (o situated) {
	coins, byCoins := group+"-coins", b.doc(b.deciding, ", by both players' coins")
	for s, sit := range livesNames {
		b.In(group, logOdds)
		o.base[s] = b.odds(name+"."+sit, 6, defaults[s], b.doc(does, " more at ", sit, " lives."))
		b.In(coins, logOdds, byCoins)
		o.own[s], o.opp[s] = [bands]int{-1, -1, -1, -1}, [bands]int{-1, -1, -1, -1}
		for c := r.own + 1; c < bands; c++ {
			o.own[s][c] = b.shift(name+"."+sit+".own-"+ownNames[c], 0,
				b.doc(does, " more at ", sit, " lives with ", ownNames[c], " own coins than with fewer."))
		}
		for c := r.opp + 1; c < bands; c++ {
			o.opp[s][c] = b.shift(name+"."+sit+".opponent-"+oppNames[c], 0,
				b.doc(does, " more at ", sit, " lives against ", oppNames[c], " coins than against fewer."))
		}
	}
	b.In(group+"-record", logOdds, b.doc(b.deciding, ", by the opponent's claims"))
	for role, roleName := range roleNames {
		for st, state := range stateNames {
			o.oppClaims[st][role] = -1
			if r.claimed != seat.Role(role) {
				o.oppClaims[st][role] = b.shift(name+"."+roleName+"-"+state, claimed[st][role],
					b.doc(does, " more once the opponent has ", state, " the ", roleName, "."))
			}
		}
	}
	b.In(group, logOdds)
	return o
}

// claimDefaults are the defaults of actions that a role can block, once the opponent has claimed or denied it.
func claimDefaults(o option) (d [2][seat.Roles]float64) {
	set := func(claimed, denied float64, roles ...seat.Role) {
		for _, r := range roles {
			d[0][r], d[1][r] = claimed, denied
		}
	}
	switch o {
	case optForeignAid:
		set(-1.5, 1, seat.Duke)
	case optAssassinate, optAssassinateTrue:
		set(-1.5, 1, seat.Contessa)
	case optSteal, optStealTrue:
		set(-1, 0.5, seat.Captain, seat.Ambassador)
	}
	return d
}

// legalFrom holds the lowest band of own coins with which an option is legal. The bands begin where these do.
var legalFrom = [options]int{optCoup: bands - 1, optAssassinate: 1, optAssassinateTrue: 1}

func (b *builder) turn(l *layout) {
	b.deciding = "openings"
	b.In("turn", logOdds, "openings of a turn, by lives")
	for o, name := range optionNames {
		r := everywhere
		r.own = legalFrom[o]
		l.turn[o] = b.situated("turn", name, "Opens the turn with "+name, turnDefaults[o], r, claimDefaults(option(o)))
	}
}

func (b *builder) stories(l *layout) {
	b.In("story", logOdds, "own bluffs, by own earlier claims")
	for o := optExchange; o < options; o++ {
		name := optionNames[o]
		for s, state := range stateNames {
			if o == optAssassinateTrue && state == "denied" {
				l.story[o][s] = -1 // every way to get an Assassin afterwards clears the denial
				continue
			}
			def := [2]float64{0.3, -0.5}[s]
			l.story[o][s] = b.shift(name+"."+state, def,
				"Prefers %s more once it has %s that role itself.", name, state)
		}
		l.challengeRate[o] = b.shift(name+".challenge-rate", 0,
			"Prefers %s more the more often the opponent challenged (log of challenges to trusts, 0 at the start; up to three and five count).", name)
		l.faceUp[o] = b.shift(name+".face-up", 0,
			"Prefers %s more for each face-up copy of its role.", name)
	}
	for t, truth := range truthNames {
		l.exchange[t] = b.shift("exchange."+truth+".worth", -0.3,
			"Exchanges (%s) more the better its own cards are (sum of their worths); negative exchanges bad cards.", truth)
	}
}

var challengeDefaults = [claims][lives]float64{
	claimExchange:    {-2, -2, -2.5, -2},
	claimTax:         {-1.4, -1.4, -1.4, -1},
	claimAssassinate: {-1.2, -1.5, 0, 2},
	claimSteal:       {-2, -2, -1.5, -0.7},
	claimAmbassador:  {0.5, 0.5, 0.5, 0.5},
	claimCaptain:     {0, 0, 0, 0},
	claimContessa:    {0.3, 2.5, 0.3, 2.5},
	claimDuke:        {-0.3, -0.3, -0.3, -0.3},
}

func (b *builder) challenge(l *layout) {
	b.deciding = "challenges"
	b.In("challenge", logOdds, "challenges, by lives")
	for c, name := range claimNames {
		r := everywhere
		r.claimed = claimActions[c].Claims() // and not denied: the claim takes a denial back, see belief.action.denied-before
		if c == claimAssassinate {
			r.opp = 1 // 2-4 coins, of which it takes three
		}
		l.challenge[c] = b.situated("challenge", name, "Challenges "+name, challengeDefaults[c], r, [2][seat.Roles]float64{})
	}
	for c, name := range claimNames {
		b.In("belief", "log-odds per log-odds", "challenges, by counts and past bluffs")
		l.count[c] = len(b.Genes)
		b.Add(name+".count", 0, 0.8, 4,
			"Challenges %s more the less likely the counted cards make the claim; at 1 card counting has its full weight.", name)
		l.repeat[c] = b.shift(name+".repeat", -0.3,
			"Challenges %s more for each earlier claim of that role that still stands (up to three).", name)
	}
	for k, kind := range kindNames {
		l.deniedBefore[k] = b.shift(kind+".denied-before", 1.5, "Challenges %ss more when the role had been denied before.", kind)
		l.stale[k] = b.shift(kind+".stale", 0, "Challenges %ss more when the role was claimed before the cards were exchanged.", kind)
		l.over[k] = b.shift(kind+".overclaim", 0.7, "Challenges %ss more for each role claimed beyond the cards held (up to two).", kind)
		l.caught[k] = b.shift(kind+".caught", 0.4, "Challenges %ss more for each bluff of the opponent that was caught (up to two).", kind)
		l.shown[k] = b.shift(kind+".shown", -0.2, "Challenges %ss more for each claim that the opponent proved (up to two).", kind)
		l.passive[k] = b.shift(kind+".passive", 0, "Challenges %ss more for each Income or Foreign Aid that the opponent took (up to three).", kind)
	}
}

var blockDefaults = [blocks][2][lives]float64{
	blockAmbassador: {{-1.5, -2, -0.5, -1}, {2, 2, 2, 2}},
	blockCaptain:    {{-1.5, -2, -0.5, -1}, {2, 2, 2, 2}},
	blockContessa:   {{-0.5, -1.5, 1, 0}, {5, 5, 5, 5}},
	blockDuke:       {{-1.5, -2.5, -1, -2}, {1.5, 1.5, 1.5, 1.5}},
}

// blockReach says for each block in which situations the blocked action can occur.
var blockReach = [blocks]reach{
	blockAmbassador: {claimed: seat.Captain},
	blockCaptain:    {claimed: seat.Captain},
	blockContessa:   {claimed: seat.Assassin, opp: 1},
	blockDuke:       everywhere,
}

func (b *builder) blocks(l *layout) {
	b.deciding = "blocks"
	b.In("block", logOdds, "blocks, by lives")
	for k, name := range blockNames {
		for t, truth := range truthNames {
			l.block[k][t] = b.situated("block", name+"."+truth, "Blocks as "+name+" ("+truth+")", blockDefaults[k][t], blockReach[k], [2][seat.Roles]float64{})
		}
		for s, state := range stateNames {
			l.blockStory[k][s] = b.shift(name+".bluff."+state, [2]float64{0.5, -1}[s],
				"Bluffs the block as %s more once it has %s that role itself.", name, state)
		}
		l.blockChallengeRate[k] = b.shift(name+".bluff.challenge-rate", 0,
			"Bluffs the block as %s more the more often the opponent challenged.", name)
	}
	l.stealStake = b.shift("steal.stake", 0.3, "Blocks a Steal more for each coin at stake.")
}

func (b *builder) cards(l *layout) {
	b.In("cards", logOdds, "which cards to keep or to give up")
	defaults := [2][seat.Roles]float64{{0.2, -0.3, 1, 0.8, 2}, {0, 0.5, 1.2, 1, 1.8}}
	gives := [seat.Roles]float64{0.3, 0.2, 1, 0.4, 1.8}
	for r, role := range roleNames {
		for n, held := range []string{"two", "one"} {
			l.worth[n][r] = b.shift("keep-"+held+"."+role, defaults[n][r],
				"Keeps the %s more often in an Exchange for %s card(s).", role, held)
		}
		l.give[r] = b.shift("hold."+role, gives[r],
			"Gives up another card rather than the %s.", role)
	}
	l.pair = b.shift("pair", -1, "Keeps two cards of one role more often.")
	l.keepClaimed = b.shift("claimed", 0.3, "Keeps a role more often while its own claim of it stands.")
	l.holdClaimed = b.shift("hold-claimed", 0.3, "Gives up a role less often while its own claim of it stands.")
	l.threat = b.shift("contessa.threat", 0.5, "Keeps and holds the Contessa more against three coins or a claimed Assassin.")
	l.ready = b.shift("assassin.ready", 0.5, "Keeps and holds the Assassin more with three coins.")
	l.rich = b.shift("captain.rich", 0.3, "Keeps and holds the Captain more against two coins or more.")
}
