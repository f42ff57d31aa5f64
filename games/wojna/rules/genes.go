package rules

import "bloodline/genome/gene"

// Version counts up whenever the meaning of the genes changes.
const Version = 2

// The places of the genes in a vector.
const (
	strength     = 0                // 10 lines
	strengthTie  = strength + 10    // what an equal card counts
	caution      = strengthTie + 1  // how much middling chances are taken for worse
	learnShown   = caution + 1      // prior weight, trust
	learnFold    = learnShown + 2   // prior weight, trust
	learnAgain   = learnFold + 2    // prior weight
	learnDuel    = learnAgain + 1   // weights: in a duel of other biddings, elsewhere of duels
	foldAt       = learnDuel + 2    // prices 1, 2, 3, 4, 5 and more
	foldPut      = foldAt + 5       // factor for a rival that has paid before
	foldCredit   = foldPut + 1      // check, raise
	againFirst   = foldCredit + 2   // share of raises among answers that stay
	againCost    = againFirst + 1   // cards
	countPeeked  = againCost + 1    // weight
	countPool    = countPeeked + 1  // weight
	valueCard    = countPool + 1    // cards, for 2, 3, 4 players by part of the stack
	valuePot     = valueCard + 18   // share
	valueCalls   = valuePot + 1     // share
	valueKnock   = valueCalls + 1   // cards
	valueOwn     = valueKnock + 1   // weight
	marginCall   = valueOwn + 1     // cards
	marginPrice  = marginCall + 1   // per card
	marginBehind = marginPrice + 1  // call, raise; per rival
	marginRivals = marginBehind + 2 // call with 2, 3; raise with 2, 3
	marginRaised = marginRivals + 4 // call, raise; per raise
	marginWar    = marginRaised + 2 // call, raise
	marginRaise  = marginWar + 2    // 1, 2, 3
	marginWeak   = marginRaise + 3  // per unit of chance below one half
	marginStrong = marginWeak + 1   // above it
	heat         = marginStrong + 1 // cards
	size         = heat + 1
)

var Genes = genes()

func genes() []gene.Gene {
	l := new(gene.List)
	strengthGenes(l)
	learnGenes(l)
	valueGenes(l)
	l.In("margin", "cards", "how much to pay and to raise").
		Add("call", -3, 0, 5, "pays less").
		Add("price", -0.5, 0.07, 1, "pays and raises less, by the card").
		Add("behind.call", -1.5, -0.29, 2, "pays less for each rival behind").
		Add("behind.raise", -1.5, 0, 2, "raises less for each rival behind").
		Add("rivals.2.call", -2, 1.45, 3, "pays less against two").
		Add("rivals.3.call", -3, 0.4, 3, "pays less against three").
		Add("rivals.2.raise", -2, 0, 3, "raises less against two").
		Add("rivals.3.raise", -2, -0.96, 3, "raises less against three").
		Add("raised.call", -2, -0.44, 3, "pays less for each raise so far").
		Add("raised.raise", -2, 0.6, 4, "raises less for each raise so far").
		Add("war.call", -3, -0.9, 3, "pays less in a war").
		Add("war.raise", -3, -0.4, 3, "raises less in a war").
		Add("raise.1", -2, 0.9, 5, "raises less by one").
		Add("raise.2", -2, 0.6, 6, "raises less by two").
		Add("raise.3", -2, 0, 8, "raises less by three").
		Add("raise.weak", 0, 4, 30, "raises less when it is no favourite to show the highest card").
		Add("raise.strong", -5, 0, 15, "raises more when it is the favourite")
	l.In("mix", "cards", "chance among moves of equal worth").Add("heat", 0.05, 0.1, 1, "chooses more evenly among moves of nearly equal worth")
	return l.Genes
}

func strengthGenes(l *gene.List) {
	l.In("strength", "random cards", "how high rivals' cards are expected to be").
		Add("waited", 0.3, 1.25, 3, "takes the card of a rival who has not moved for the best of more random ones").
		Add("checked", 0.3, 0.85, 4, "takes the card of a rival who checked for nothing for the best of more").
		Add("called.1", 0.3, 1.97, 6, "takes the card of a rival who paid one card for the best of more").
		Add("called.2", 0.3, 4.13, 6, "takes the card of a rival who paid two or three cards for the best of more").
		Add("called.4", 0.3, 4.5, 8, "takes the card of a rival who paid four or more for the best of more").
		Add("opened.1", 0.3, 2.86, 6, "takes the card of a rival who raised first, by one, for the best of more").
		Add("opened.2", 0.3, 3.4, 6, "takes the card of a rival who raised first, by two, for the best of more").
		Add("opened.3", 0.3, 2.39, 6, "takes the card of a rival who raised first, by three, for the best of more").
		Add("stood", 0.3, 5.5, 10, "takes the card of a rival who raised, was raised and paid for the best of more").
		Add("reraised", 0.3, 5.2, 10, "takes the card of a rival who raised a raise for the best of more")
	l.In("strength", "share").
		Add("tie", 0, 0.65, 1, "counts an equal card as more of a win").
		Add("caution", -0.5, 0.47, 1, "takes middling chances for worse than they look")
}

func learnGenes(l *gene.List) {
	l.In("learn", "observations", "how fast opinions of rivals change").Add("shown.prior-weight", 0.5, 7.4, 100, "weighs the first opinion of a rival's cards as this many shown ones")
	l.In("learn", "share").Add("shown.trust", 0, 1, 1, "goes further with what was shown")
	l.In("learn", "observations").Add("fold.prior-weight", 1, 17.3, 100, "weighs the first opinion of a fold curve as this many answers")
	l.In("learn", "share").Add("fold.trust", 0, 1, 1, "goes further with the fold curve")
	l.In("learn", "observations").Add("again.prior-weight", 0.5, 15.2, 100, "weighs the first opinion of how often a rival raises again as this many answers")
	l.In("learn", "share").
		Add("duel.others", 0, 0.3, 1, "in a duel, counts more on what a rival did in biddings of more than two").
		Add("others.duel", 0, 0.3, 1, "against more than one, counts more on what a rival did in duels")
	l.In("fold", "probability", "how often rivals are expected to fold or raise").
		Add("at.1", 0, 0.44, 1, "expects a stranger to fold to a price of one more often").
		Add("at.2", 0, 0.48, 1, "expects a stranger to fold to a price of two more often").
		Add("at.3", 0, 0.53, 1, "expects a stranger to fold to a price of three more often").
		Add("at.4", 0, 0.73, 1, "expects a stranger to fold to a price of four more often").
		Add("at.5", 0, 0.57, 1, "expects a stranger to fold to higher prices more often")
	l.In("fold", "share").
		Add("put", 0, 0.1, 1.5, "expects a stranger who has paid before to fold more often").
		Add("credit.check", 0, 0.5, 1, "counts on the folds of those behind when it checks").
		Add("credit.raise", 0, 0.56, 1, "counts on folds when it raises").
		Add("again.first", 0, 0.1, 0.6, "expects a stranger who stays to raise again more often")
	l.In("fold", "cards").Add("again.cost", 0, 0, 8, "fears to be raised")
	l.In("count", "weight", "how much to trust counted cards").
		Add("peeked", 0, 1.11, 1.5, "believes more in what it knows of the pot that a rival's card came from").
		Add("pool", 0, 1, 1.5, "believes more in what it counted of the rest of the deck")
}

func valueGenes(l *gene.List) {
	l.In("value", "weight", "the worth of cards and of the pot").
		Add("2.to-8", 0, 2, 5, "cares more for its last 8 cards, two players being in").
		Add("2.to-20", 0, 2.4, 5, "cares more for the cards from 8 to 20, two being in").
		Add("2.to-32", 0, 2, 5, "cares more for the cards from 20 to 32, two being in").
		Add("2.to-50", 0, 1, 5, "cares more for the cards from 32 to 50, two being in").
		Add("2.to-75", 0, 0.9, 5, "cares more for the cards from 50 to 75, two being in").
		Add("2.to-104", 0, 1.1, 5, "cares more for the cards above 75, two being in").
		Add("3.to-8", 0, 1, 5, "cares more for its last 8 cards, three players being in").
		Add("3.to-20", 0, 1.25, 5, "cares more for the cards from 8 to 20, three being in").
		Add("3.to-32", 0, 1.1, 5, "cares more for the cards from 20 to 32, three being in").
		Add("3.to-50", 0, 0.5, 5, "cares more for the cards from 32 to 50, three being in").
		Add("3.to-75", 0, 0.33, 5, "cares more for the cards from 50 to 75, three being in").
		Add("3.to-104", 0, 0.25, 5, "cares more for the cards above 75, three being in").
		Add("4.to-8", 0, 1.8, 5, "cares more for its last 8 cards, four players being in").
		Add("4.to-20", 0, 1.1, 5, "cares more for the cards from 8 to 20, four being in").
		Add("4.to-32", 0, 0.9, 5, "cares more for the cards from 20 to 32, four being in").
		Add("4.to-50", 0, 0.5, 5, "cares more for the cards from 32 to 50, four being in").
		Add("4.to-75", 0, 0.3, 5, "cares more for the cards from 50 to 75, four being in").
		Add("4.to-104", 0, 0.2, 5, "cares more for the cards above 75, four being in")
	l.In("value", "share").
		Add("pot", 0.3, 1.05, 1.5, "values the pot more").
		Add("calls", 0, 0.7, 1.5, "values more what others will still pay")
	l.In("value", "cards").Add("knockout", 0, 0, 10, "wants more to win against a rival who is all-in")
	l.In("value", "weight").Add("own", -1, 0.2, 2, "holds on more to its next cards when they are known to be high")
}
