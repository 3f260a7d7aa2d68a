package symexec

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/smt/embedded"
)

// A stand is an evaluation of a condition, and how far it is from the side that it did not
// take.
type stand struct {
	o     *Operands
	exact uint64
}

// stands keeps those of a run whose operands depend on the input.
type stands []stand

func (s *stands) Wants(int) bool { return true }

func (s *stands) Saw(o Observation) {
	other := o.Distance[0] == 0
	if p := o.Operands(other); p != nil {
		*s = append(*s, stand{p, o.Distance[b2i(other)]})
	}
}

// polished runs an input of a function, and polishes all its evaluations. It asserts that
// what is found takes the path to the evaluation, and is as near there as is said.
func polished(t *testing.T, e *Executor, s *stands, v input.Vector) (was []uint64, all []Polished) {
	t.Helper()
	run := func(v input.Vector) *Path {
		*s = (*s)[:0]
		path, err := e.ExploreFrom(t.Context(), v, nil, Follow{})
		if err != nil {
			t.Fatal(err)
		}
		return path
	}
	path := run(v)
	for nth, x := range slices.Clone(*s) {
		prefix := path.Condition[:x.o.At]
		p, err := e.Polish(t.Context(), v, prefix, x.o)
		if err != nil {
			t.Fatal(err)
		}
		now := run(p.Input)
		if !startsWith(now.Condition, prefix) {
			t.Fatalf("%v, evaluation %d: %v leaves the path to it", v, nth, p.Input)
		}
		if p.Exact > 0 && (*s)[nth].exact != p.Exact {
			t.Fatalf("%v, evaluation %d: %v is %d away, and %d when it is run", v, nth, p.Input, p.Exact, (*s)[nth].exact)
		}
		was, all = append(was, x.exact), append(all, p)
	}
	return was, all
}

// rough prepares a function of the test data.
func rough(t *testing.T, name string, s *stands) (*Executor, *input.Space) {
	t.Helper()
	p := program(t, "./testdata/rough")
	space := input.NewSpace(p.Entries[p.Entry(name)], input.Limits{Len: 5})
	return executor(t, p, name, Options{Vector: space.Zero(), Bound: 6, Open: true, Panics: true, Solver: embedded.New(embedded.Options{}), Observer: s}), space
}

// TestPolish: nothing is farther away when it is polished, and much is nearer.
func TestPolish(t *testing.T) {
	for _, name := range []string{"Sum", "Between", "Word", "Far"} {
		var s stands
		e, space := rough(t, name, &s)
		space.Seeds = input.Seeds{Strings: []string{"abc", "zzz", "yzy"}}
		rng := rand.New(rand.NewPCG(3, 9))
		better := 0
		for range 200 {
			v := space.Random(nil, rng)
			was, all := polished(t, e, &s, v)
			for i, p := range all {
				switch {
				case p.Exact > was[i]:
					t.Fatalf("%s(%v), evaluation %d: %d away, and %d when polished", name, v, i, was[i], p.Exact)
				case p.Exact < was[i]:
					better++
				}
			}
		}
		if better < 100 {
			t.Errorf("%s: only %d were polished", name, better)
		}
	}
}

// TestPolishLast polishes the last evaluations of paths whose best inputs are known.
func TestPolishLast(t *testing.T) {
	text := func(s string, by uint64) input.Vector {
		v := input.Vector{uint64(len(s))}
		for _, c := range []byte(s) {
			v = append(v, uint64(c))
		}
		return append(v, by)
	}
	far := func(x int64) uint64 { return uint64(x) }
	for _, c := range []struct {
		name     string
		in       input.Vector
		was, now uint64 // exact words: one more than the distance
	}{
		{"Sum", input.Vector{3, 7}, 271 - 17 + 1, 271 - 40 - 2*100 + 1},
		{"Sum", input.Vector{7, 3}, 271 - 18 + 1, 271 - 3*40 + 1},
		{"Between", input.Vector{far(-20), far(-15)}, -20 + 70 - 15 + 1, 1 + 1}, // that it may hold is not asked
		{"Word", text("bcd", 0), 23 + 2 + 15 + 1, 23 + 1},                       // no letter of the path is a y
		{"Word", text("zzz", 0), 1 + 21 + 7 + 1, 0},
		{"Word", text("bc", 0), 256 + 23 + 2 + 1, 256 + 23 + 1},
		{"Far", input.Vector{7, 5}, 1<<63 + 1 - 7 + 1, 1 + 1},
	} {
		var s stands
		e, _ := rough(t, c.name, &s)
		was, all := polished(t, e, &s, c.in)
		last := len(all) - 1
		if was[last] != c.was || all[last].Exact != c.now {
			t.Errorf("%s(%v): %d away, and %d when polished, as %v; want %d and %d", c.name, c.in, was[last], all[last].Exact, all[last].Input, c.was, c.now)
		}
	}
}
