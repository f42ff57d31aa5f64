package roll

// tableBits is how many bits of a roll one noise draw uses, so one roll serves six independent draws.
const tableBits = 10

const tableSize = 1 << tableBits

// logistic and gumbel hold the quantiles of the two distributions at the midpoints of equal slices of probability. A
// decision that compares a sum of genes with a quantile draws from exp() and log() without calling them. They are
// filled in place: results of a function would make the stack grow at every start of a bot.
var logistic, gumbel [tableSize]float32

func init() {
	for i := range logistic {
		p := float64((float64(i) + 0.5) / tableSize)
		logistic[i] = float32(Log(p / (1 - p)))
		gumbel[i] = float32(-Log(-Log(p)))
	}
}

// Logistic draws from the standard logistic distribution with slice k (0 to 5) of the roll: x > Logistic(roll, k) holds
// with probability 1/(1+exp(-x)), in steps of 1/1024. It is about -7.6 to 7.6, so odds beyond 2000:1 are certain.
func Logistic(roll uint64, k uint) float32 {
	return logistic[roll>>(k*tableBits)&(tableSize-1)]
}

// Gumbel draws from the standard Gumbel distribution with slice k (0 to 5) of the roll. The option with the largest
// x[i]+Gumbel is option i with probability proportional to exp(x[i]).
func Gumbel(roll uint64, k uint) float32 {
	return gumbel[roll>>(k*tableBits)&(tableSize-1)]
}
