package coup

// Fitted returns the shipped values of [Parameters], of the field of
// leaderboard-style opponents. `bloodline calibrate coup` repeats the fit from its
// seed.
func Fitted() []float64 {
	return []float64{
		0.1384, // calculator.coin
		1.7001, // calculator.word
		0.0216, // calculator.doubt
		1.0246, // calculator.last
		0.1500, // calculator.trade
		0.5000, // taxman.bluff
		0.1670, // taxman.doubt
		0.2510, // taxman.block
		0.3652, // statistician.lies
		0.2044, // statistician.doubt
		0.3574, // statistician.block
		0.7248, // statistician.bluff
		0.0836, // solver.lie
		0.3004, // solver.shy
		0.1115, // solver.doubt
		0.5353, // solver.bluff
		2.0015, // randoaggrolawyer.proof
		0.0182, // randoaggrolawyer.cross
		0.9873, // randoaggrolawyer.nerve
		0.1534, // randoaggrolawyer.steal
		1.2732, // gambler.appetite
		1.3000, // gambler.chase
		4.6405, // gambler.credit
		0.7482, // gambler.nerve
		2.9879, // turncoat.patience
		0.6860, // turncoat.nerve
		0.1577, // turncoat.doubt
		0.2500, // turncoat.block
		2.2102, // lawyer.proof
		0.0019, // lawyer.cross
		0.0755, // lawyer.aid
		0.0746, // bloodymurder.nerve
		0.0977, // bloodymurder.doubt
		0.2949, // bloodymurder.block
		0.9965, // bandit.nerve
		0.1673, // bandit.doubt
		0.0784, // bandit.block
		0.0000, // challenger.work
		0.0000, // challenger.aid
		1.0000, // mask.wear
		0.0826, // mask.doubt
	}
}
