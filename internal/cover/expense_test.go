package cover

import "testing"

// TestHeavyRuns: a function whose runs take long has as few of them as its budget pays
// for, a few at a time.
func TestHeavyRuns(t *testing.T) {
	s, u := planned(t, Options{Algo: "dse", Evals: 1_000, Seed: 1}, `package closed

var Count int

// Heavy counts for long, and Light does not; both have many paths.
func Heavy(s string, key uint64) int {
	for i := range 10_000 {
		Count += i
	}
`+manyPaths+`
func Light(s string, key uint64) int {
`+manyPaths)
	if err := s.search(t.Context()); err != nil {
		t.Fatal(err)
	}
	heavy, light := s.hybrid.explorers[u.funcs[0]], s.hybrid.explorers[u.funcs[1]]
	if heavy == nil || light == nil {
		t.Fatal("nothing was explored")
	}
	one := heavy.spent.instructions / uint64(max(1, heavy.spent.runs)) / flipInstructions
	if one < 4 {
		t.Fatalf("%+v: not heavy", heavy.spent)
	}
	const budget = leastFlips
	for _, x := range []*explorer{heavy, light} { // an errand may begin with the last flip that is left
		if n := x.spent.flips(); n < budget || n > 2*budget {
			t.Errorf("%s: %+v: %d flips of %d", x.fn.name, x.spent, n, budget)
		}
	}
	if e := (expense{runs: 3, queries: 5, instructions: 2*flipInstructions + 5_000}); e.flips() != 10 || e.work() != 10*flipWork {
		t.Errorf("%+v: %d flips, as much as %d evaluations", e, e.flips(), e.work())
	}
}
