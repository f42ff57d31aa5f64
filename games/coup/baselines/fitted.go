package baselines

// Fitted returns the shipped values of [Parameters]: those with which this field of
// leaderboard-style opponents reproduces the published points. The pattern search that
// found them is fit_test.go of commit c71774ef.
func Fitted() []float64 {
	return []float64{
		0.220320068359375,   // calculator.coin
		4,                   // calculator.word
		0.25619075317382817, // calculator.challenged
		1.2,                 // calculator.last
		0.17091788012534384, // calculator.trade
		0.8907901457697155,  // taxman.bluff
		0.16674208984375,    // taxman.challenge
		0.20818843994140623, // taxman.block
		0.4497363281249999,  // statistician.lies
		0.45009765625000003, // statistician.challenge
		0.48441308593750015, // statistician.block
		0.234375,            // statistician.bluff
		0.41027297973632815, // solver.lie
		0.6620396423339845,  // solver.shy
		0.5002206420898437,  // solver.challenge
		0.6500468750000002,  // solver.bluff
		1.6076665496826172,  // randoaggrolawyer.proof
		0.05,                // randoaggrolawyer.cross
		0.6563769531250001,  // randoaggrolawyer.nerve
		0.32798651875928053, // randoaggrolawyer.steal
		0.5479101562500002,  // gambler.appetite
		1.2981445312500002,  // gambler.chase
		3.4469335937499994,  // gambler.credit
		0.8798001953125,     // gambler.nerve
		3.4989675998687746,  // turncoat.patience
		0.7694890975952148,  // turncoat.nerve
		0.16634375,          // turncoat.challenge
		0.24933843749999993, // turncoat.block
		1.625,               // lawyer.proof
		0.1,                 // lawyer.cross
		0.8270391389727594,  // lawyer.aid
		8.5,                 // lawyer.delay
		0.3672885000705719,  // bloodymurder.nerve
		0.09953939028084273, // bloodymurder.challenge
		0.29507911682128907, // bloodymurder.block
		0.5753783579356967,  // bandit.nerve
		0.14971655273437492, // bandit.challenge
		0.16465780785307288, // bandit.block
		0,                   // challenger.aid
		8.5,                 // challenger.hoard
		1,                   // mask.wear
		0.1667,              // mask.challenge
	}
}
