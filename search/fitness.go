package search

import "math"

// MaxExact is how many clause distances a Fitness can hold.
const MaxExact = 16

// Fitness says how far one run stayed from the target. Less is better, zero
// is there.
type Fitness struct {
	// Value is the published fitness: approach level + normalised distance,
	// or approximation level + path distance. It is 0 exactly when the target
	// was reached, and never NaN or negative once it has passed a Gate.
	Value float64
	// N counts the distances in Exact; what is behind them means nothing.
	N int
	// Level is the approach level (standard) or the approximation level
	// (symbolic) within Value. It is for reports and takes no part in Less.
	Level int
	// Exact holds the distances of the clauses in path order. They tell
	// apart what Value, a float64, rounds together.
	Exact [MaxExact]uint64
}

// Worst is the fitness of a run that says nothing: it is better than nothing.
func Worst() Fitness { return Fitness{Value: math.Inf(1)} }

// Reached reports whether the target was reached.
func (f *Fitness) Reached() bool { return f.Value == 0 }

// Less reports whether f is strictly better than g. With lexicographic set,
// equal values are told apart by the first clause distance that differs, and
// if none does by having fewer clauses. Both
// are strict weak orders on fitness without NaN.
func (f *Fitness) Less(g *Fitness, lexicographic bool) bool {
	if f.Value != g.Value {
		return f.Value < g.Value
	}
	if !lexicographic {
		return false
	}
	for i := range min(f.N, g.N, MaxExact) {
		if f.Exact[i] != g.Exact[i] {
			return f.Exact[i] < g.Exact[i]
		}
	}
	return f.N < g.N
}

// Sane replaces what no fitness may be: NaN counts as worst, negative as
// reached only if it is zero.
func (f *Fitness) Sane() {
	if math.IsNaN(f.Value) || f.Value < 0 {
		f.Value = math.Inf(1)
	}
}
