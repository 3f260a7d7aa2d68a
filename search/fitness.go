package search

import "math"

// MaxExact is the greatest number of clause distances in a Fitness.
const MaxExact = 16

// Fitness is the distance of one run from the target. Less is better; zero means that the run
// reached the target.
type Fitness struct {
	// Value is the published fitness: approach level + normalised distance,
	// or approximation level + path distance. It is 0 exactly when the target
	// was reached, and never NaN or negative once it has passed a Gate.
	Value float64
	// N is the number of distances in Exact; the elements from N on are undefined.
	N int
	// Level is the approach level (standard) or the approximation level
	// (symbolic) within Value. It is for reports and takes no part in Less.
	Level int
	// Exact holds the distances of the clauses in path order. They still
	// differ where Value, a float64, is rounded to the same number.
	Exact [MaxExact]uint64
}

// Worst returns the worst fitness, of a run without any information. A search still keeps such
// an input if it has no other.
func Worst() Fitness { return Fitness{Value: math.Inf(1)} }

// Reached reports whether the target was reached.
func (f *Fitness) Reached() bool { return f.Value == 0 }

// Less reports whether f is strictly better than g. If lexicographic is set, the first
// differing clause distance breaks a tie of values, then the smaller number of clauses. Both
// orders are strict weak orders on fitness without NaN.
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

// Sanitize replaces an invalid value, NaN or negative, by the worst one. Negative zero stays: it
// means that the target was reached.
func (f *Fitness) Sanitize() {
	if math.IsNaN(f.Value) || f.Value < 0 {
		f.Value = math.Inf(1)
	}
}
