package view

import (
	"bloodline/configs"
	"bloodline/configs/player"
	"bloodline/results/report"
)

// NextOf returns what commands go on from: a player by the word that names it, and the run that it is the champion of.
// The player is nil if it can't play, the run if there is none.
func NextOf(f *player.Finder, word string, p *player.Player, run *RunData) report.Next {
	n := report.Next{Word: word, Player: p}
	if run != nil {
		n.State, n.Rate = run.State, run.Rate
		n.Budget = max(run.Games, int64(configs.ParseForDisplay(run.Config).Budget.MaxGames))
	}
	return PlanNext(f, n)
}

// PlanNext fills in how many games the curves of a player need, unless they were played.
func PlanNext(f *player.Finder, n report.Next) report.Next {
	p := n.Player
	if p != nil && p.Genes != nil && p.Game.Stored != nil && KeptCurves(f, p) == nil {
		n.CurveGames = 5000
		if c, err := PlanCurves(p, CurveGenes(p.Game.Schema, p.Genes), false); err == nil {
			n.CurveGames = max(n.CurveGames, int64(2*c.DealGames()))
		}
	}
	return n
}
