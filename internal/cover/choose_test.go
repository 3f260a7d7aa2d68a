package cover

import (
	"go/types"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/cfg"
	"nearmiss/input"
	"nearmiss/internal/mutant"
	"nearmiss/internal/oracle"
	"nearmiss/internal/testcheck"
	"nearmiss/internal/testgen"
	"nearmiss/internal/worker"
)

// TestNeeded: the checks that are needed notice, with those that are always made, every mutant that some check
// notices, and none of them is superfluous. A mutant that is noticed by no known check needs all.
func TestNeeded(t *testing.T) {
	result := oracle.ID{Part: oracle.Result}
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 2))
		var optional []oracle.ID
		for i := range rng.IntN(6) {
			optional = append(optional, oracle.ID{Part: oracle.Reader, Index: i})
		}
		all := append(slices.Clone(optional), result)
		kills := map[int][]oracle.ID{}
		for m := range rng.IntN(8) {
			for _, id := range all {
				if rng.IntN(3) == 0 {
					kills[m] = append(kills[m], id)
				}
			}
		}
		need := needed(optional, kills)
		notices := func(made []oracle.ID) bool {
			for _, checks := range kills {
				if len(checks) > 0 && !slices.ContainsFunc(checks, func(id oracle.ID) bool { return slices.Contains(made, id) }) {
					return false
				}
			}
			return true
		}
		if !notices(append(slices.Clone(need), result)) {
			t.Errorf("seed %d: %v does not notice all of %v", seed, need, kills)
		}
		for i := range need {
			if notices(append(slices.Delete(slices.Clone(need), i, i+1), result)) {
				t.Errorf("seed %d: %v of %v is superfluous", seed, need[i], need)
			}
		}
		kills[9] = nil
		if got := needed(optional, kills); !slices.Equal(got, optional) {
			t.Errorf("seed %d: %v of %v with an unknown check", seed, got, optional)
		}
	}
}

// TestChosen: the chosen cases take every branch and notice every mutant that all take and notice, each function keeps a case, no
// case is superfluous, and cases for panics stay. While a mutant is untried, unless tests may wait with it, all cases stay but tries
// that notice nothing.
func TestChosen(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 3))
		u := &unit{}
		var funcs []*function
		for range 3 {
			f := &function{unit: u, domain: domain{sig: noticeSig}, cfg: &cfg.Func{Obj: types.NewFunc(0, nil, "f", types.NewSignatureType(nil, nil, nil, nil, nil, false))}}
			funcs = append(funcs, f)
		}
		t0 := &trials{suite: &testgen.Suite{}, list: make([]testcheck.Trial, 6)}
		for i := range 2 + rng.IntN(8) {
			c := &testCase{fn: funcs[rng.IntN(len(funcs))], vector: input.Vector{uint64(i), 0, 0}, result: &worker.RunResult{}, extra: rng.IntN(6) == 0}
			for b := range uint32(6) {
				if rng.IntN(4) == 0 {
					c.result.Covered = append(c.result.Covered, b)
				}
			}
			for m := range t0.list {
				t0.mutants = append(t0.mutants, mutant.Mutant{Func: funcs[0].cfg.Obj})
				if t0.list[m].Fate = testcheck.Lives; rng.IntN(4) == 0 {
					t0.list[m].Kills = append(t0.list[m].Kills, testcheck.Kill{Case: i})
				}
			}
			t0.cases = append(t0.cases, c)
		}
		given := t0.cases
		kept := t0.chosen()
		goals := func(cases []*testCase, without int) map[uint32]bool {
			have := map[uint32]bool{}
			for i, c := range cases {
				for _, g := range c.goalNumbers() {
					if i != without && (g&mutantGoal != 0 || !c.extra) {
						have[g] = true
					}
				}
			}
			return have
		}
		if !maps.Equal(goals(kept, -1), goals(t0.cases, -1)) {
			t.Errorf("seed %d: %v of %v", seed, goals(kept, -1), goals(t0.cases, -1))
		}
		for i, c := range kept {
			if !c.extra && maps.Equal(goals(kept, i), goals(kept, -1)) {
				t.Errorf("seed %d: case %v is superfluous", seed, c.vector)
			}
		}
		for _, c := range t0.cases {
			in := slices.ContainsFunc(kept, func(d *testCase) bool { return d == c || !d.extra && d.fn == c.fn })
			if c.extra && !slices.Contains(kept, c) || !in {
				t.Errorf("seed %d: case %v is lost", seed, c.vector)
			}
		}
		t0.cases, t0.list[0].Fate = given, testcheck.Untried
		if got := len(t0.chosen()); got != len(given) {
			t.Errorf("seed %d: %d of %d cases while a mutant is untried", seed, got, len(given))
		}
		for _, c := range given {
			c.tried = rng.IntN(2) == 0
		}
		t0.cases = given
		vectors := vectorsOf(t0.chosen())
		isKept := func(c *testCase) bool {
			return slices.ContainsFunc(vectors, func(v input.Vector) bool { return slices.Equal(v, c.vector) })
		}
		for i, c := range given {
			kills := slices.ContainsFunc(t0.list, func(x testcheck.Trial) bool {
				return slices.ContainsFunc(x.Kills, func(k testcheck.Kill) bool { return k.Case == i })
			})
			if !c.tried && !isKept(c) || c.tried && isKept(c) && !kills {
				t.Errorf("seed %d: case %v, one of the tries: %v, stays: %v", seed, c.vector, c.tried, isKept(c))
			}
		}
		for m, x := range t0.list {
			if len(x.Kills) > 0 && !slices.ContainsFunc(x.Kills, func(k testcheck.Kill) bool { return isKept(given[k.Case]) }) {
				t.Errorf("seed %d: no case that stays notices mutant %d", seed, m)
			}
		}
		t0.cases, t0.mutants[0].Sync = given, true
		if got := len(t0.chosen()); got != len(kept) {
			t.Errorf("seed %d: %d cases while a mutant is untried with which tests may wait, %d when it is tried", seed, got, len(kept))
		}
	}
}
