package command_test

import (
	"os"
	"testing"

	"bloodline/arena/program"
	"bloodline/internal/guard"
)

// simulateWord has the binary of these tests be the program of a simulator.
const simulateWord = "simulate"

func TestMain(m *testing.M) {
	program.Launcher()
	if len(os.Args) > 1 && os.Args[1] == simulateWord {
		simulate(append(os.Args, "")[2], append(os.Args, "", "")[3])
	}
	os.Exit(guard.Tests(m).Run())
}
