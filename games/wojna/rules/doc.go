// Package rules holds the genes of Wojna deklarowana and the rules that read them.
//
// A choice takes these steps, each with the groups of genes that weigh in it:
//
//  1. strength: the probability that each rival's card is below the own one, by the
//     rival's line: the strongest thing that it has done in this bidding.
//  2. learn: that probability is a prior. The cards that the rival showed after the same
//     line during the run update it; its folds update the prior of its fold curve. What it
//     did in duels has weights of its own.
//  3. count: known cards of the pot that the card came from, and of the rest of the deck,
//     shift the odds.
//  4. fold: for a raise, and for a check that others have yet to answer, each
//     rival folds, pays (a stronger line) or raises again.
//  5. value: a move leads to one stack if the pot is won and to another if it is lost.
//     The worth of a stack depends on its size and on the number of players left.
//  6. margin: how much better than passing a move must be, by price, position, number of
//     rivals, raises so far and war.
//  7. mix: each move is made with a probability ~ exp(worth/heat), worth in cards.
//
// [Slopes] plays the same way and differentiates the log-probability of its moves.
//
// A [Rules] is a flat struct of 3 KB; a choice allocates nothing and costs 0.3 to 0.5 µs with three rivals, half of it
// for raises that are weighed and not made. The derivatives of a choice cost as much again. The package imports the
// standard library, engine/roll, genome/gene and the game's seat only, because every exported bot contains a copy.
package rules
