package toolkit

import (
	"math/rand/v2"
	"testing"

	"nearmiss/dse"
	"nearmiss/ese"
	"nearmiss/input"
	"nearmiss/target"
)

// TestPaths runs the operators and the strategy on a function of this module.
func TestPaths(t *testing.T) {
	f, err := target.Open(t.Context(), "./own.Alarm", target.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	branch, err := f.Branch("own.go:10:10/T")
	if err != nil {
		t.Fatal(err)
	}
	p, err := f.DSE(t.Context(), dse.FunctionOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	r, err := dse.Search(t.Context(), p, dse.ByName("newest"), nil, dse.Options{
		Starts: []input.Vector{{0, 0, 0}}, Targets: []uint32{branch},
	})
	if err != nil || r.Covered[branch] == nil {
		t.Errorf("newest: %+v, %v", r, err)
	}

	goal, done, err := f.ESE(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	defer done()
	for _, operators := range []string{"path", "halves", "input"} {
		s, _ := ese.ByName("ese")
		if s, err = s.WithOperators(operators); err != nil {
			t.Fatal(err)
		}
		best, err := ese.Search(t.Context(), goal, s.Strategy, rand.New(rand.NewPCG(1, 0)), ese.Options{Budget: ese.Budget{Explorations: 200, Evaluations: 2000}})
		if err != nil || best.Cost == 0 {
			t.Errorf("%s: %v, %v", operators, best, err)
		}
		t.Logf("%s: cost %d", operators, best.Cost)
	}
}
