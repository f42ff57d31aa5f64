package coup

// Fitted returns the shipped values of [Parameters]: those with which this field of
// leaderboard-style opponents reproduces the published points. They were fitted with
// the default stages of package calibrate and seed 1; `bloodline calibrate coup`
// repeats the fit from its seed.
func Fitted() []float64 {
	return []float64{
		0.2275043733716011,  // calculator.coin
		2.557287408597767,   // calculator.word
		0.16612304687499996, // calculator.doubt
		1.2,                 // calculator.last
		0.1390264892578125,  // calculator.trade
		0.7933886718749998,  // taxman.bluff
		0.16724218749999997, // taxman.doubt
		0.2,                 // taxman.block
		0.4796630859375,     // statistician.lies
		0.44973999023437505, // statistician.doubt
		0.465859375,         // statistician.block
		0,                   // statistician.bluff
		0.40804824829101566, // solver.lie
		0.6730930320173504,  // solver.shy
		0.499879150390625,   // solver.doubt
		0.65094970703125,    // solver.bluff
		1.9068603515625,     // randoaggrolawyer.proof
		0.05543190777301789, // randoaggrolawyer.cross
		0.5205322265625,     // randoaggrolawyer.nerve
		0.25,                // randoaggrolawyer.steal
		0.5604785156250001,  // gambler.appetite
		1.29970703125,       // gambler.chase
		4.0080078125,        // gambler.credit
		0.88,                // gambler.nerve
		3.55941104888916,    // turncoat.patience
		0.7923608398437502,  // turncoat.nerve
		0.16634375,          // turncoat.doubt
		0.24933843749999998, // turncoat.block
		1.625,               // lawyer.proof
		0.12406982421875001, // lawyer.cross
		0.903783080726862,   // lawyer.aid
		8.5,                 // lawyer.delay
		0.24578319285064948, // bloodymurder.nerve
		0.09989410552978513, // bloodymurder.doubt
		0.25019357018172733, // bloodymurder.block
		0.6870480346679688,  // bandit.nerve
		0.14984250000000002, // bandit.doubt
		0.1521782783120871,  // bandit.block
		0,                   // challenger.aid
		8.5,                 // challenger.hoard
		1,                   // mask.wear
		0.1667,              // mask.doubt
	}
}
