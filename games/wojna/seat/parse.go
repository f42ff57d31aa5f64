package seat

import (
	"fmt"
	"strconv"
)

// number reads a decimal number that is not negative and has at most six digits.
func number(word string) (int, error) {
	n, err := strconv.ParseUint(word, 10, 20)
	if err != nil {
		return 0, fmt.Errorf("must be a number, have %.20s", word)
	}
	return int(n), nil
}

func numbers(act string, words []string) ([]int, error) {
	out := make([]int, 0, len(words))
	for _, w := range words {
		n, err := number(w)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", act, err)
		}
		out = append(out, n)
	}
	return out, nil
}

// player reads a seat as the protocol counts them, from 1.
func player(act, word string) (int, error) {
	n, err := number(word)
	if err != nil || n < 1 || n > Seats {
		return 0, fmt.Errorf("%s: player must be in [1, %d], have %.20s", act, Seats, word)
	}
	return n - 1, nil
}

// wants is the error of a command with the wrong arguments.
func wants(act, what string) error { return fmt.Errorf("%s: wants %s", act, what) }

// noted checks the arguments of a command that changes nothing: the bot needs far less time than any contest gives.
func noted(args []string, n int) error {
	if len(args) != n {
		return fmt.Errorf("time: wants %d numbers, have %d", n, len(args))
	}
	_, err := numbers("time", args)
	return err
}
