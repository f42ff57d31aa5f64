// Package wojna holds the genes of Wojna deklarowana and the rules that read them.
//
// A choice takes these steps, and each names the groups of genes that bend it:
//
//  1. strength: the chance that each rival's card is below the own one, from what
//     he has done in this bidding.
//  2. learn: the cards that he showed after the same line during the run take over
//     from that first opinion bit by bit; so do his folds from the first opinion
//     of his fold curve.
//  3. count: what is known of the pot that his card was collected with, and of the
//     rest of the deck, shifts the odds.
//  4. fold: for a raise, and for a check that others have yet to answer, each
//     rival folds, pays (a stronger line) or raises again.
//  5. value: so a move leads to a stack if the pot is won and to one if it is
//     lost. Their worth in cards depends on the places still to be had.
//  6. margin: what a move must be better by than passing, by price, position,
//     number of rivals, raises so far and war.
//  7. bluff, trap, mix: now and then the roll decides otherwise.
//
// A [Rules] is a flat struct of 1 KB; a choice allocates nothing and costs 0.3 to
// 0.5 µs with three rivals, half of it for raises that are weighed and not made
// (margin.raise.floor saves them, at a point a deal). The package imports the standard library, packages
// roll and gene and the game's seat, since it goes with every exported bot; it
// must not know tables, other players or how it is bred.
package wojna
