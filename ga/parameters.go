package ga

import (
	"cmp"
	"errors"
	"fmt"
)

// Parameters are the parameters that genetic algorithms share. Zero stands for the default of the
// algorithm, a negative number for zero.
type Parameters struct {
	PopSize    int     // individuals of a population
	EliteSize  int     // fittest individuals of a population, which always survive
	MProb      float64 // probability that a child is mutated
	LSPeriod   int     // generations from one local search to the next; 0 for none
	LSAttempts int     // neighbours that a local search tries

	LSIndividuals int // in place of LSPeriod: individuals with a finite fitness from one local search to the next (LocalSearch.Individuals)
}

// A Tunable is an algorithm whose parameters can be set.
type Tunable interface {
	Algorithm
	// With returns the algorithm with other parameters.
	With(Parameters) Algorithm
}

// or returns p with the defaults d, without those of the local search.
func (p Parameters) or(d Parameters) Parameters {
	return Parameters{PopSize: orDefault(p.PopSize, d.PopSize), EliteSize: orDefault(p.EliteSize, d.EliteSize), MProb: cmp.Or(p.MProb, d.MProb)}
}

// orDefault returns the default d for 0, 0 for a negative number, and any other number unchanged.
func orDefault(v, d int) int {
	if v == 0 {
		return d
	}
	return max(v, 0)
}

// validate returns an error with a line for each invalid parameter. A population has at least the
// given number of individuals.
func (p Parameters) validate(least int) error {
	var faults []error
	if p.PopSize < least {
		faults = append(faults, fmt.Errorf("the population has %d individuals, and the algorithm needs %d", p.PopSize, least))
	}
	if p.EliteSize > p.PopSize {
		faults = append(faults, errors.New("the elite is larger than the population"))
	}
	if !(p.MProb <= 1) {
		faults = append(faults, errors.New("the probability of a mutation is above 1"))
	}
	return errors.Join(faults...)
}
