package measure

import "bloodline/evolve"

// The searches of a league have numbers, from 1: those of round r are each*(r-1)+1 to each*r. A search is a function of
// the run's settings, its number, the champion of its round and the exploiters of the field at that time. So is the
// round in which its exploiter joins: which machine finds it, and when, makes no difference.

func (s *Settings) perRound() int { return max(1, s.Exploiters.PerRound) }

func (s *Settings) roundOf(number int) int { return (number-1)/s.perRound() + 1 }

// joined returns how many exploiters have joined the field when a round begins.
func (s *Settings) joined(round int) int { return s.perRound() * max(0, round-s.Exploiters.lag()) }

// joinsInTime reports whether the exploiter of a search joins before the run's last generation.
func (s *Settings) joinsInTime(number int) bool {
	return s.Exploiters.Joins(s.roundOf(number)) < s.Evolve.Generations
}

// initial returns where a search begins, a word of Exploiters.Initial.
func (s *Settings) initial(number int) string {
	all := s.Exploiters.Initial
	return all[(number-1)%len(all)]
}

// predecessor returns the number of the search that a search from the latest exploiter continues: the same place in the
// latest round whose exploiters had joined when it began. It is below 1 if there is none.
func (s *Settings) predecessor(number int) int {
	return number - s.perRound()*max(1, s.Exploiters.lag())
}

// generations returns how long a search is. Searches may grow: early ones are cheap, and late in a run those of 0.6
// million games won 0.52 of a champion that lost 0.55 to those of 3 million, and 0.57 to those of 20 million.
func (s *Settings) generations(number int) int {
	n := s.Exploiters.Generations
	if growth := s.Exploiters.Growth; growth > 0 {
		n += n * s.roundOf(number) / growth
	}
	if every := s.Exploiters.LongEvery; every > 0 && number%every == 0 {
		n *= longTimes
	}
	return min(n, evolve.MaxGenerations)
}

// rate returns the learning rate of a search, and its half-life. Where it goes on from the latest exploiter, the decay
// goes on too: n generations later, rate/(1+(age+n)/life) is rate*life/(life+age)/(1+n/(life+age)).
func (s *Settings) rate(number int) (rate float64, life int) {
	rate, life = s.Exploiters.LearningRate, s.Exploiters.HalfLife
	if life == 0 {
		return rate, 0
	}
	age := 0
	for n := number; s.predecessor(n) > 0 && s.initial(n) == InitialLatest; n = s.predecessor(n) {
		age += s.generations(s.predecessor(n))
	}
	age = min(age, evolve.MaxGenerations-life) // evolve decays over no more; nearly nothing is learned by then
	return rate * float64(life) / float64(life+age), life + age
}
