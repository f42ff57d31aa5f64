// Package rules holds the genes of a two-player Coup bot and the rules that read them.
//
// A bot answers five kinds of question. The options of a question have sums of genes in log-odds and are drawn from
// their softmax: one unit more makes an option e times as likely against the others. The bot's roll decides the draw.
//
//  1. Turn: each legal action has a sum; a true claim and a bluff are different
//     actions. The sum has a base by lives (own v opponent's), parts by the coins
//     of both sides and by lives, by the roles that the opponent has claimed and
//     denied, by the own story about the claimed role, and by how readily the
//     opponent challenges. Income is the reference: its sum is 0.
//  2. Reply and block: beside lives, coins, claims and denials, a challenge weighs
//     the claim against the cards that can be counted (own hand and all cards
//     given up) and against the record: claims repeated, claims of a role denied
//     before, more roles claimed than cards held, cards exchanged since, claims
//     disproved and proved so far.
//  3. Blocks, true and bluffed, compete with challenging and with passing.
//  4. Cards to give up, and
//  5. cards to keep in an Exchange, by the worth of each role in the situation, in
//     log-odds as well.
//
// [Genes] lists the genes; [New] compiles their values into flat tables, some ten microseconds, and the compiled
// [Rules] decide in some tens of nanoseconds without allocating. A claim that the counted cards rule out is always
// challenged, whatever the genes.
//
// The package imports the standard library, the game's seat, engine/roll and genome/gene only, because every exported
// bot contains a copy.
package rules
