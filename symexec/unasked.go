package symexec

import (
	"context"
	"errors"
	"sort"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/term"
)

// Unasked is what became of a path whose sides were taken without questions.
type Unasked struct {
	*Path     // that its Input takes
	Sides int // decisions on the path that the chooser has taken
	Kept  int // of them, the first: those that Path has, too; all, if some input takes the chooser's path
}

// ExploreUnasked takes one path with the sides that c chooses, and asks at none of them
// whether it is feasible: each goes onto the path condition, and one question at the end
// finds an input. Sides that the path has decided already are as it has them. Branch.Witness
// is then the side of the last input that was found, which need not satisfy the path.
//
// Where a number has to become concrete the question is asked there. If no input satisfies
// all of the path, bisection finds a longest prefix of its clauses for which the solver
// knows one, and Path is that input's. So it is where a Quitter gives the path up: nothing
// more is taken unasked then. Path.Queries counts all questions.
//
// It needs a solver and an input whose shape is fixed (Options.Bound 0). Observer and Reader hear of
// sides as under Branch.Witness.
func (e *Executor) ExploreUnasked(ctx context.Context, start input.Vector, c Chooser) (*Unasked, error) {
	if start == nil {
		start = e.opts.Vector
	}
	m := e.m
	if m.solver == nil || e.opts.Bound > 0 {
		return nil, errors.New("sides can be taken unasked with a solver and without Options.Bound alone")
	}
	m.unasked, m.stale, m.sound = true, false, 0
	defer m.letGo() // another executor may have the same solver
	path, err := e.ExploreFrom(ctx, start, nil, c)
	m.unasked = false
	if path == nil || err != nil {
		return nil, err
	}
	u := &Unasked{Path: path, Sides: len(path.Decisions), Kept: len(path.Decisions)}
	feasible := !m.stale || path.End.Kind != Contradicted && e.mend(path.Condition, &path.Queries)
	path.Input = e.shape.vector(m.wit.words)
	if feasible && path.End.Kind != Abandoned {
		return u, nil
	}
	if !feasible {
		clauses := e.longest(path)
		u.Kept = sort.Search(u.Sides, func(i int) bool {
			d := &path.Decisions[i]
			return d.At >= clauses && !(d.Known && d.At == clauses)
		})
	}
	u.Path, err = e.ExploreFrom(ctx, e.shape.vector(m.wit.words), nil, Follow{})
	if u.Path == nil {
		return nil, err
	}
	u.Queries += path.Queries
	return u, err
}

// longest is how many of the first clauses of a path the solver knows an input for, by
// bisection. The input is the witness then.
func (e *Executor) longest(path *Path) int {
	low, high := e.m.sound, len(path.Condition)
	for high-low > 1 {
		middle := low + (high-low)/2
		if e.mend(path.Condition[:middle], &path.Queries) {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// mend makes the witness, between runs, one that satisfies the clauses, if the solver knows
// one.
func (e *Executor) mend(clauses []*term.Term, queries *int) (ok bool) {
	m := e.m
	m.end = nil
	m.confine(func() {
		if m.solver != nil {
			*queries++
			ok = m.satisfy(clauses) == smt.Sat
		}
	})
	ok = ok && m.end == nil
	m.end = nil
	return ok
}

// satisfy makes the witness one that satisfies the clauses, which are all that the solver
// is told.
func (m *machine) satisfy(clauses []*term.Term) smt.Verdict {
	m.calls = solving
	m.hold(clauses)
	a := m.solver.Solve(m.ctx, m.wit.env)
	if a.Verdict == smt.Sat {
		m.wit.change(a.Changes)
		if bad := m.allHold(clauses); bad != nil {
			panic("symexec: BUG: the model of " + a.By + " contradicts " + bad.String())
		}
	}
	m.calls = nobody
	return a.Verdict
}

// fresh makes the witness satisfy the path again where sides were taken unasked. If it
// cannot, the path ends there.
func (m *machine) fresh() bool {
	if !m.stale || m.end != nil {
		return !m.stale
	}
	m.path.Queries++
	if m.satisfy(m.path.Condition) != smt.Sat {
		return m.stopAt(Contradicted, "the sides that were taken unasked contradict each other, as far as solvers can say")
	}
	m.stale, m.sound = false, len(m.path.Condition)
	return true
}
