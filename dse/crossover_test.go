package dse_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/term"
)

// dotted cuts a text at its dots, and wants the first piece to be "go".
func dotted(m *toyMachine) {
	n := 0
	for ; n < m.Len()-1 && m.Branch(0, term.LT, m.Int(int64(n)), m.Slot(0)); n++ {
		if m.Branch(1, term.EQ, m.Slot(1+n), m.Int('.')) {
			break
		}
	}
	if m.Word(2, 1, 0, n, "go") {
		m.Branch(3, term.EQ, m.Slot(1), m.Int(0))
	}
}

// TestCrossoverEdits asserts what two letters become: with a block of their own in
// another place or twice, without one, with the word for their piece, and with the
// letter that elements are compared with.
func TestCrossoverEdits(t *testing.T) {
	var f dse.Strategy
	got := map[string]bool{}
	p := reading(dotted, 4)
	run(t, p, func(w *dse.World) dse.Strategy { f = dse.Crossover(w); return f }, 1, dse.Options{
		Starts: []input.Vector{{2, 'a', 'b', 0, 0}}, Targets: []uint32{7}, Inputs: p,
	})
	for range 2000 {
		if v := dse.Edited(f); v != nil {
			got[string(bytesOf(p.Elements(v, 1)))] = true
		}
	}
	want := []string{
		"", "a", "b", // left out
		"aab", "bab", "aba", "abb", "abab", "aabb", // put in
		"bb", "aa", "abb", "aba", // in place
		"go", ".ab", "a.b", "ab.", ".b", "a.",
	}
	for _, s := range want {
		if !got[s] {
			t.Errorf("%q is missing", s)
		}
	}
	for s := range got {
		if !slices.Contains(want, s) && s != "ab" && s != "bb" {
			t.Errorf("%q is too much", s)
		}
	}
}

// spelling compares all elements with two letters, and a pair with a word.
func spelling(m *toyMachine) {
	for n := 0; n < m.Len()-1 && m.Branch(0, term.LT, m.Int(int64(n)), m.Slot(0)); n++ {
		if !m.Branch(1, term.EQ, m.Slot(1+n), m.Int('a')) && !m.Branch(2, term.LT, m.Slot(1+n), m.Int('z')) && n > 0 {
			m.Word(3, 1, n-1, n+1, "be")
		}
	}
}

// crossing asserts what Crossover may run, and flips nodes at random otherwise.
type crossing struct {
	dse.Strategy
	crossover dse.Strategy
	t         *rapid.T
	room      int
	runs      []input.Vector
	tried     int
}

func (f *crossing) ObserveClosed(n *dse.Node) {
	f.Strategy.ObserveClosed(n)
	f.crossover.ObserveClosed(n)
}

func (f *crossing) ObserveRun(r *dse.Run, fresh []*dse.Node) {
	f.runs = append(f.runs, r.Path.Input)
	f.Strategy.ObserveRun(r, fresh)
	f.crossover.ObserveRun(r, fresh)
}

func (f *crossing) Next() dse.Step {
	s := f.crossover.Next()
	v := s.Input
	if v == nil {
		return f.Strategy.Next()
	}
	if f.tried++; f.tried > len(f.runs) {
		f.t.Fatalf("%d of %d runs", f.tried, len(f.runs))
	}
	if n := int(v[0]); n > f.room {
		f.t.Fatalf("%d elements where there is room for %d", n, f.room)
	}
	if slices.ContainsFunc(f.runs, func(u input.Vector) bool { return slices.Equal(u, v) }) {
		f.t.Fatalf("%v was run", v)
	}
	for _, x := range v[1 : 1+v[0]] {
		known := strings.ContainsRune("abez", rune(x)) || slices.ContainsFunc(f.runs, func(u input.Vector) bool { return slices.Contains(u[1:1+u[0]], x) })
		if !known {
			f.t.Fatalf("%v has %d, which no run had", v, x)
		}
	}
	return s
}

// TestCrossoverInputs asserts that what is run fits, was not run, and is made of elements of
// runs and of what elements are compared with.
func TestCrossoverInputs(t *testing.T) {
	tried := 0
	rapid.Check(t, func(t *rapid.T) {
		room := rapid.IntRange(6, 12).Draw(t, "room")
		p := reading(spelling, room)
		var f *crossing
		strategy := func(w *dse.World) dse.Strategy {
			f = &crossing{Strategy: dse.Random(w), crossover: dse.Crossover(w), t: t, room: room}
			return f
		}
		run(t, p, strategy, rapid.Uint64().Draw(t, "seed"), dse.Options{
			Starts: []input.Vector{zeros(1 + room)}, Targets: []uint32{15}, Budget: dse.Budget{Runs: 120}, Inputs: p,
		})
		tried += f.tried
	})
	if tried == 0 {
		t.Error("nothing was tried")
	}
}
