package dse_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/term"
)

// clauses reads "begin" ";" "end" "." where a word is as many letters as there
// are: it is compared when it was read to its end.
func clauses(m *toyMachine) {
	at := 0
	more := func() bool { return at < m.Len()-1 && m.Branch(0, term.LT, m.Int(int64(at)), m.Slot(0)) }
	letter := func() bool {
		return more() && m.Branch(1, term.GE, m.Slot(1+at), m.Int('a')) && m.Branch(2, term.LE, m.Slot(1+at), m.Int('z'))
	}
	word := func(place uint64, w string) (is bool) {
		m.Call(place, func() {
			from := at
			for letter() {
				at++
			}
			is = at > from && m.Word(3, 1, from, at, w)
		})
		return is
	}
	sign := func(cond int, c int64) (is bool) {
		if is = more() && m.Branch(cond, term.EQ, m.Slot(1+at), m.Int(c)); is {
			at++
		}
		return is
	}
	if word(1, "begin") && sign(4, ';') && word(2, "end") && sign(5, '.') && !more() {
		m.Branch(6, term.EQ, m.Slot(0), m.Int(int64(at)))
		m.Word(7, 1, 0, 0, "")
	}
}

func reading(code func(*toyMachine), room int) *toyProgram {
	p := newToy(code, 1+room)
	p.Lists = []toyList{{Len: 0, Room: room}}
	return p
}

// TestSubstitution asserts that a text of four tokens is read. No flip makes a word of
// another length: other strategies do not pass.
func TestSubstitution(t *testing.T) {
	for _, c := range []struct {
		name     string
		strategy dse.Factory
		found    bool
	}{
		{"substitution", dse.Substitution, true}, {"auto", dse.Auto, true}, {"pex", dse.ByName("pex"), false}, {"random", dse.Random, false},
	} {
		p := reading(clauses, 20)
		var last input.Vector
		r := run(t, p, c.strategy, 1, dse.Options{
			Starts: []input.Vector{zeros(21)}, Targets: []uint32{15}, Budget: dse.Budget{Runs: 300}, Inputs: p,
			OnRun: func(r *dse.Run) bool { last = r.Path.Input; return true },
		})
		if found := r.Covered[15] != nil; found != c.found {
			t.Errorf("%s: found: %v, in %d runs", c.name, found, r.Runs)
		} else if e := p.Elements(last, 1); found && string(bytesOf(e)) != "begin;end." {
			t.Errorf("%s: %q", c.name, bytesOf(e))
		}
	}
}

func bytesOf(words []uint64) (b []byte) {
	for _, w := range words {
		b = append(b, byte(w))
	}
	return b
}

// editing asserts what Substitution may run.
type editing struct {
	dse.Strategy
	t    *rapid.T
	p    *toyProgram
	runs []input.Vector
}

func (f *editing) ObserveRun(r *dse.Run, fresh []*dse.Node) {
	f.runs = append(f.runs, r.Path.Input)
	f.Strategy.ObserveRun(r, fresh)
}

// Next asserts that what is to be run differs from some run in one piece.
func (f *editing) Next() dse.Step {
	s := f.Strategy.Next()
	if s.Input != nil && !slices.ContainsFunc(f.runs, func(w input.Vector) bool { return f.edited(w, s.Input) }) {
		f.t.Fatalf("%v is an edit of no run", s.Input)
	}
	return s
}

// edited reports whether v has another piece in one place of w, which is a word,
// one other element, or zeros.
func (f *editing) edited(w, v input.Vector) bool {
	a, b := f.p.Elements(w, 1), f.p.Elements(v, 1)
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	tail := 0
	for tail < min(len(a), len(b))-same && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	piece := b[same : len(b)-tail]
	zero := !slices.ContainsFunc(piece, func(w uint64) bool { return w != 0 })
	return len(piece) <= 1 || zero || len(piece) <= len("begin")
}

// TestSubstitutionEdits asserts that inputs are run that differ from a run in
// one piece, that nothing is run again, and that the search ends.
func TestSubstitutionEdits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := reading(clauses, rapid.IntRange(0, 12).Draw(t, "room"))
		start := zeros(p.Lists[0].Room + 1)
		for i := range rapid.IntRange(0, p.Lists[0].Room).Draw(t, "elements") {
			start[0], start[1+i] = uint64(i+1), rapid.Uint64Range('`', '{').Draw(t, "element")
		}
		ran := map[string]bool{}
		r := run(t, p, func(w *dse.World) dse.Strategy { return &editing{Strategy: dse.Substitution(w), t: t, p: p} }, rapid.Uint64().Draw(t, "seed"), dse.Options{
			Starts: []input.Vector{start}, Budget: dse.Budget{Runs: 100}, Inputs: p,
			OnRun: func(r *dse.Run) bool {
				text := string(bytesOf(p.Elements(r.Path.Input, 1)))
				if r.Flipped == nil && ran[text] {
					t.Fatalf("%q is run again", text)
				}
				ran[text] = true
				return true
			},
		})
		if r.Diverged > 0 {
			t.Fatalf("%d runs diverged", r.Diverged)
		}
	})
}

// TestSubstitutionDeclines asserts that there is nothing to do for a program that
// does not tell how it reads.
func TestSubstitutionDeclines(t *testing.T) {
	r, err := dse.Search(context.Background(), newToy(signs, 4), dse.Substitution, rand.New(rand.NewPCG(1, 1)), dse.Options{Starts: []input.Vector{zeros(4)}})
	if err != nil || r.Runs != 1 {
		t.Errorf("%+v, %v", r, err)
	}
}
