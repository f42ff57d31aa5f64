package baselines_test

import (
	"testing"

	"bloodline/arena/baseline/baselinetest"

	"kuhn/baselines"
	"kuhn/seat"
	"kuhn/table"
)

func TestAll_Conformance(t *testing.T) {
	baselinetest.Run[seat.View, seat.Action](t, table.Game{}, baselines.All)
}
