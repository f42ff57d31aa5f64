// Package seat is what one player of Wojna deklarowana may know and do, and the contest's protocol around it.
//
//  1. [PublicState] is the public part: everything that all four seats learn, from the antes
//     to the showdown, and its consequences (the next player, winners, eliminations). It
//     also holds the long memory of a run: a [Model] of every seat, of duels too, and
//     what is known of each stack.
//  2. [View] is one seat's part: the own card, and cards that only this seat has
//     seen, on top of the record.
//  3. [Policy] turns a view and a roll into an [Action].
//  4. [Thinker] estimates rivals for hand-written policies.
//  5. [Program] reads the protocol line by line and makes the same calls on a
//     record and a view that a table makes; [Main] is the whole exported bot.
//
// Every event costs a few nanoseconds, most of them one counter; cards are counted only when a policy asks, in some 50
// ns for each bidding since it last did. A record has 11 KB and a view 4 KB; nothing is allocated after they exist. The
// views of a table share one record.
//
// The package imports the standard library and package roll only, because every exported bot contains a copy. It must
// not know hidden cards, the table or any genome.
package seat
