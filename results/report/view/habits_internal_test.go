package view

import (
	"testing"

	"bloodline/arena/portrait"
)

// Tables are compared by their titles: another player may have fewer of them.
func TestCompareTables_fewer(t *testing.T) {
	share := func(title string, did int64) portrait.CountTable {
		row := []portrait.Cell{{Text: "a"}, portrait.Share(did*10, int64(100))}
		return portrait.CountTable{Title: title, Rows: [][]portrait.Cell{row}}
	}
	own := []portrait.CountTable{share("weighs", 3), share("does", 5)}
	compareTables(own, [][]portrait.CountTable{{share("does", 8)}})
	if own[0].Rows[0][1].Other != nil {
		t.Errorf("beside a table that the other has not: %+v", own[0].Rows[0][1].Other)
	}
	if b := own[1].Rows[0][1].Other; b == nil || b.Ratio() != 0.8 {
		t.Errorf("beside: %+v, want 0.8", b)
	}
}
