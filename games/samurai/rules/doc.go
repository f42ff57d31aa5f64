// Package rules holds the genes of Negotiate and Conquer and the rules that read them: a view in, a turn's visits out.
//
// A visit to one lord changes nothing at another. So the rules value every number of visits (0 to 5) to every lord by
// itself and take the action with the largest sum, of 252 by day and 21 by night (seat.Values). A choice has these
// steps:
//
//  1. Learn: each of the others belongs to one of three classes of players, with
//     probabilities by its visits on the public days (a latent class logit).
//  2. Forecast: shares of the lords in the visits of this turn and of later ones, by the
//     conditional logit of each class: strength, nearness of the top and of the last
//     place, habit. The genes "plan" do the same for the bot's own later visits.
//  3. Look: for each scoring to come, the distribution of each of the others' intimacies
//     with each lord, and from these the expected points of all four, ties
//     included, for each number of own visits. All ways to deal out secret visits are
//     equally likely. In the first half both scorings count, half-time and final.
//  4. Weigh: own points against the points of each other seat, by the chance that it is
//     the best of the others.
//  5. Habits: preferences on turn 1, and noise.
//
// The groups of genes:
//
//   - worth: tops and last places by strength; the final against the half-time
//     scoring by turn.
//   - forecast: where each class goes, how likely the classes are, how much the bot
//     learns from visits, and the variance of visits.
//   - plan: where own later visits go, and how much the bot counts on them.
//   - threat: the weight of rivals' gains, and of chance when ahead or behind.
//   - habit: piling up, noise.
//   - open: turn 1.
//
// A choice costs some 10 µs and allocates nothing. The package imports its game's seat, engine/roll and genome/gene
// only, because every exported bot contains a copy.
package rules
