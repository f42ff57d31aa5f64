package rules_test

import (
	"testing"

	"bloodline/genome/genometest"

	"kuhn/rules"
	"kuhn/table"
)

func TestRules_Conformance(t *testing.T) {
	genometest.Run(t, table.Game{}, rules.Genes, rules.New, genometest.Options{})
}
