// Package work is the interface between measurements and searches and the machines that carry them out.
package work

import "context"

// Work consists of units, numbered from 0. A job is a range of units: the first, and the one behind the last.
type Work struct {
	Setting []byte // shared by all jobs; sent to a machine once
	Units   int
	Turn    int  // above 0 for a search, which has one unit and begins after those of smaller turns
	Repeats bool // equal jobs have equal results, so that they can be played again as a check

	Job        func(from, to int) []byte // the message by which another machine does the job
	Play       func(ctx context.Context, from, to int) (result any, err error)
	Read       func(from, to int, text []byte) (result any, err error) // of another machine, whose form it checks
	Same       func(a, b any) bool                                     // whether two results of a job are equal
	CountGames func(from, to int, result any) (games int64)            // counts another machine's games
	Take       func(from, to int, result any, remote bool) error       // in the order of units, when all are there
}
