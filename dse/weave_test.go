package dse_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/dse"
	"nearmiss/dse/internal/toy"
	"nearmiss/input"
	"nearmiss/term"
)

// dots cuts a text at its dots, and wants the first piece to be "go".
func dots(m *toy.Machine) {
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

// TestWeaveEdits asserts what two letters become: with a block of their own in
// another place or twice, without one, with the word for their piece, and with the
// letter that elements are compared with.
func TestWeaveEdits(t *testing.T) {
	var f dse.Frontier
	got := map[string]bool{}
	p := reading(dots, 4)
	run(t, p, func(w *dse.World) dse.Frontier { f = dse.Weave(w); return f }, 1, dse.Options{
		Starts: []input.Vector{{2, 'a', 'b', 0, 0}}, Targets: []uint32{7},
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
func spelling(m *toy.Machine) {
	for n := 0; n < m.Len()-1 && m.Branch(0, term.LT, m.Int(int64(n)), m.Slot(0)); n++ {
		if !m.Branch(1, term.EQ, m.Slot(1+n), m.Int('a')) && !m.Branch(2, term.LT, m.Slot(1+n), m.Int('z')) && n > 0 {
			m.Word(3, 1, n-1, n+1, "be")
		}
	}
}

// weaving asserts what Weave may suggest, and flips nodes at random otherwise.
type weaving struct {
	dse.Frontier
	weave dse.Keeper
	t     *rapid.T
	room  int
	runs  []input.Vector
	tried int
}

func (f *weaving) New(n *dse.Node)       { f.Frontier.New(n); f.weave.New(n) }
func (f *weaving) Exhausted(n *dse.Node) { f.Frontier.Exhausted(n); f.weave.Exhausted(n) }

func (f *weaving) Ran(r *dse.Run) {
	f.runs = append(f.runs, r.Path.Input)
	f.Frontier.Ran(r)
	f.weave.Ran(r)
}

func (f *weaving) Keep(r *dse.Run) bool {
	keep := f.weave.Keep(r)
	if !keep {
		f.runs = append(f.runs, r.Path.Input)
	}
	return keep
}

func (f *weaving) Suggest() input.Vector {
	v := f.weave.Suggest()
	if v == nil {
		return nil
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
	return v
}

// TestWeaveSuggests asserts that what is suggested fits, was not run, and is made of
// elements of runs and of what elements are compared with.
func TestWeaveSuggests(t *testing.T) {
	suggested := 0
	rapid.Check(t, func(t *rapid.T) {
		room := rapid.IntRange(6, 12).Draw(t, "room")
		var f *weaving
		strategy := func(w *dse.World) dse.Frontier {
			f = &weaving{Frontier: dse.Random(w), weave: dse.Weave(w).(dse.Keeper), t: t, room: room}
			return f
		}
		run(t, reading(spelling, room), strategy, rapid.Uint64().Draw(t, "seed"), dse.Options{
			Starts: []input.Vector{zeros(1 + room)}, Targets: []uint32{15}, Budget: dse.Budget{Runs: 300},
		})
		suggested += f.tried
	})
	if suggested == 0 {
		t.Error("nothing was suggested")
	}
}
