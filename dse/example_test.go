package dse_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/smt/embedded"
	"nearmiss/symexec"
	"nearmiss/term"
)

// lock is the program
//
//	func lock(a, b, c bool) {
//		if a {
//			if !b {
//				if c {
//					// open
//				}
//			}
//		}
//	}
//
// The true side of condition i is branch 2i+1.
type lock struct {
	b      *term.Builder
	solver smt.Solver
}

func newLock() *lock {
	return &lock{term.NewBuilder(), embedded.New(embedded.Options{})}
}

func (l *lock) Builder() *term.Builder { return l.b }

func (l *lock) Run(_ context.Context, in input.Vector, targets []uint32) (*dse.Run, error) {
	r := &dse.Run{Path: &symexec.Path{Input: in}, Near: make([]dse.Near, len(targets))}
	for i := range r.Near {
		r.Near[i].ApproachDistance = math.Inf(1)
	}
	for cond, wanted := range []uint64{1, 0, 1} {
		clause, side := l.b.Slot(cond, term.BoolSort, false), in[cond] == wanted
		if in[cond] == 0 {
			clause = l.b.Not(clause)
		}
		branch := uint32(2 * cond)
		if side {
			branch++
		}
		r.Covered = append(r.Covered, branch)
		for i, t := range targets {
			if int(t/2) == cond {
				r.Near[i] = dse.Near{Reached: true, Distance: float64((t ^ branch) & 1)}
			}
		}
		r.Path.Decisions = append(r.Path.Decisions, symexec.Decision{Site: symexec.Site{Cond: cond}, Side: side, Clause: clause, At: cond})
		r.Path.Condition = append(r.Path.Condition, clause)
		if !side {
			break
		}
	}
	return r, nil
}

func (l *lock) Satisfy(ctx context.Context, start input.Vector, prefix []*term.Term, extra *term.Term) (smt.Answer, input.Vector, error) {
	for _, c := range prefix {
		l.solver.Push(c)
	}
	defer l.solver.Pop(len(prefix))
	a := l.solver.Check(ctx, extra, func(slot int) (term.Value, bool) { return term.Value{Bits: start[slot]}, true })
	v := append(input.Vector{}, start...)
	for _, c := range a.Changes {
		v[c.Slot] = c.Value.Bits
	}
	return a, v, nil
}

// A lock is opened from a start that is wrong in each number.
func Example() {
	r, err := dse.Search(context.Background(), newLock(), dse.Pex, rand.New(rand.NewPCG(1, 1)), dse.Options{
		Starts:  []input.Vector{{0, 1, 0}},
		Targets: []uint32{5},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(r.Status, "after", r.Runs, "runs:", r.Covered[5].Path.Input)
	// Output: found after 4 runs: [1 0 1]
}

// withNewest is a strategy of one's own: it flips the node that was found last.
type withNewest struct{ nodes []*dse.Node }

func (s *withNewest) ObserveRun(_ *dse.Run, fresh []*dse.Node) { s.nodes = append(s.nodes, fresh...) }
func (s *withNewest) ObserveClosed(*dse.Node)                  {}

func (s *withNewest) Next() dse.Step {
	for len(s.nodes) > 0 {
		last := len(s.nodes) - 1
		n := s.nodes[last]
		if s.nodes = s.nodes[:last]; n.State() == dse.Open {
			return dse.Step{Flip: n}
		}
	}
	return dse.Step{}
}

// A strategy has a name from its registration on.
func ExampleRegister() {
	dse.Register("newest", func(*dse.World) dse.Strategy { return &withNewest{} })

	r, err := dse.Search(context.Background(), newLock(), dse.ByName("newest"), nil, dse.Options{Starts: []input.Vector{{0, 1, 0}}})
	fmt.Println(r.Runs, "paths, all of them:", r.Complete, err)
	// Output: 4 paths, all of them: true <nil>
}
