// Package stats is the statistics of strength: numbers in, numbers out.
//
//   - [Tally] adds up integer block scores; [Tally.Figure] is the mean with its standard error and Student interval.
//     [Paired] does so for two arms that met the same blocks, [Stratified] for a player, or a difference, against
//     several opponents. [Fitness] and [Verdict] are what breeding reads of a measurement and of a test.
//   - [SPRT] with its [Walk] is the sequential test of Elo over blocks with a finite list of results; [PairedTest] with
//     its [PairedWalk] the one of the mean difference of two arms on the same blocks.
//   - [BradleyTerry] turns a matrix of scores into ratings; [EloToScore] and [ScoreToElo] change the scale.
//   - [Cycles] lists players that beat each other in a circle.
//
// The unit of every statistic is the block: one deal in every rotation of its seats. Games of one block are not
// independent, so counting them one by one makes intervals too narrow.
//
// All of it is pure. A step of a sequential test allocates nothing and costs below a microsecond for [PairedTest] and a
// few for [SPRT]; ratings of n players cost n² a round and n³ once.
package stats
