// Package samurai holds the genes of Negotiate and Conquer and the rules that
// read them: a view in, a turn's visits out.
//
// What a visit does to one lord changes nothing at another, so the rules value
// every number of visits (0 to 5) of every lord by itself and take the best of all
// 252 or 21 actions by adding up (seat.Values). A choice has these steps:
//
//  1. Look: true intimacies are estimated; of a secret night each of the others
//     is taken to have paid a third of the foreign visits, with the variance that
//     goes with it.
//  2. Foresee: each daimyo's visits to come are shared out among the lords by what
//     draws it there: strength, being last, a top within reach, a safe lead, where
//     it went last. The others follow the genes "forecast", the own later visits
//     the genes "plan".
//  3. Weigh: for each scoring to come and each number of own visits, the chance to
//     be ahead of each of the others is a logistic function of the expected
//     distance over what counts as a safe margin, widened by the variance of what is foreseen. Products of
//     these give the chances of the top and of the last place, own and theirs.
//     In the first half both scorings are weighed, half-time and final.
//  4. Temper: what the others gain counts against, the more the closer they are to
//     the best total; being ahead or behind shifts the balance of fear and desire.
//  5. Habits: what does not follow from scores, and a little chance.
//
// The groups of genes:
//
//   - worth: tops and last places by strength; the final against the half-time
//     scoring by turn.
//   - margin: what counts as a safe lead by turn and scoring, and how far a lead
//     must go beyond even.
//   - forecast: what draws the visits of the others, and how sure that is.
//   - plan: what draws the own later visits, and how much the bot counts on them.
//   - threat: whose gains hurt, and play when ahead or behind.
//   - habit: piling up, contested lords, hiding a bid by day, secret visits, chance.
//   - open: turn 1.
//
// A choice costs 1 to 3 µs (two scorings in the first half, one in the second) and
// allocates nothing. The package knows its game's seat and nothing else of the
// house; it is written out with every exported bot.
package samurai
