package dashboard_test

import (
	"os"
	"testing"

	"bloodline/internal/guard"
)

func TestMain(m *testing.M) { os.Exit(guard.Tests(m).Run()) }
