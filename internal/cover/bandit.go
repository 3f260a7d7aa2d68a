package cover

import "math"

// The halves that share the work of a hybrid.
const (
	searching = iota // evaluations of search
	solving          // runs and queries of dynamic symbolic execution
	halves
)

const (
	// banditDiscount is what a gain, and the work for it, are worth after the
	// next round.
	banditDiscount = 0.7

	// banditPrior is work without gain and half a gain that everybody begins
	// with: nobody is judged by one round alone.
	banditPrior = 20_000
	banditGain  = 0.5

	// banditFloor is the least share of each half.
	banditFloor = 0.15
)

// A bandit shares work between two halves by what it has paid lately: their
// shares are as their gains for a unit of work, discounted from round to round,
// and never less than a floor, so that what pays later is noticed. It draws
// nothing: the same gains and the same work give the same shares.
type bandit struct {
	gain, work [halves]float64
}

// learn tells of what a half has gained in a round, and for how much work.
func (b *bandit) learn(half int, gain int, work uint64) {
	b.gain[half] = b.gain[half]*banditDiscount + float64(gain)
	b.work[half] = b.work[half]*banditDiscount + float64(work)
}

// share is the part of the work that a half gets, between floor and 1-floor.
func (b *bandit) share(half int) float64 {
	var rate [halves]float64
	sum := 0.0
	for i := range rate {
		rate[i] = (b.gain[i] + banditGain) / (b.work[i] + banditPrior)
		sum += rate[i]
	}
	return min(max(rate[half]/sum, banditFloor), 1-banditFloor)
}

// beside is the work of a half in a round in which the other one does as much
// as given.
func (b *bandit) beside(half int, other uint64) uint64 {
	p := b.share(half)
	return uint64(math.Round(float64(other) * p / (1 - p)))
}
