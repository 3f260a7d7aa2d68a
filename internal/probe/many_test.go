package probe

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestMany: a run against several targets gives each what it gives it alone,
// in both fitness functions, with the least divergence and with the last.
func TestMany(t *testing.T) {
	const conditions, targets = 6, 5
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 1))
		symbolic, last := seed%2 == 0, seed%4 < 2
		links, tails := someLinks(rng, conditions)
		ts := make([]*Target, targets)
		for i := range ts {
			ts[i] = &Target{Branch: rng.Uint32N(2 * conditions), Symbolic: symbolic, Last: last, Links: links, Tails: tails}
			for _, c := range rng.Perm(conditions)[:rng.IntN(conditions+1)] {
				n := Node{Cond: uint32(c), Level: rng.Uint32N(3), Away: uint8(1 + rng.IntN(3))}
				if rng.IntN(2) == 0 {
					n.Program = equals(rng.Uint64N(20))
				}
				ts[i].Nodes = append(ts[i].Nodes, n)
			}
		}
		type step struct {
			cond uint32
			x    int64
		}
		var steps []step
		for range rng.IntN(12) {
			steps = append(steps, step{rng.Uint32N(conditions), rng.Int64N(20)})
		}
		run := func() {
			Begin()
			for _, s := range steps {
				_ = Want(s.cond) && SetI(0, s.x) && Eval(s.cond)
				if s.cond < 2 {
					EqF(2*s.cond, float64(s.x)/4, 2)
				} else {
					LtI(2*s.cond, s.x, 9)
				}
			}
			End()
		}
		begin(t, conditions, nil)
		End()
		SetTargets(ts)
		run() // the one before must leave nothing behind
		run()
		var got []string
		for i := range ts {
			got = append(got, told(OutcomeOf(i)))
		}
		for i := range ts {
			SetTargets(ts[i : i+1])
			run()
			if want := told(Outcome()); got[i] != want || told(OutcomeOf(0)) != want {
				t.Fatalf("seed %d, target %d: %s, alone %s", seed, i, got[i], want)
			}
		}
	}
}

// someLinks are links of a third of the outcomes, and tails, between three answers.
func someLinks(rng *rand.Rand, conditions uint32) (links []Link, tails []Tail) {
	for b := range 2 * conditions {
		if rng.IntN(3) > 0 {
			continue
		}
		l := Link{Branch: b, Asked: rng.Uint32N(4)}
		for a := range uint32(3) {
			if rng.IntN(2) == 0 {
				l.Parts = append(l.Parts, Part{a + 1, rng.Uint32N(3)})
			}
		}
		links = append(links, l)
	}
	if rng.IntN(2) == 0 {
		tails = []Tail{{1, 2}, {2, 1}, {3, 1}}
	}
	return links, tails
}

// equals is the program of slot 0 = v.
func equals(v uint64) *Program {
	return &Program{
		Ties: true, Consts: []uint64{v}, Loads: []Load{{Slot: 0, Reg: 1}}, Regs: 2, Clauses: 3,
		Code:  []Instr{{Op: CodeDistEqI, Flags: Final, A: 1, B: 0, D: 2}},
		First: []uint32{0, 0, 1}, Edges: []Edge{{Clause: 2, To: 0}},
	}
}

func told(r *Result) string {
	s := fmt.Sprint(r.Hit, r.Diverged, r.Visited, r.Cost, r.Exhausted)
	if r.Diverged {
		s += fmt.Sprint(" ", r.Level, r.Published())
	}
	if r.Visited {
		s += fmt.Sprint(" ", r.Value.Value, r.Value.Exact[:r.Value.N])
	}
	return s
}
