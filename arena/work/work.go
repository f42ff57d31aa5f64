// Package work is the interface between measurements and searches on one side and the machines
// that carry them out on the other. It knows neither games nor networks.
package work

import "context"

// Work consists of units, numbered from 0. A job is a range of units, which any machine can
// do: from the first unit, inclusive, to the last, exclusive.
type Work struct {
	Setting []byte // shared by all jobs; sent to a machine once
	Units   int
	// Turn is 0 if a unit takes milliseconds. A search has one unit, which takes seconds or
	// minutes, and a number: searches with smaller ones begin first.
	Turn    int
	Repeats bool // equal jobs have equal results, so that they can be played again as a check

	Job  func(from, to int) []byte // the message by which another machine does the job
	Play func(ctx context.Context, from, to int) (result any, err error)
	Read func(from, to int, text []byte) (result any, err error) // of another machine; an error says what is wrong with its form

	Same       func(a, b any) bool                          // whether two results of a job are equal
	CountGames func(from, to int, result any) (games int64) // adds the games of another machine's result to the game's counter, and returns their number
	// Take takes the result of a job, in the order of units, when all results are there. remote
	// says that it is another machine's.
	Take func(from, to int, result any, remote bool) error
}
