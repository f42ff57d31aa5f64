// Package rules holds the genes of Negotiate and Conquer and the rules that
// read them: a view in, a turn's visits out.
//
// What a visit does to one lord changes nothing at another, so the rules value
// every number of visits (0 to 5) of every lord by itself and take the best of all
// 252 or 21 actions by adding up (seat.Values). A choice has these steps:
//
//  1. Learn: each of the others is of one of three classes of players, with probabilities
//     that follow from what it was seen to do on the days that were shown
//     (a latent class logit).
//  2. Forecast: shares of the lords in the visits of this turn and of later ones, by the
//     conditional logit of each class: strength, nearness of the top and of the last
//     place, habit. The genes "plan" do the same for the bot's own later visits.
//  3. Look: for each scoring to come, the distribution of each of the others' intimacies
//     with each lord, and from these the expected points of all four, ties
//     included, for each number of own visits. Secret visits may have been dealt out in
//     any way. In the first half both scorings
//     count, half-time and final.
//  4. Weigh: own points against those of the others, of each by the chance that it is
//     the best of them.
//  5. Habits: preferences that do not follow from scores, and noise.
//
// The groups of genes:
//
//   - worth: tops and last places by strength; the final against the half-time
//     scoring by turn.
//   - forecast: what draws the visits of each class, how likely the classes are, how
//     much is learnt, and the variance of it all.
//   - plan: what draws the own later visits, and how much the bot counts on them.
//   - threat: the weight of rivals' gains, and of chance when ahead or behind.
//   - habit: piling up, noise.
//   - open: turn 1.
//
// A choice costs some 10 µs and allocates nothing. The package imports its game's seat,
// engine/roll and genome/gene only, because every exported bot contains a copy.
package rules
