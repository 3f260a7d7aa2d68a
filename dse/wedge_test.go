package dse_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/dse"
	"nearmiss/dse/internal/toy"
	"nearmiss/input"
	"nearmiss/term"
)

// field reads nines up to a semicolon, and an end behind it. Without the end
// nothing counts; then it wants many nines.
func field(m *toy.Machine) {
	n := 0
	more := func() bool { return n < m.Len()-1 && m.Branch(0, term.LT, m.Int(int64(n)), m.Slot(0)) }
	for ; more() && m.Branch(1, term.NE, m.Slot(1+n), m.Int(';')); n++ {
		if !m.Branch(2, term.EQ, m.Slot(1+n), m.Int('9')) {
			return
		}
	}
	nines := n
	if n++; !more() || !m.Branch(3, term.EQ, m.Slot(1+n), m.Int('$')) {
		return
	}
	m.Branch(4, term.GE, m.Int(int64(nines)), m.Int(15)) // so many that it begins before
}

// wedging asserts what Wedge may suggest, and flips nodes at random otherwise.
type wedging struct {
	dse.Frontier
	wedge dse.Suggester
	t     *rapid.T
	runs  []input.Vector
	tried int
}

func (f *wedging) Ran(r *dse.Run) {
	f.runs = append(f.runs, slices.Clone(r.Path.Input))
	f.Frontier.Ran(r)
	f.wedge.Ran(r)
}

func (f *wedging) Suggest() input.Vector {
	v := f.wedge.Suggest()
	if v == nil {
		return nil
	}
	f.tried++
	elements := func(u input.Vector) []uint64 { return u[1 : 1+u[0]] }
	if slices.ContainsFunc(f.runs, func(u input.Vector) bool { return slices.Equal(u, v) }) {
		f.t.Fatalf("%v was run", v)
	}
	ok := slices.ContainsFunc(f.runs, func(u input.Vector) bool {
		for i, x := range elements(v) {
			if slices.Equal(slices.Delete(slices.Clone(elements(v)), i, i+1), elements(u)) {
				return slices.ContainsFunc(f.runs, func(u input.Vector) bool { return slices.Contains(elements(u), x) })
			}
		}
		return false
	})
	if !ok {
		f.t.Fatalf("%v is no run with one element more", v)
	}
	return v
}

// TestWedgeSuggests asserts that what is suggested was not run, and is the input of a
// run with an element more that some run had.
func TestWedgeSuggests(t *testing.T) {
	suggested := 0
	rapid.Check(t, func(t *rapid.T) {
		room := rapid.IntRange(20, 30).Draw(t, "room")
		var f *wedging
		strategy := func(w *dse.World) dse.Frontier {
			f = &wedging{Frontier: dse.Random(w), wedge: dse.Wedge(w).(dse.Suggester), t: t}
			return f
		}
		run(t, reading(field, room), strategy, rapid.Uint64().Draw(t, "seed"), dse.Options{
			Starts: []input.Vector{zeros(1 + room)}, Targets: []uint32{9}, Budget: dse.Budget{Runs: 200},
		})
		suggested += f.tried
	})
	if suggested == 0 {
		t.Error("nothing was suggested")
	}
}
