package symexec

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/smt/bitvec"
)

// TestDecisions checks that a decision has the index of its clause in the path condition, and
// that a decision that the path has already made adds no clause.
func TestDecisions(t *testing.T) {
	p := program(t, "./testdata/lang")
	known, fresh := 0, 0
	for entry, sig := range p.Entries {
		rng := rand.New(rand.NewPCG(21, uint64(entry)))
		solver := smt.Chain(smt.NewLocalSearch(smt.LocalSearchOptions{Steps: 500}), bitvec.New(bitvec.Options{}))
		o := Options{Vector: input.NewSpace(sig, input.Limits{Len: 3}).Random(nil, rng), Solver: solver, Fork: true,
			Limits: Limits{Statements: 2000, Cells: 1 << 18}}
		if entry%3 == 0 {
			o.Bound = 3
		}
		e := executor(t, p, sig.Name, o)
		for i := range 3 {
			var c Chooser = Follow{}
			if i > 0 {
				c = coin{rng}
			}
			path, err := e.Explore(t.Context(), nil, c)
			if err != nil {
				t.Fatal(err)
			}
			rules := len(e.shape.rules)
			own, at := 0, rules
			for _, d := range path.Decisions {
				if d.At < at || d.At > len(path.Condition) {
					t.Errorf("%s: a clause at %d behind one at %d", sig.Name, d.At, at)
				}
				switch at = d.At; {
				case d.Known:
					if known++; !slices.Contains(path.Condition[:d.At], d.Clause) {
						t.Errorf("%s: %v is not known", sig.Name, d.Clause)
					}
				case path.Condition[d.At] != d.Clause:
					t.Errorf("%s: the clause at %d is %v, not %v", sig.Name, d.At, path.Condition[d.At], d.Clause)
				case slices.Contains(path.Condition[:d.At], d.Clause):
					t.Errorf("%s: %v is known", sig.Name, d.Clause)
				default:
					own++
					fresh++
					at++
				}
			}
			if n := own + path.Concrete + rules; n != len(path.Condition) {
				t.Errorf("%s: %d clauses in all, %d with a cause", sig.Name, len(path.Condition), n)
			}
		}
		solver.Close()
	}
	if known < 5 || fresh < 500 {
		t.Errorf("%d decisions that were known, %d that were not", known, fresh)
	}
}
