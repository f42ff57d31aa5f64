package sticks

import "bloodline/small"

// Late is a fact of the view: how few sticks are left.
var Late = small.Fact[View]{Name: "late", Doc: "the fewer sticks are left", Of: func(v *View) float64 { return 1 - float64(v.Left)/21 }}

// Pairs is Game with genes for pairs of features and Late: four, few, four×few, four×late, few×few, few×late.
var Pairs = small.WithPairs(Game, Late)
