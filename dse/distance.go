package dse

import (
	"math"

	"nearmiss/internal/probe"
	"nearmiss/symexec"
	"nearmiss/term"
)

// Distance is the fitness of a wanted relation by Table 1 of Xie et al. 2009. exact is the distance
// to the relation as the probes encode it (internal/probe): 0 if the relation holds, else 1 plus the
// difference of the operands; for float, 1 plus the bits of the difference as a float64.
//
//	a == b   |a-b|
//	a <  b   (a-b)+K     a <= b   a-b
//	a >  b   (b-a)+K     a >= b   b-a
//
// and 0 where the relation holds. K is 1. The table does not list a != b nor conditions without a
// relation: their fitness is K. The result is infinite if exact is probe.DistWorst, as for an ordered
// comparison with NaN.
func Distance(wanted symexec.Relation, float bool, exact uint64) float64 {
	switch {
	case exact == 0:
		return 0
	case exact == probe.DistWorst:
		return math.Inf(1)
	}
	raw := float64(exact - 1)
	if float {
		raw = math.Float64frombits(exact - 1)
	}
	switch wanted {
	case symexec.Equal, symexec.LessOrEqual, symexec.GreaterOrEqual:
		return raw
	}
	return raw + 1
}

// Toward is the fitness of an evaluation of a condition with respect to one side. If the condition
// compares structs or arrays, it is the distance of the two values to equality, if known (o.Gap).
func Toward(o symexec.Observation, side bool) float64 {
	wanted := o.Relation
	if !side && wanted != symexec.Truth {
		wanted = symexec.Relation(term.Rel(wanted).Negate())
	}
	if o.Gap > 0 && wanted == symexec.Truth && o.Distance[sideIndex(side)] > 0 {
		return float64(o.Gap)
	}
	return Distance(wanted, o.Float, o.Distance[sideIndex(side)])
}

// Record records an evaluation of the predicate of the target; side is the side of the condition that
// is the target. The best of all evaluations counts.
func (n *Near) Record(o symexec.Observation, side bool) {
	if d := Toward(o, side); !n.Reached || d < n.Distance {
		n.Reached, n.Distance = true, d
	}
}
