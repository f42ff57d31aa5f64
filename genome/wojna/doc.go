// Package wojna holds the genes of Wojna deklarowana and the rules that read them.
//
// A choice takes these steps, each with the groups of genes that weigh in it:
//
//  1. strength: the chance that each rival's card is below the own one, from what
//     he has done in this bidding.
//  2. learn: that chance is a prior. The cards that he showed after the same line
//     during the run update it; his folds update the prior of his fold curve.
//  3. count: what is known of the pot that his card was collected with, and of the
//     rest of the deck, shifts the odds.
//  4. fold: for a raise, and for a check that others have yet to answer, each
//     rival folds, pays (a stronger line) or raises again.
//  5. value: a move leads to one stack if the pot is won and to another if it is
//     lost. Their worth in cards depends on the places that are left.
//  6. margin: what a move must be better by than passing, by price, position,
//     number of rivals, raises so far and war.
//  7. bluff, trap, mix: with small probabilities the roll decides otherwise.
//
// A [Rules] is a flat struct of 1 KB; a choice allocates nothing and costs 0.3 to
// 0.5 µs with three rivals, half of it for raises that are weighed and not made
// (margin.raise.floor saves them, at a point a deal). The package imports the standard
// library, engine/roll, genome/gene and the game's seat only, since it is written out
// with every exported bot.
package wojna
