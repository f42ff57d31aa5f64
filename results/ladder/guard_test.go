package ladder_test

import (
	"os"
	"testing"

	"bloodline/arena/program"
	"bloodline/internal/guard"
)

func TestMain(m *testing.M) {
	program.Launcher()
	os.Exit(guard.Tests(m).Run())
}
