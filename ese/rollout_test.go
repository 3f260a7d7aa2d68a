package ese

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"nearmiss/internal/testutil"
	"nearmiss/smt/order"
	"nearmiss/symexec"
)

// richTarget returns a toy program with the solver for comparisons.
func richTarget(p ToyProgram, slots int) Target {
	return Target{Explorer: NewToy(p, slots, order.New()), Size: slots}
}

// stepsOf shows the sides of a rollout.
func stepsOf(r *rollout) string {
	var b []byte
	for i := range r.steps {
		b = append(b, "FT"[btoi(r.steps[i].side)])
	}
	return string(b)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestRollDraws asserts that a rollout by an empty policy draws one number for each decision, and
// takes the side called true if it is below 1/2.
func TestRollDraws(t *testing.T) {
	p := func(m *ToyMachine) {
		for i := range 3 {
			m.Branch(i, m.Eq(m.Slot(i), m.Int(1)))
		}
	}
	const below, above = 1<<52 - 1, 1 << 52 // Float64 takes the low 53 bits
	testutil.Run(t, func(rng *rand.Rand) {
		g := newGate(t.Context(), richTarget(p, 3), rng, Options{})
		r, _ := newRoller(g, []Feature{AtSite}, 8).roll(newPreference(8), plan{})
		if got := stepsOf(r); got != "TFT" {
			t.Error(got)
		}
	}, below, above, below)
}

// rollers returns a gate, a roller and a policy for a program.
func rollers(t *rapid.T, p ToyProgram, slots int) (*Gate, *roller, *preference) {
	g := newGate(t.Context(), richTarget(p, slots), generator(rapid.Uint64().Draw(t, "seed")), Options{})
	return g, newRoller(g, NRPA{}.withDefaults().Features, 10), newPreference(10)
}

// TestRollTurns asserts that a rollout takes the sides of its base up to the flip and the other
// side there. It flips nothing only if all later decisions are forced. Only attempts to flip a
// decision cost queries.
func TestRollTurns(t *testing.T) {
	const slots = 4
	turned, tried := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		tried++
		g, r, policy := rollers(t, random(t, slots, 12, 10), slots)
		base, _ := r.roll(policy, plan{})
		if base == nil || len(base.steps) == 0 {
			return
		}
		at := rapid.IntRange(0, len(base.steps)-1).Draw(t, "turn")
		was := stepsOf(base)
		free := 0
		for i := at; i < len(base.steps); i++ {
			free += btoi(base.steps[i].bothFeasible)
		}
		queries := g.archive.Queries
		out, _ := r.roll(policy, plan{base: base, flip: at, continuation: byWitness})
		i := r.flippedAt
		if i < 0 {
			if stepsOf(out) != was {
				t.Fatalf("nothing was turned, but %s became %s", was, stepsOf(out))
			}
			for j := at; j < len(base.steps); j++ {
				if base.steps[j].bothFeasible {
					t.Fatalf("decision %d of %s could have been turned", j, was)
				}
			}
			i = len(was)
		} else {
			turned++
			if got := stepsOf(out); got[:i] != was[:i] || got[i] == was[i] || i < at {
				t.Fatalf("%s turned at %d from %d on is %s", was, i, at, got)
			}
		}
		if asked := g.archive.Queries - queries; asked > uint64(free) {
			t.Fatalf("%d queries for %d decisions that could be turned", asked, free)
		}
		for j := at; j < min(i, len(base.steps)); j++ {
			if base.steps[j].bothFeasible {
				t.Fatalf("decision %d was passed over", j)
			}
		}
	})
	if 5*turned < tried {
		t.Errorf("%d turns in %d tries", turned, tried)
	}
}

// TestRollNear asserts that the first witness does not change the sides of a rollout. A rollout
// that repeats the path of its first witness makes queries only for infeasible sides.
func TestRollNear(t *testing.T) {
	const slots = 4
	forced, tried := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		tried++
		g, r, policy := rollers(t, random(t, slots, 12, 10), slots)
		rng := generator(rapid.Uint64().Draw(t, "policy"))
		certain := func() {
			for i := range policy.weights {
				policy.weights[i] = float32(1000 * (2*rng.IntN(2) - 1))
			}
		}
		r.learned = 1 // the signs of an odd number of weights never cancel out
		certain()
		near, _ := r.roll(policy, plan{})
		if near == nil || g.Over() {
			return
		}
		none := 0
		for i := range near.steps {
			none += btoi(!near.steps[i].bothFeasible)
		}
		forced += none
		queries := g.archive.Queries
		again, _ := r.roll(policy, plan{startNear: near})
		if asked := g.archive.Queries - queries; stepsOf(again) != stepsOf(near) || again.hash != near.hash || asked > uint64(none) {
			t.Fatalf("%s became %s with %d queries for %d sides that are not to be had", stepsOf(near), stepsOf(again), asked, none)
		}
		certain()
		plain, _ := r.roll(policy, plan{})
		out, _ := r.roll(policy, plan{startNear: near})
		if stepsOf(out) != stepsOf(plain) || out.hash != plain.hash || (out.hash == near.hash) != (stepsOf(out) == stepsOf(near)) {
			t.Fatalf("near %s: %s, not %s", stepsOf(near), stepsOf(out), stepsOf(plain))
		}
	})
	if 5*forced < tried {
		t.Errorf("%d forced decisions in %d tries", forced, tried)
	}
}

// TestRollAgain asserts that retaking a path from its own input needs no query.
func TestRollAgain(t *testing.T) {
	const slots = 4
	rapid.Check(t, func(t *rapid.T) {
		g, r, policy := rollers(t, random(t, slots, 12, 10), slots)
		base, _ := r.roll(policy, plan{})
		best, queries := g.archive.Best, g.archive.Queries
		if g.Over() { // one path alone
			return
		}
		out, _ := r.roll(policy, plan{retake: best, continuation: byWitness})
		if stepsOf(out) != stepsOf(base) || out.cost != base.cost || g.archive.Queries != queries {
			t.Errorf("%s with %d became %s with %d, after %d queries", stepsOf(base), base.cost, stepsOf(out), out.cost, g.archive.Queries-queries)
		}
	})
}

// TestRollPlan asserts that a motif is repeated from its position on, and that a flip spreads to
// similar decisions.
func TestRollPlan(t *testing.T) {
	p := func(m *ToyMachine) {
		for i := range 6 {
			m.Branch(0, m.Eq(m.Slot(i), m.Int(1)))
		}
	}
	g := gateOf(richTarget(p, 6))
	r := newRoller(g, []Feature{AtSite}, 8)
	base := &rollout{}
	const sides = "FTTFFT"
	script := &symexec.Path{}
	for i := range sides {
		script.Decisions = append(script.Decisions, symexec.Decision{Side: sides[i] == 'T'})
	}
	script.Input = make([]uint64, 6)
	base, _ = r.roll(newPreference(8), plan{retake: script})
	if stepsOf(base) != sides {
		t.Fatal(stepsOf(base))
	}
	out, _ := r.roll(newPreference(8), plan{base: base, flip: 4, motif: base.steps[2:4], motifLength: 2, continuation: byWitness})
	if got := stepsOf(out); got != "FTTFTF" {
		t.Errorf("a motif: %s", got)
	}
	out, _ = r.roll(newPreference(8), plan{base: base, flip: 0, numSpread: 3, continuation: recallWitness})
	if got := stepsOf(out); got != "TTTTFT" {
		t.Errorf("spread: %s", got)
	}
}

// TestEnds asserts that the hash of places does not depend on the size of the input.
func TestEnds(t *testing.T) {
	at := func(n int, slots ...int32) uint64 {
		o := observer{places: make([]symexec.Place, n)}
		for i := range o.places {
			o.places[i] = symexec.Place{List: 1, Index: i, Len: n}
		}
		return o.placesHash(slots)
	}
	for name, same := range map[string][2]uint64{
		"first": {at(5, 0), at(9, 0)}, "last": {at(5, 4), at(9, 8)}, "odd": {at(5, 1), at(9, 7)},
		"neighbors": {at(9, 1, 2), at(9, 3, 4)}, "mirrored": {at(9, 1, 7), at(11, 3, 7)},
	} {
		if same[0] != same[1] {
			t.Errorf("%s: not the same", name)
		}
	}
	if at(9, 0) == at(9, 8) || at(9, 1) == at(9, 2) || at(9, 1, 2) == at(9, 1, 4) || at(9, 1, 7) == at(9, 1, 5) {
		t.Error("places are not told apart")
	}
}

// TestGroups asserts that the groups partition the decisions with two feasible sides by similarity.
func TestGroups(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := generator(rapid.Uint64().Draw(t, "seed"))
		r := &rollout{}
		free := 0
		for range rng.IntN(30) {
			s := step{side: rng.IntN(2) == 0, bothFeasible: rng.IntN(4) > 0}
			s.weights[1] = uint32(rng.IntN(4))
			free += btoi(s.bothFeasible)
			r.steps = append(r.steps, s)
		}
		kinds := map[[2]int]bool{}
		for _, g := range r.groups(1) {
			first := &r.steps[g[0]]
			kind := [2]int{int(first.weights[1]), btoi(first.side)}
			if kinds[kind] {
				t.Fatalf("two groups of %v", kind)
			}
			kinds[kind] = true
			for i, at := range g {
				if s := &r.steps[at]; !s.bothFeasible || s.weights[1] != first.weights[1] || s.side != first.side || i > 0 && at <= g[i-1] {
					t.Fatalf("%v", g)
				}
			}
			free -= len(g)
		}
		if free != 0 {
			t.Errorf("%d decisions are in no group, or in two", free)
		}
	})
}
