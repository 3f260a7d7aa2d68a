package ese

import (
	"errors"
	"testing"

	"nearmiss/search"
	"nearmiss/symexec"
)

// TestWISEPalindrome asserts that a policy with one decision leads directly to the worst path at any
// size (section 2).
func TestWISEPalindrome(t *testing.T) {
	for name, s := range map[string]Strategy{"wise": WISE{}, "spfwca": SPFWCA{}} {
		r := find(t, target(ToyPalindrome, 100), s, 1, budget(400))
		if r.Cost != 201 || r.Paths-(r.Training-r.Lost) != 1 || r.Status != search.Exhausted {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// TestAlternate has a program that takes both sides at its single decision point, so that WISE has
// no guidance. After a history of one decision only one side is taken (section 2).
func TestAlternate(t *testing.T) {
	const size, worst = 40, 5 * 40
	if r := find(t, target(ToyAlternate, size), WISE{}, 1, budget(2000)); r.Cost >= worst || r.Status != search.Budget {
		t.Errorf("wise: cost %d, %v", r.Cost, r.Status)
	}
	for _, s := range []SPFWCA{{}, {Conditions: true}, {History: 2}, {MaxHistory: 5}} {
		r := find(t, target(ToyAlternate, size), s, 1, budget(2000))
		if r.Cost != worst || r.Explorations-r.Training != 1 || r.Status != search.Exhausted {
			t.Errorf("%+v: cost %d, %+v", s, r.Cost, r)
		}
		if want := max(uint64(s.History), 1); r.Tally(historyLength) != want {
			t.Errorf("%+v: a history of %d", s, r.Tally(historyLength))
		}
	}
}

// TestMemoryFill asserts that policies from fewer than 17 items are useless, because there is
// nothing to learn, and that evolution at the target size finds the worst path (section 2).
func TestMemoryFill(t *testing.T) {
	const worst = 3 + 17*4 + 16
	walk := DFS{First: AnyFirst} // the path with all sides true would be the worst
	for name, s := range map[string]Strategy{"wise": WISE{Walk: walk}, "spfwca": SPFWCA{Walk: walk}} {
		r := find(t, target(ToyMemoryFill, 17), s, 1, budget(3000))
		if r.Cost >= worst || r.Training != 16 || r.Tally(trained) != 16 || r.Status != search.Budget {
			t.Errorf("%s: %+v", name, r)
		}
	}
	for seed := range uint64(5) {
		if r := find(t, target(ToyMemoryFill, 17), ESE{}, seed, budget(3000)); r.Cost != worst {
			t.Errorf("seed %d: ESE finds %d of %d", seed, r.Cost, worst)
		}
	}
}

// TestTraining asserts that sizes are explored within half of the budget, and that an incomplete
// size is not used.
func TestTraining(t *testing.T) {
	// sizes 1 to 4 of alternate_0 have 2 to 16 paths, 30 together
	for _, test := range []struct{ budget, trained, training uint64 }{
		{58, 3, 29}, {60, 4, 30}, {62, 4, 31}, {123, 4, 61}, {124, 5, 62}, {1, 0, 0}, {2, 0, 1},
	} {
		for _, o := range []Options{budget(test.budget), {Budget: Budget{Feasible: test.budget}}} { // each exploration has a path
			r := find(t, target(ToyAlternate, 10), WISE{}, 1, o)
			if r.Training != test.training || r.Tally(trained) != test.trained || r.Best == nil {
				t.Errorf("budget %+v: %d sizes with %d explorations, best %v", o.Budget, r.Tally(trained), r.Training, r.Best)
			}
		}
	}
	g := gateOf(target(ToyPalindrome, 6))
	p, err := trainOnSizes(g, DFS{}, false, unsettled)
	if err != nil || len(p) != 1 || len(p[0].Input) != 5 || sidesOf(p[0]) != "FFFF" || g.Archive().Tally(trained) != 5 || g.Archive().Best != nil {
		t.Errorf("%+v, %v", p, err)
	}
}

type noSizes struct{}

var errNoSize = errors.New("no such size")

func (noSizes) At(int) (Explorer, error) { return nil, errNoSize }

// TestNoSizes asserts that WISE and SPFWCA return an error for a function without smaller sizes.
func TestNoSizes(t *testing.T) {
	for _, s := range []Strategy{WISE{}, SPFWCA{}} {
		tg := target(ToyAlternate, 5)
		tg.Sizes = nil
		if r, err := Search(t.Context(), tg, s, generator(1), Options{}); err == nil || r.Explorations > 0 {
			t.Errorf("%+v, %v", r, err)
		}
		tg.Sizes = noSizes{}
		if _, err := Search(t.Context(), tg, s, generator(1), Options{}); !errors.Is(err, errNoSize) {
			t.Error(err)
		}
	}
}

func pathOf(sides string, sites ...int) *symexec.Path {
	p := &symexec.Path{}
	for i := range sides {
		p.Decisions = append(p.Decisions, symexec.Decision{Site: symexec.Site{Cond: sites[i]}, Side: sides[i] == 'T'})
	}
	return p
}

// TestPolicy asserts the sides that a policy allows at a point, for different kinds of histories.
func TestPolicy(t *testing.T) {
	p := pathOf("FTTFT", 0, 1, 0, 1, 0) // 0F 1T 0T 1F 0T
	const none, f, tt, both = sideSet(0), tookFalse, tookTrue, tookFalse | tookTrue
	for _, test := range []struct {
		h       historyKind
		prefix  *symexec.Path
		site    int
		want    sideSet
		conclud bool
	}{
		{historyKind{}, pathOf(""), 0, both, false},
		{historyKind{}, pathOf("F", 0), 1, both, false},
		{historyKind{}, pathOf("F", 0), 2, none, false},
		{historyKind{length: 1}, pathOf(""), 0, f, true},
		{historyKind{length: 1}, pathOf("F", 0), 1, tt, true},
		{historyKind{length: 1}, pathOf("T", 0), 1, f, true},
		{historyKind{length: 1}, pathOf("T", 9), 1, f, true}, // the point does not matter
		{historyKind{length: 1}, pathOf("TF", 1, 0), 0, tt, true},
		{historyKind{length: 1, conditions: true}, pathOf("T", 9), 1, none, true},
		{historyKind{length: 1, conditions: true}, pathOf("T", 0), 1, f, true},
		{historyKind{length: 2}, pathOf("FFT", 0, 0, 1), 0, tt, true},
		{historyKind{length: 2}, pathOf("T", 1), 0, none, true},
	} {
		l := learnPolicy([]*symexec.Path{p}, test.h)
		if l.conclusive() != test.conclud {
			t.Errorf("%+v: conclusive %v", test.h, l.conclusive())
		}
		for first, order := range map[bool]Order{false: FalseFirst, true: TrueFirst} {
			g := newGuided(l, bothSides{first: order})
			g.begin(test.prefix.Decisions)
			got := g.sides(&symexec.Branch{Site: symexec.Site{Cond: test.site}})
			want := sides{first: first, both: true}
			if test.want == f || test.want == tt {
				want = sides{first: test.want == tt}
			}
			if got != want {
				t.Errorf("%+v after %s at %d: %v, not %v", test.h, sidesOf(test.prefix), test.site, got, want)
			}
		}
	}
	if learnPolicy(nil, historyKind{}).conclusive() {
		t.Error("a policy of nothing is conclusive")
	}
}

// TestDeadPolicy uses a program whose worst paths take the true side of a condition below five
// items; from five items on the condition cannot hold. No path follows the policy, and the
// search falls back to a search without a policy.
func TestDeadPolicy(t *testing.T) {
	p := func(m *ToyMachine) {
		if m.Len() >= 5 && !m.Branch(1, m.Eq(m.Slot(0), m.Slot(1))) {
			return
		}
		if m.Branch(0, m.Ne(m.Slot(0), m.Slot(min(1, m.Len()-1)))) {
			m.Cost(9)
		}
	}
	r := find(t, target(p, 4), WISE{}, 1, budget(100))
	if r.Cost != 10 || r.End(symexec.Abandoned) != 0 || r.Tally(fellBack) != 0 {
		t.Errorf("at 4: %+v", r)
	}
	// one of the two paths to the condition is given up there, the other ends before
	r = find(t, target(p, 5), WISE{}, 1, budget(100))
	if r.End(symexec.Abandoned) != 1 || r.Tally(fellBack) != 0 || r.Status != search.Exhausted {
		t.Errorf("at 5: %+v", r)
	}
	always := func(m *ToyMachine) {
		if m.Len() >= 5 {
			m.Concrete(m.Slot(0))
			m.Concrete(m.Slot(1))
			m.Branch(1, m.Eq(m.Slot(2), m.Slot(3)))
		}
		if m.Branch(0, m.Ne(m.Slot(0), m.Slot(min(1, m.Len()-1)))) {
			m.Cost(9)
		}
	}
	r = find(t, target(always, 5), WISE{}, 1, budget(100))
	if r.End(symexec.Abandoned) != 2 || r.Tally(fellBack) != 1 || r.Best == nil || r.Cost != 2 || r.Status != search.Exhausted {
		t.Errorf("without a path: %+v", r)
	}
}

// TestGrowingHistory asserts that decisions with a period of three need a history of two.
func TestGrowingHistory(t *testing.T) {
	p := func(m *ToyMachine) { // costly at every third
		for i := range m.Len() {
			m.Cost(1)
			if m.Branch(0, m.Eq(m.Slot(i), m.Int(0))) == (i%3 == 2) {
				m.Cost(2)
			}
		}
	}
	const size, worst = 30, 4 * 30
	for _, test := range []struct {
		s      SPFWCA
		length uint64
		solved bool
	}{
		{SPFWCA{}, 1, false}, {SPFWCA{History: 2}, 2, true}, {SPFWCA{MaxHistory: 4}, 2, true}, {SPFWCA{History: 3}, 3, true},
	} {
		r := find(t, target(p, size), test.s, 1, budget(2000))
		if solved := r.Cost == worst; solved != test.solved || r.Tally(historyLength) != test.length {
			t.Errorf("%+v: cost %d, a history of %d", test.s, r.Cost, r.Tally(historyLength))
		}
	}
}

// TestTies asserts that the policy is learned from the first worst path of a size, or with Ties from
// all: then an insertion sort of 3 may take either side at its end.
func TestTies(t *testing.T) {
	g := gateOf(target(ToyInsertionSort, 5))
	g.opt.Training, g.opt.Metric = []int{3}, Decisions
	for ties, want := range map[bool]int{false: 1, true: 4} {
		worst, err := trainOnSizes(g, DFS{}, ties, unsettled)
		if err != nil || len(worst) != want {
			t.Errorf("ties %v: %d paths, want %d, %v", ties, len(worst), want, err)
			continue
		}
		if l := learnPolicy(worst, historyKind{}); l.conclusive() == ties {
			t.Errorf("ties %v: conclusive %v", ties, l.conclusive())
		}
	}
}
