package ese

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/ga"
	"nearmiss/smt/order"
	"nearmiss/symexec"
)

// target returns a toy program at a size.
func target(p ToyProgram, size int) Target {
	s := toySizes{p}
	e, _ := s.At(size)
	return Target{Explorer: e, Size: size, Sizes: s}
}

type toySizes struct{ program ToyProgram }

func (s toySizes) At(size int) (Explorer, error) {
	return NewToy(s.program, size, order.New()), nil
}

// wegener is the genetic algorithm over inputs.
var wegener = Evolution{Algorithm: ga.Wegener{}, Operators: "input"}

func generator(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 1)) }

// QuickStrategies lists all strategies. PySE learns from few experiences after each path.
func QuickStrategies() []Named {
	all := slices.Clone(Strategies())
	for i := range all {
		if p, ok := all[i].Strategy.(PySE); ok {
			p.UpdateExperiences = 100
			all[i].Strategy = p
		}
	}
	return all
}

// overPaths lists the strategies that need nothing but an explorer.
func overPaths() []Named {
	return slices.DeleteFunc(QuickStrategies(), func(n Named) bool { return n.Inputs })
}

// lasting lists the strategies of overPaths except Carried, which takes only one path.
func lasting() []Named {
	return slices.DeleteFunc(overPaths(), func(n Named) bool { return n.Name == "carried" })
}

// find runs a strategy and checks the invariants of all results.
func find(t *testing.T, target Target, s Strategy, seed uint64, o Options) Result {
	t.Helper()
	r, err := Search(t.Context(), target, s, generator(seed), o)
	if err != nil {
		t.Fatal(err)
	}
	consistent(t, &r, o)
	return r
}

// consistent checks that the counts of a result add up.
func consistent(t *testing.T, r *Result, o Options) {
	t.Helper()
	var ends uint64
	for _, n := range r.Ends {
		ends += n
	}
	if r.Explorations != r.Paths+r.Lost || ends != r.Explorations || r.Lost != r.End(symexec.Contradicted)+r.End(symexec.Undetermined)+r.End(symexec.Abandoned) {
		t.Errorf("%d explorations: %d paths and %d lost, %d ends", r.Explorations, r.Paths, r.Lost, ends)
	}
	if r.Forced+r.Undecided > r.Decisions || r.Undecided > r.Queries {
		t.Errorf("%d forced and %d undecided of %d decisions, with %d queries", r.Forced, r.Undecided, r.Decisions, r.Queries)
	}
	if b := o.Budget.Explorations; b > 0 && r.Explorations > b {
		t.Errorf("%d explorations, budget %d", r.Explorations, b)
	}
	if !slices.IsSortedFunc(r.History, func(a, b Point) int { return int(a.Cost) - int(b.Cost) }) {
		t.Errorf("history %v", r.History)
	}
	if n := len(r.History); n > 0 && r.History[n-1].Cost != r.Cost {
		t.Errorf("the history ends with %d, the best is %d", r.History[n-1].Cost, r.Cost)
	}
}

// again asserts that a strategy repeats itself with the same seed, and leaves the generator in the
// same state.
func again(t *testing.T, make func() Target, s Strategy, o Options) {
	t.Helper()
	run := func() (Result, uint64) {
		rng := generator(7)
		r, err := Search(t.Context(), make(), s, rng, o)
		if err != nil {
			t.Fatal(err)
		}
		return r, rng.Uint64()
	}
	r1, next1 := run()
	r2, next2 := run()
	if next1 != next2 {
		t.Errorf("the next draw is %d, then %d", next1, next2)
	}
	if r1.Cost != r2.Cost || r1.Queries != r2.Queries || r1.Explorations != r2.Explorations ||
		r1.Decisions != r2.Decisions || !slices.Equal(r1.Best.Input, r2.Best.Input) || !slices.Equal(r1.History, r2.History) {
		t.Errorf("%+v is not %+v", r1, r2)
	}
}

// budget returns options with a limit of explorations.
func budget(n uint64) Options { return Options{Budget: Budget{Explorations: n}} }
