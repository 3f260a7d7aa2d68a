package symexec

import (
	"context"
	"errors"
	"sort"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/term"
)

// UncheckedPath is the result of ExploreUnchecked.
type UncheckedPath struct {
	*Path     // the path of the input that was found
	Sides int // number of decisions of the Chooser
	Kept  int // number of first decisions of the Chooser that Path shares; Sides if some input takes all sides of the Chooser
}

// ExploreUnchecked takes one path with the sides that c chooses, without a feasibility query at
// each. Each side is added to the path condition, and one query at the end finds an input. A
// side that the path has already decided is taken as decided. Branch.Witness is the side of the
// last input found, which need not satisfy the path.
//
// A value that has to become concrete causes a query at its place. If no input satisfies the
// whole path, bisection finds a longest prefix of its clauses for which the solver finds an
// input, and Path is the path of this input. The same happens when a Quitter abandons the path:
// no further side is taken without a query. Path.Queries counts all queries.
//
// ExploreUnchecked needs a solver and a fixed shape (Options.Bound 0). Observer and Reader
// receive values under Branch.Witness.
func (e *Executor) ExploreUnchecked(ctx context.Context, start input.Vector, c Chooser) (*UncheckedPath, error) {
	if start == nil {
		start = e.opts.Vector
	}
	m := e.machine
	if m.solver == nil || e.opts.Bound > 0 {
		return nil, errors.New("ExploreUnchecked needs a solver and Options.Bound 0")
	}
	m.unchecked, m.stale, m.satisfiedPrefix = true, false, 0
	defer m.clearStack() // another executor may share the solver
	path, err := e.ExploreFrom(ctx, start, nil, c)
	m.unchecked = false
	if path == nil || err != nil {
		return nil, err
	}
	result := &UncheckedPath{Path: path, Sides: len(path.Decisions), Kept: len(path.Decisions)}
	feasible := !m.stale || path.End.Kind != Contradicted && e.repairWitness(func() bool { return m.extendWitness(path) })
	path.Input = e.shape.vector(m.witness.words)
	if feasible && path.End.Kind != Abandoned {
		return result, nil
	}
	if !feasible {
		clauses := e.longestFeasible(path)
		result.Kept = sort.Search(result.Sides, func(i int) bool {
			d := &path.Decisions[i]
			return d.At >= clauses && !(d.Known && d.At == clauses)
		})
	}
	result.Path, err = e.ExploreFrom(ctx, e.shape.vector(m.witness.words), nil, Follow{})
	if result.Path == nil {
		return nil, err
	}
	result.Queries += path.Queries
	return result, err
}

// longestFeasible returns the length of a longest prefix of the clauses of a path for which the
// solver finds an input, by bisection. The input becomes the witness.
func (e *Executor) longestFeasible(path *Path) int {
	m := e.machine
	low, high := m.satisfiedPrefix, len(path.Condition)
	for high-low > 1 {
		middle := low + (high-low)/2
		if e.repairWitness(func() bool { return m.solveClauses(path.Condition[:middle], &path.Queries) }) {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// repairWitness calls satisfy between runs, confines its panics, and reports whether satisfy has made
// the witness satisfy the clauses that it is about.
func (e *Executor) repairWitness(satisfy func() bool) (ok bool) {
	m := e.machine
	m.end = nil
	m.confine(func() { ok = m.solver != nil && satisfy() })
	ok = ok && m.end == nil
	m.end = nil
	return ok
}

// solveClauses replaces the witness by one that satisfies the clauses, if the solver finds one.
func (m *machine) solveClauses(clauses []*term.Term, queries *int) bool {
	*queries++
	m.foreignCode = solving
	m.setStack(clauses)
	return m.adoptModel(m.solver.Solve(m.ctx, m.witness.env), clauses)
}

// adoptModel makes the model of an answer the witness, if there is a model, and checks that it
// satisfies the clauses.
func (m *machine) adoptModel(a smt.Answer, clauses []*term.Term) bool {
	if a.Verdict == smt.Sat {
		m.witness.change(a.Changes)
		if bad := m.firstViolated(clauses); bad != nil {
			panic("symexec: BUG: the model of " + a.Solver + " contradicts " + bad.String())
		}
	}
	m.foreignCode = noForeignCode
	return a.Verdict == smt.Sat
}

// maxViolated is the largest number of violated clauses that extendWitness adds in one query.
const maxViolated = 16

// extendWitness makes the witness satisfy all clauses of a path, of which it satisfies the first
// m.satisfiedPrefix already. If the witness violates at most maxViolated of the others,
// extendWitness pushes the satisfied ones and queries the conjunction of the violated ones, which is
// as hard as the clauses that share their slots. Otherwise it solves all clauses anew. It needs no
// query if the witness satisfies all clauses.
func (m *machine) extendWitness(path *Path) bool {
	var violated []*term.Term
	m.foreignCode = solving
	for _, t := range path.Condition[m.satisfiedPrefix:] {
		if !m.witness.holds(t) {
			violated = append(violated, t)
		} else if len(violated) <= maxViolated {
			m.stackClauses = append(m.stackClauses, t)
			m.solver.Push(t)
		}
	}
	m.foreignCode = noForeignCode
	if len(violated) > maxViolated {
		if !m.solveClauses(path.Condition, &path.Queries) {
			return false
		}
	} else if len(violated) > 0 {
		extra := violated[0]
		for _, t := range violated[1:] {
			extra = m.builder.Both(extra, t)
		}
		path.Queries++
		m.foreignCode = solving
		if !m.adoptModel(m.solver.Check(m.ctx, extra, m.witness.env), violated) {
			return false
		}
		m.foreignCode = solving
		for _, t := range violated {
			m.stackClauses = append(m.stackClauses, t)
			m.solver.Push(t)
		}
		m.foreignCode = noForeignCode
	}
	m.stale, m.satisfiedPrefix = false, len(path.Condition)
	return true
}

// refreshWitness makes the witness satisfy the path again after sides were taken without queries. If
// that fails, the path ends.
func (m *machine) refreshWitness() bool {
	if !m.stale || m.end != nil {
		return !m.stale
	}
	return m.extendWitness(m.path) || m.stopAt(Contradicted, "no solver finds an input for the sides that were taken without queries")
}
