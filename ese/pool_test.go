package ese

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/internal/testutil"
	"nearmiss/symexec"
	"nearmiss/term"
)

// TestAdd: of paths with the same condition the first stays, and is an offspring
// once it was bred; those whose hashes alone are the same are different.
func TestAdd(t *testing.T) {
	b := term.NewBuilder()
	x, y := b.Slot(0, term.BoolSort, false), b.Slot(1, term.BoolSort, false)
	of := func(cost uint64, condition ...*term.Term) individual {
		return newIndividual(&symexec.Path{Condition: condition, Decisions: make([]symexec.Decision, 1)}, cost)
	}
	alike := of(5, y)
	alike.hash = of(0, x).hash
	p := newPool()
	for _, i := range []individual{of(1, x), of(2, x, y), of(3, y, x), of(4, x), alike, of(6), of(7), of(8, x, y)} {
		p.add(i, i.cost != 1)
	}
	if want := []uint64{1, 2, 3, 5, 6}; !slices.Equal(costsOf(p.all), want) || p.clauses != 6 {
		t.Errorf("%v, want %v; %d clauses", costsOf(p.all), want, p.clauses)
	}
	if !p.all[0].bred || p.costs.total != 17 || p.all[0].path.Decisions != nil {
		t.Errorf("%+v of %d", *p.all[0], p.costs.total)
	}
}

// numbered is an individual with a condition of its own.
func numbered(b *term.Builder, n int, cost uint64) individual {
	i := newIndividual(&symexec.Path{Condition: []*term.Term{b.Slot(n, term.BoolSort, false)}}, cost)
	i.born = uint64(n)
	return i
}

// TestSurvivors: none is picked twice, and nobody of the elite.
func TestSurvivors(t *testing.T) {
	b, p := term.NewBuilder(), newPool()
	for n, cost := range []uint64{1, 2, 100, 5, 8} {
		p.add(numbered(b, n, cost), true)
	}
	testutil.Run(t, func(rng *rand.Rand) {
		elite := p.elite(1)
		got := p.survivors(rng, elite, 3)
		if !slices.Equal(costsOf(elite), []uint64{100}) || !slices.Equal(costsOf(got), []uint64{8, 1, 5}) {
			t.Errorf("%v and %v", costsOf(elite), costsOf(got))
		}
	}, 8, 0, testutil.Share(2, 7))
	if p.costs.total != 116 {
		t.Errorf("total %d", p.costs.total)
	}
	free := newPool()
	for n := range 4 {
		free.add(numbered(b, n, 0), true)
	}
	testutil.Run(t, func(rng *rand.Rand) {
		if got := free.survivors(rng, free.elite(0), 9); len(got) != 4 || got[0] != free.all[2] {
			t.Errorf("%d of four that cost nothing", len(got))
		}
	}, 2, testutil.Share(0, 3), 0, 0)
}

// TestPoolLaw: whatever lives, dies, is bred and is forgotten, the elite is the
// first of the members in order, and survivors are members with the right odds.
func TestPoolLaw(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b, p := term.NewBuilder(), newPool()
		var living []*individual
		for n := range rapid.IntRange(0, 60).Draw(t, "steps") {
			i := p.add(numbered(b, rapid.IntRange(0, 20).Draw(t, "n"), rapid.Uint64Range(0, 9).Draw(t, "cost")), n%3 > 0)
			if !i.lives && (!i.bred || n%2 == 0) {
				p.revive(i)
				living = append(living, i)
			}
			switch rapid.IntRange(0, 5).Draw(t, "event") {
			case 0:
				if len(living) > 0 {
					p.bury(living[0])
					living = living[1:]
				}
			case 1:
				next := append(p.elite(2), p.survivors(generator(uint64(n)), p.elite(2), 3)...)
				p.succeed(living, next)
				living = next
			case 2:
				p.forget(rapid.IntRange(5, 30).Draw(t, "most"))
			}
			want, total := []*individual(nil), uint64(0)
			for _, i := range p.all {
				if i != nil && i.member() {
					want, total = append(want, i), total+i.cost
				}
			}
			slices.SortFunc(want, fitter)
			elite := p.elite(4)
			if !slices.Equal(elite, want[:min(4, len(want))]) || p.costs.total != total {
				t.Fatalf("elite %v of %v, total %d of %d", costsOf(elite), costsOf(want), p.costs.total, total)
			}
			rest := p.survivors(generator(uint64(n)), elite, 100)
			if len(elite)+len(rest) != len(want) {
				t.Fatalf("%d and %d of %d", len(elite), len(rest), len(want))
			}
			for _, i := range rest {
				if !slices.Contains(want, i) || slices.Contains(elite, i) {
					t.Fatal("no member survives, or one of the elite")
				}
			}
			for _, i := range living {
				if !i.lives || p.all[i.place] != i {
					t.Fatal("who lives is forgotten")
				}
			}
		}
	})
}

// TestForgetOffspring: the oldest go first, of those that do not live.
func TestForgetOffspring(t *testing.T) {
	b, p := term.NewBuilder(), newPool()
	for n := range 6 {
		p.add(numbered(b, n, 1), n > 0)
	}
	p.revive(p.all[1])
	if n := p.forget(3); n != 2 || p.clauses != 3 || p.all[0] != nil || p.all[1] == nil || p.all[4] == nil || p.costs.total != 3 {
		t.Errorf("%d dropped, %d clauses, total %d", n, p.clauses, p.costs.total)
	}
	if again := p.add(numbered(b, 2, 1), true); again.place != 6 || p.costs.total != 4 {
		t.Errorf("%+v", *again)
	}
}
