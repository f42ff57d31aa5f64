package coup

// Fitted returns the shipped values of [Parameters], of the field of
// leaderboard-style opponents. `bloodline calibrate coup` repeats the fit from its
// seed.
func Fitted() []float64 {
	return []float64{
		0.1533, // calculator.coin
		3.4923, // calculator.word
		0.3760, // calculator.doubt
		1.4576, // calculator.last
		0.2517, // calculator.trade
		0.7873, // taxman.bluff
		0.1678, // taxman.doubt
		0.1990, // taxman.block
		0.1688, // statistician.lies
		0.4496, // statistician.doubt
		0.3500, // statistician.block
		0.6137, // statistician.bluff
		0.3445, // solver.lie
		0.2727, // solver.shy
		0.6804, // solver.doubt
		0.5336, // solver.bluff
		2.5000, // randoaggrolawyer.proof
		0.0086, // randoaggrolawyer.cross
		1.0000, // randoaggrolawyer.nerve
		0.2528, // randoaggrolawyer.steal
		0.7700, // gambler.appetite
		1.1000, // gambler.chase
		2.3156, // gambler.credit
		0.5646, // gambler.nerve
		3.6162, // turncoat.patience
		1.0000, // turncoat.nerve
		0.1535, // turncoat.doubt
		0.1656, // turncoat.block
		3.5069, // lawyer.proof
		0.1008, // lawyer.cross
		0.0020, // lawyer.aid
		0.4337, // bloodymurder.nerve
		0.0996, // bloodymurder.doubt
		0.2508, // bloodymurder.block
		0.9317, // bandit.nerve
		0.1500, // bandit.doubt
		0.1537, // bandit.block
		0.1060, // challenger.aid
		7.0000, // challenger.hoard
		0.8910, // mask.wear
		0.0833, // mask.doubt
	}
}
