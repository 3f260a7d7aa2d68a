package questions

import (
	"context"
	"fmt"
	"math/rand/v2"

	"nearmiss/bench/subjects/ese/manual"
	"nearmiss/bench/subjects/ese/paths"
	"nearmiss/ese"
	"nearmiss/smt/embedded"
	"nearmiss/symexec"
)

// Program records the questions of random paths, from zeros, through a program of Aquino et al.
func Program(ctx context.Context, p *symexec.Program, fn string, size, n int, rng *rand.Rand) ([][]Step, error) {
	s, ok := manual.Find(fn)
	if !ok {
		return nil, fmt.Errorf("there is no program %s", fn)
	}
	rec := &recorder{Solver: embedded.New(embedded.Options{}), slots: len(s.Worst(s.Size(size)))}
	e, err := paths.At(ctx, p, s, s.Size(size), rec)
	if err != nil {
		return nil, err
	}
	_, err = ese.Search(ctx, ese.Target{Explorer: e, Size: size}, ese.Rand{}, rng, ese.Options{Budget: ese.Budget{Explorations: uint64(n)}})
	return [][]Step{rec.steps}, err
}
