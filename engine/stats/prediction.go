package stats

// Prediction says how well the decisions of one kind were predicted.
type Prediction struct {
	Kind      string `json:"kind"` // "all" of all kinds together
	Decisions int    `json:"decisions"`
	LogLoss   Sample `json:"log_loss"`  // mean of -log(probability of the decision); 0 where no probabilities are told
	Agreement Sample `json:"agreement"` // share of decisions that were made alike
}
