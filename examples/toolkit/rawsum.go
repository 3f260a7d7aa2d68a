// Package toolkit extends nearmiss from outside: a fitness, a search, operators, strategies,
// and what they are compared with. Command mine has them beside those of nearmiss.
package toolkit

import "nearmiss/fitness"

// rawSum adds the clauses of a path condition as they are, and a large number for each
// that was dropped on the way.
func rawSum(m fitness.Measure) float64 {
	sum := 1e6 * float64(m.Level)
	for _, d := range m.Exact {
		sum += float64(d)
	}
	return sum
}

func init() {
	fitness.Register(fitness.Function{Name: "raw-sum", Symbolic: true, Of: rawSum})
}
