// Package samurai holds the genes of Negotiate and Conquer and the rules that
// read them: a view in, a turn's visits out.
//
// What a visit does to one lord changes nothing at another, so the rules value
// every number of visits (0 to 5) of every lord by itself and take the best of all
// 252 or 21 actions by adding up (seat.Values). A choice has these steps:
//
//  1. Estimate: true intimacies. Of a secret night each of the others is taken to
//     have paid a third of the foreign visits, with the variance of that share.
//  2. Forecast: each daimyo's later visits are shared out among the lords by strength,
//     being last, a top within reach, a safe lead, and where it went last. The genes
//     "forecast" weigh this for the others, the genes "plan" for the bot itself.
//  3. Weigh: for each scoring to come and each number of own visits, the chance to
//     be ahead of each of the others is a logistic function of the expected
//     distance over what counts as a safe margin, widened by the variance of the
//     forecast. Products of these give the chances of the top and of the last place,
//     own and theirs.
//     In the first half both scorings are weighed, half-time and final.
//  4. Risk: the points of the others count against own ones, more for those close to
//     the best total. Being ahead weighs last places more, being behind tops.
//  5. Habits: preferences that do not follow from scores, and noise.
//
// The groups of genes:
//
//   - worth: tops and last places by strength; the final against the half-time
//     scoring by turn.
//   - margin: what counts as a safe lead by turn and scoring, and how far a lead
//     must go beyond even.
//   - forecast: what draws the visits of the others, and the variance of that.
//   - plan: what draws the own later visits, and how much the bot counts on them.
//   - threat: whose gains hurt, and play when ahead or behind.
//   - habit: piling up, contested lords, hiding a bid by day, secret visits, noise.
//   - open: turn 1.
//
// A choice costs 1 to 3 µs (two scorings in the first half, one in the second) and
// allocates nothing. The package imports its game's seat, engine/roll and genome/gene
// only, since it is written out with every exported bot.
package samurai
