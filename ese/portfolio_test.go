package ese

import (
	"context"
	"math"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/ese/internal/toy"
)

// script is a strategy of a play: what its level is after so much work.
type script func(work float64) uint64

// play has a portfolio of scripts spend so much, a unit a turn, and returns
// what each has spent, and the best cost.
func play(total float64, scripts ...script) (spent []float64, best uint64) {
	g := newGate(context.Background(), Target{}, generator(1), Options{})
	p := &portfolio{g: g}
	for range scripts {
		p.arms = append(p.arms, &arm{gate: g, share: 1, inputs: true})
	}
	spent = make([]float64, len(scripts))
	for done := 0.0; done < total; done++ {
		a := p.choose(done, total-done)
		for i := range p.arms {
			if p.arms[i] == a {
				spent[i]++
				level := scripts[i](spent[i])
				a.turns++
				a.note(1, level, 0, g.archive.Cost)
				g.archive.Cost = max(g.archive.Cost, level)
			}
		}
		p.charge(a, 1, total-done-1)
	}
	return spent, g.archive.Cost
}

// rising rises by so much with each e-fold of work.
func rising(by float64) script {
	return func(work float64) uint64 { return 10 + uint64(by*math.Log(1+work)) }
}

func flat(float64) uint64 { return 10 }

// TestPortfolioShares: one that pays alone gets all but the trials of the others,
// exactly, if these do not rise; and all but what is shared evenly, if they rise
// too.
func TestPortfolioShares(t *testing.T) {
	const n = 1000
	slowly := func(work float64) uint64 { return uint64(10 + 5*work) }
	spent, _ := play(n, slowly, rising(200), slowly, slowly)
	const even = trial*n/4 + slack*(1-trial)*n/4
	if spent[1] < n-3*even-2 || spent[0] < even/2 {
		t.Errorf("where all rise: %v, and an even part is %v", spent, even)
	}
	spent, _ = play(n, flat, rising(1000), flat, flat)
	for i, s := range spent {
		want := trial * n / 4
		if i == 1 {
			want = n - 3*want
		}
		if math.Abs(s-want) > 4 {
			t.Errorf("arm %d has spent %v of %d, not %v", i, s, n, want)
		}
	}
	spent, _ = play(n, flat, flat)
	if math.Abs(spent[0]-spent[1]) > 2 {
		t.Errorf("where none pays: %v", spent)
	}
}

// TestPortfolioOne: an arm that pays alone gets at least half of the
// work, wherever it stands and however fast it rises.
func TestPortfolioOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 7).Draw(t, "arms")
		one := rapid.IntRange(0, n-1).Draw(t, "one")
		total := rapid.Float64Range(1000, 5000).Draw(t, "total")
		scripts := make([]script, n)
		for i := range scripts {
			scripts[i] = flat
		}
		scripts[one] = rising(rapid.Float64Range(1000, 1e6).Draw(t, "rise"))
		if spent, _ := play(total, scripts...); spent[one] < 0.5*total {
			t.Errorf("%v of %v", spent[one], total)
		}
	})
}

// TestPortfolioLate: an arm that is behind, but rises, takes over from one that
// is ahead and does not.
func TestPortfolioLate(t *testing.T) {
	ahead := func(float64) uint64 { return 5000 }
	behind := func(work float64) uint64 { return uint64(20 * work) }
	spent, best := play(1000, ahead, behind, flat)
	if best <= 10_000 {
		t.Errorf("best %d; spent %v", best, spent)
	}
	stops := func(work float64) uint64 { return uint64(100 * min(work, 30)) }
	spent, _ = play(1000, stops, behind)
	if spent[1] < 300 {
		t.Errorf("after the first has stopped: %v", spent)
	}
}

// TestPortfolioDear: an arm whose paths are dearer than a trial waits until it
// is owed one, if another gets on; else it does not.
func TestPortfolioDear(t *testing.T) {
	g := newGate(context.Background(), Target{}, generator(1), Options{})
	g.archive.Explorations, g.archive.Cost = 1, 100
	in := &arm{gate: g, share: 1, inputs: true, turns: 1, spent: 50}
	dear := &arm{gate: g, share: 1, turns: 1, spent: 30}
	p := &portfolio{g: g, arms: []*arm{in, dear}}
	in.record = record{level: 100, work: 50, rises: 1e6}
	if p.choose(80, 120) != in {
		t.Error("no wait")
	}
	dear.credit, in.spent, dear.spent = 30, 60, 30
	if p.choose(90, 110) != dear {
		t.Error("waits although it is owed a path")
	}
	dear.credit, in.credit, in.rises = 0, -1, 0
	if p.choose(80, 120) != dear {
		t.Error("waits for nobody")
	}
	in.spent = 2
	if p.choose(40, 160) != in {
		t.Error("does not wait for a trial")
	}
}

// TestRecordOthers: what others have found is nobody's rise.
func TestRecordOthers(t *testing.T) {
	var r record
	r.note(1, 10, 0, 0)
	r.note(1, 500, 0, 500) // joined
	if r.rises != 0 || r.level != 500 {
		t.Errorf("%+v", r)
	}
	r.note(2, 507, 0, 500)
	if want := 7 * math.Pow(4, fading); r.rises != want {
		t.Errorf("%v, not %v", r.rises, want)
	}
	if got, want := r.expect(4*(math.E-1)), float64(7*fading); math.Abs(got-want) > 1e-9 {
		t.Errorf("expects %v, not %v", got, want)
	}
	r.note(1, 100, 1, 507) // begins anew
	if r.rises != 0 || r.work != 1 || r.level != 100 {
		t.Errorf("%+v", r)
	}
}

// TestRecordScale: only shares of the work matter.
func TestRecordScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := rapid.Float64Range(1e-3, 1e3).Draw(t, "scale")
		var a, b record
		level := uint64(1)
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			w := rapid.Float64Range(0.1, 10).Draw(t, "work")
			level += rapid.Uint64Range(0, 50).Draw(t, "rise")
			a.note(w, level, 0, 0)
			b.note(k*w, level, 0, 0)
		}
		if x, y := a.expect(7), b.expect(7*k); math.Abs(x-y) > 1e-6*(1+x) {
			t.Errorf("%v and %v", x, y)
		}
	})
}

// TestRounds: a round over inputs ends when half of it was of no use, and the
// search goes on with another.
func TestRounds(t *testing.T) {
	target, _ := withInputs(toy.MergeSort, 9)
	g := newGate(t.Context(), target, generator(1), Options{})
	part := g.round()
	if err := (edits{}).Search(part); err != nil {
		t.Fatal(err)
	}
	if g.Over() || part.evaluations < leastRound || part.most != g.archive.Cost {
		t.Errorf("over: %v; %d evaluations; %d of %d", g.Over(), part.evaluations, part.most, g.archive.Cost)
	}
}
