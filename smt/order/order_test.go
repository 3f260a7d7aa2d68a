package order

import (
	"math/rand/v2"
	"testing"

	"nearmiss/term"
)

func TestPrograms(t *testing.T) {
	for name, program := range programs {
		for _, sort := range []term.Sort{term.Signed(64), term.Unsigned(64), term.Unsigned(8), term.Signed(8)} {
			rng := rand.New(rand.NewPCG(1, uint64(sort.Bits)))
			r := newRun(t, sort, 40, rng)
			r.check = true
			program(r, 40, rng)
			t.Log(name, sort, r.queries, r.sat, r.changes)
		}
	}
}
