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
	feasible := !m.stale || path.End.Kind != Contradicted && e.mend(func() bool { return m.catchUp(path) })
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
	m := e.m
	low, high := m.sound, len(path.Condition)
	for high-low > 1 {
		middle := low + (high-low)/2
		if e.mend(func() bool { return m.satisfy(path.Condition[:middle], &path.Queries) }) {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// mend makes the witness, between runs, what satisfies some clauses, and reports whether
// that is so.
func (e *Executor) mend(satisfy func() bool) (ok bool) {
	m := e.m
	m.end = nil
	m.confine(func() { ok = m.solver != nil && satisfy() })
	ok = ok && m.end == nil
	m.end = nil
	return ok
}

// satisfy makes the witness one that satisfies the clauses, if the solver knows one.
func (m *machine) satisfy(clauses []*term.Term, queries *int) bool {
	*queries++
	m.calls = solving
	m.hold(clauses)
	return m.take(m.solver.Solve(m.ctx, m.wit.env), clauses)
}

// take makes the model of an answer the witness, if there is one, and looks at clauses.
func (m *machine) take(a smt.Answer, clauses []*term.Term) bool {
	if a.Verdict == smt.Sat {
		m.wit.change(a.Changes)
		if bad := m.allHold(clauses); bad != nil {
			panic("symexec: BUG: the model of " + a.By + " contradicts " + bad.String())
		}
	}
	m.calls = nobody
	return a.Verdict == smt.Sat
}

// fewBroken is how many clauses a question has at most behind those that hold.
const fewBroken = 16

// catchUp makes the witness, which satisfies the first clauses of a path, satisfy all, if the solver knows how. Few
// clauses that it does not satisfy are a question behind the others, which is as hard
// as what they have to do with. There is none, where it satisfies all.
func (m *machine) catchUp(path *Path) bool {
	var broken []*term.Term
	m.calls = solving
	for _, t := range path.Condition[m.sound:] {
		if !m.wit.holds(t) {
			broken = append(broken, t)
		} else if len(broken) <= fewBroken {
			m.held = append(m.held, t)
			m.solver.Push(t)
		}
	}
	m.calls = nobody
	if len(broken) > fewBroken {
		if !m.satisfy(path.Condition, &path.Queries) {
			return false
		}
	} else if len(broken) > 0 {
		extra := broken[0]
		for _, t := range broken[1:] {
			extra = m.b.Both(extra, t)
		}
		path.Queries++
		m.calls = solving
		if !m.take(m.solver.Check(m.ctx, extra, m.wit.env), broken) {
			return false
		}
		m.calls = solving
		for _, t := range broken {
			m.held = append(m.held, t)
			m.solver.Push(t)
		}
		m.calls = nobody
	}
	m.stale, m.sound = false, len(path.Condition)
	return true
}

// fresh makes the witness satisfy the path again where sides were taken unasked. If it
// cannot, the path ends there.
func (m *machine) fresh() bool {
	if !m.stale || m.end != nil {
		return !m.stale
	}
	return m.catchUp(m.path) || m.stopAt(Contradicted, "the sides that were taken unasked contradict each other, as far as solvers can say")
}
