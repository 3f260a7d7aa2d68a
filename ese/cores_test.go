package ese

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/ese/internal/toy"
	"nearmiss/symexec"
	"nearmiss/term"
)

// TestCoresLaw: what is refuted has all clauses of a core, one of the last
// that were learned; and what has all of one is refuted.
func TestCoresLaw(t *testing.T) {
	b := term.NewBuilder()
	var all []*term.Term
	for i := range 40 {
		all = append(all, b.Slot(i, term.BoolSort, false))
	}
	set := rapid.SliceOfNDistinct(rapid.SampledFrom(all), 1, 9, func(t *term.Term) int { return t.ID })
	rapid.Check(t, func(t *rapid.T) {
		learned := rapid.SliceOfN(set, 0, 30).Draw(t, "cores")
		c := &cores{}
		for range rapid.SampledFrom([]int{1, 90}).Draw(t, "times") {
			for _, core := range learned {
				c.learn(core)
			}
		}
		for range 10 {
			pre := set.Draw(t, "clauses")
			want := slices.ContainsFunc(learned, func(core []*term.Term) bool {
				return !slices.ContainsFunc(core, func(k *term.Term) bool { return !slices.Contains(pre, k) })
			})
			if c.refute(pre) != want {
				t.Fatalf("%v is refuted: %v, by %v", pre, !want, learned)
			}
		}
	})
}

// TestCoresForget: the oldest core goes first.
func TestCoresForget(t *testing.T) {
	b := term.NewBuilder()
	c := &cores{}
	c.learn(nil)
	if c.refute(nil) {
		t.Error("nothing is refuted by nothing")
	}
	for i := range mostCores + 2 {
		c.learn([]*term.Term{b.Slot(i, term.BoolSort, false)})
	}
	for i, want := range map[int]bool{0: false, 1: false, 2: true, mostCores: true, mostCores + 1: true} {
		if got := c.refute([]*term.Term{b.Slot(i, term.BoolSort, false)}); got != want {
			t.Errorf("%d: %v", i, got)
		}
	}
	many := make([]*term.Term, 3000)
	for i := range many {
		many[i] = b.Slot(5000+i, term.BoolSort, false)
	}
	if c.refute(many) || !c.refute(append(many, b.Slot(7, term.BoolSort, false))) {
		t.Error("among many")
	}
}

// TestRefuting: the second time nobody is asked, and the search goes on as if
// somebody had been.
func TestRefuting(t *testing.T) {
	g := gateOf(target(toy.InsertionSort, 4))
	defer g.remembering()()
	b := g.Builder()
	x, y, z := b.Slot(0, term.Signed(64), false), b.Slot(1, term.Signed(64), false), b.Slot(2, term.Signed(64), false)
	pre := []*term.Term{b.Compare(term.LT, x, y), b.Compare(term.LT, y, z), b.Compare(term.LT, z, x)}
	for i, queries := range []uint64{1, 1, 2} {
		if i == 2 {
			pre = pre[1:]
		}
		p, more := g.Explore(pre, coin{generator(1)})
		if a := g.Archive(); !more || (p == nil) != (i < 2) || a.Explorations != uint64(i+1) || a.Lost != uint64(min(i+1, 2)) || a.Queries < queries || i < 2 && a.Queries > queries {
			t.Errorf("%d: %v, %+v", i, p, a.Counts)
		}
	}
}

// TestGenesBegin: what is known of the beginning of another path is right.
func TestGenesBegin(t *testing.T) {
	g := gateOf(target(toy.InsertionSort, 6))
	rng := generator(1)
	l := newLean()
	var last *genes
	alike := 0
	for range 200 {
		var p *symexec.Path
		if last == nil {
			p, _ = g.Explore(nil, coin{rng})
		} else {
			p, _ = g.Explore(last.list[:rng.IntN(len(last.list)+1)], coin{rng})
		}
		alike += last.alike(p.Condition)
		got, want := l.genes(p, last), newLean().genes(p, nil)
		if !slices.Equal(got.list, want.list) || !slices.Equal(got.is, want.is) {
			t.Fatalf("%v, not %v", got.list, want.list)
		}
		last = got
	}
	if alike < 200 {
		t.Errorf("only %d clauses were known", alike)
	}
}
