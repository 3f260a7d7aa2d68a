package dse_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/dse"
	"nearmiss/internal/probe"
	"nearmiss/symexec"
	"nearmiss/term"
)

// TestTable1 asserts that distances are those of the paper's Table 1 with K = 1.
func TestTable1(t *testing.T) {
	const k = 1
	for _, c := range []struct {
		rel   term.Rel
		fails func(a, b float64) float64
	}{
		{term.EQ, func(a, b float64) float64 { return math.Abs(a - b) }},
		{term.GT, func(a, b float64) float64 { return b - a + k }},
		{term.GE, func(a, b float64) float64 { return b - a }},
		{term.LT, func(a, b float64) float64 { return a - b + k }},
		{term.LE, func(a, b float64) float64 { return a - b }},
		{term.NE, func(a, b float64) float64 { return k }}, // not in the table
	} {
		rapid.Check(t, func(t *rapid.T) {
			a, b := rapid.Int64Range(-1<<50, 1<<50).Draw(t, "a"), rapid.Int64Range(-9, 9).Draw(t, "b")
			x, y := rapid.Float64Range(-1e9, 1e9).Draw(t, "x"), rapid.SampledFrom([]float64{0, -1.5, 1e-300, 7}).Draw(t, "y")
			if rapid.Bool().Draw(t, "close") {
				a, x = b+a%3, y
			}
			for _, v := range []struct {
				a, b  float64
				float bool
				exact uint64
			}{{float64(a), float64(b), false, probe.DistI(probe.Rel(c.rel), a, b)}, {x, y, true, probe.DistF(probe.Rel(c.rel), x, y)}} {
				want := 0.0
				if v.exact > 0 {
					want = c.fails(v.a, v.b)
				}
				if got := dse.Distance(symexec.Relation(c.rel), v.float, v.exact); got != want || (got == 0) != (v.exact == 0) {
					t.Errorf("%v %v %v: %v, want %v", v.a, c.rel, v.b, got, want)
				}
			}
		})
	}
	if d := dse.Distance(symexec.Less, true, probe.DistF(probe.LT, math.NaN(), 1)); !math.IsInf(d, 1) {
		t.Errorf("nan < 1: %v", d)
	}
}

// TestNearest asserts that the best of all evaluations counts, on either side.
func TestNearest(t *testing.T) {
	var n dse.Near
	for _, c := range []struct {
		o    symexec.Observation
		side bool
		want float64
	}{
		{symexec.Observation{Relation: symexec.Equal, Distance: [2]uint64{0, 21}}, true, 20},
		{symexec.Observation{Relation: symexec.Equal, Distance: [2]uint64{0, 31}}, true, 20},
		{symexec.Observation{Relation: symexec.GreaterOrEqual, Distance: [2]uint64{15, 0}}, false, 15}, // < has K
		{symexec.Observation{Relation: symexec.Greater, Distance: [2]uint64{15, 0}}, false, 14},
		{symexec.Observation{Relation: symexec.Truth, Distance: [2]uint64{0, 1}, Gap: 5}, true, 5}, // of structs
		{symexec.Observation{Relation: symexec.Truth, Distance: [2]uint64{0, 1}}, true, 1},
		{symexec.Observation{Relation: symexec.Truth, Distance: [2]uint64{1, 0}, Gap: 5}, true, 0},
	} {
		if n.Record(c.o, c.side); !n.Reached || n.Distance != c.want {
			t.Errorf("after %+v: %+v, want %v", c.o, n, c.want)
		}
	}
}
