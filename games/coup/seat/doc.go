// Package seat is one player's side of two-player Coup: the cards, the actions, what a seat may know, and the contest's
// file protocol.
//
//   - [PublicState] is what both players know: coins, lives, face-up cards, and for
//     each role what was claimed, denied, proved or disproved. Its methods are
//     the events of the game; each costs a few nanoseconds.
//   - [View] adds the seat's own cards and the question that it is asked.
//   - [Policy] answers: a view and a roll in, an [Action] out.
//   - [Read] parses the contest's history file into a [Position] by calling the
//     same methods of a PublicState that the arena's table calls.
//   - [Main] is a whole contest entry around a policy.
//
// The contest starts a process for each move, so nothing here remembers anything: a view is a function of the history
// file and of the program's arguments.
//
// The package imports the standard library and bloodline/engine/roll only, because every exported bot contains a copy.
// It must not know the table, the deck or the opponent's cards.
package seat
