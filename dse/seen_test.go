package dse

import (
	"math/rand/v2"
	"testing"

	"nearmiss/symexec"
)

// A seenSet is a set, whatever slots it is told, be the values zero or not.
func TestSeenSet(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 0))
		var s seenSet[Branch]
		all := map[Branch]bool{}
		for range 2000 {
			b := Branch{symexec.Site{Cond: rng.IntN(6)}, rng.IntN(2) > 0}
			slot := rng.IntN(6) - 3
			switch rng.IntN(40) {
			case 0:
				s.renew()
				clear(all)
			case 1, 2, 3:
				if new := s.add(slot, b); new == all[b] {
					t.Fatalf("seed %d: add %v: new is %v, was it there: %v", seed, b, new, all[b])
				}
				all[b] = true
			default:
				if has := s.has(slot, b); has != all[b] {
					t.Fatalf("seed %d: has %v: %v, want %v", seed, b, has, all[b])
				}
			}
		}
	}
}

// The false side of condition 0 is zero, and news like any other.
func TestFirstSideOfConditionZero(t *testing.T) {
	var w World
	d := []symexec.Decision{{Site: symexec.Site{}, Side: false}}
	for i, want := range []bool{true, false} {
		if r := (&Run{Path: &symexec.Path{Decisions: d}}); w.firstSide(r) != want {
			t.Errorf("run %d: the first side is %v, want %v", i, !want, want)
		}
	}
}
