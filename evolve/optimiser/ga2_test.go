package optimiser_test

func init() {
	o := plainOpts
	o.first = 6
	finders["ga-first6"] = ga(o)
	o = plainOpts
	o.games = 12
	finders["ga-12"] = ga(o)
	o = plainOpts
	o.first, o.games, o.children = 6, 12, 15
	finders["ga-6-12-15"] = ga(o)
	o = plainOpts
	o.mu, o.children = 8, 16
	finders["ga-mu8"] = ga(o)
	o = plainOpts
	o.share = 0.1
	finders["ga-share10"] = ga(o)
	g := gpOpts{first: 12, games: 12, share: 0.2, children: 10, mu: 5, pool: 1, step: 0.25, decay: 0.9, least: 0.06, again: 5, reserve: 0.15}
	finders["gp-score"] = gpGA(g)
	g.pool, g.ucb = 4, 1
	finders["gp-pool4"] = gpGA(g)
	g.ard = true
	finders["gp-pool4-ard"] = gpGA(g)
}
