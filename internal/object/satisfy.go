package object

import (
	"cmp"
	"context"
	"slices"

	"nearmiss/input"
	"nearmiss/search"
	"nearmiss/smt"
	"nearmiss/term"
)

// Reasons for which a question has no answer.
const (
	NotFound = "no sequence of calls was found"
	timeUp   = "the time was up"
)

// Satisfy implements dse.Program. If the solver proves that no plain data satisfies the clauses,
// the question is infeasible; otherwise Satisfy looks for a state that calls make. If it finds none
// the answer is unknown, and the question may be asked again.
func (p *Program) Satisfy(ctx context.Context, start input.Vector, prefix []*term.Term, extra *term.Term) (smt.Answer, input.Vector, error) {
	q := &question{program: p, clauses: append(slices.Clone(prefix), extra), solverAsked: map[*state]bool{}}
	s := q.rankKept()
	known := s != nil
	var err error
	if !known {
		var answer smt.Answer
		answer, q.model, err = p.function.Satisfy(ctx, start, prefix, extra)
		switch {
		case ctx.Err() != nil:
			return smt.Answer{Reason: timeUp}, nil, nil
		case err != nil:
			return answer, nil, err
		case answer.Verdict == smt.Unsat:
			p.count.Solved++
			return answer, nil, nil
		}
		if s, err = q.solveNearest(ctx); s == nil && err == nil {
			s, err = q.evolve(ctx, p.budget(p.failures[extra], q.clauses))
		}
	}
	if s != nil && err == nil {
		p.states.keep(s) // the state before shrink, because simple calls have little to breed from
		s, err = q.shrink(ctx, s)
	}
	switch {
	case ctx.Err() != nil:
		return smt.Answer{Reason: timeUp}, nil, nil
	case err != nil:
		return smt.Answer{}, nil, err
	case s == nil:
		p.count.Missed++
		p.failures[extra] = p.failures[extra].plus(q.clauses)
		for _, candidate := range q.nearest[:min(len(q.nearest), maxKept)] {
			p.states.keep(candidate.state)
		}
		return smt.Answer{Reason: NotFound}, nil, nil
	}
	if known {
		p.count.Known++
	} else {
		p.count.Found++
	}
	delete(p.failures, extra)
	p.states.keep(s)
	return smt.Answer{Verdict: smt.Sat, Solver: "calls"}, s.literal, nil
}

// Bounds of the evaluations of a question.
const (
	minEvaluations     = 64
	maxGrowths         = 2  // number of times that the budget grows when a question is repeated
	growthFactor       = 4  // factor by which the budget grows
	maxRepeatedBudgets = 16 // bound of all extra evaluations, in units of Options.Evaluations
)

// failureCount counts the failures of questions with the same last clause.
type failureCount struct {
	prefixes int    // number of different prefixes before the clause
	lastHash uint64 // hash of the clauses of the question that failed last
	repeats  int    // failures of that question in a row
}

// plus returns the count after one more failure.
func (t failureCount) plus(clauses []*term.Term) failureCount {
	if h := hashOf(clauses); t.prefixes == 0 || h != t.lastHash {
		return failureCount{t.prefixes + 1, h, 1}
	}
	t.repeats++
	return t
}

// hashOf hashes clauses of the program's builder.
func hashOf(clauses []*term.Term) uint64 {
	ids := make([]uint64, len(clauses))
	for i, c := range clauses {
		ids[i] = uint64(c.ID)
	}
	return search.Hash(ids)
}

// budget returns the number of evaluations that a question may take. Each prefix for which its last
// clause was asked in vain halves the budget. A repeated question has the whole budget. If its last
// clause was asked for one prefix only, the budget grows with each repetition, until repeated
// questions have had maxRepeatedBudgets times Options.Evaluations together.
func (p *Program) budget(failures failureCount, clauses []*term.Term) int {
	most, h := p.opt.Evaluations, hashOf(clauses)
	again := p.askedHashes[h]
	p.askedHashes[h] = true
	switch {
	case failures.prefixes == 0:
		return most
	case again && p.repeatedBudgets < maxRepeatedBudgets*most:
		if failures.prefixes == 1 {
			for range min(failures.repeats, maxGrowths) {
				most *= growthFactor
			}
		}
		p.repeatedBudgets += most
		return most
	}
	return max(most>>min(failures.prefixes, 16), min(minEvaluations, most))
}

// A question is a search for a state that satisfies clauses.
type question struct {
	program *Program
	clauses []*term.Term
	// the solver's model of the clauses, which calls may not be able to make; nil if there is none
	model   input.Vector
	nearest []rankedState // at most maxRanked states, the nearest first

	solverAsked map[*state]bool // states for whose receiver the solver was asked for arguments
	numSolved   int
}

type rankedState struct {
	*state
	distance float64
}

const (
	maxRanked = 16 // states from which a search breeds
	maxKept   = 4  // states that are kept when the search has failed
)

// rankKept ranks all kept states. It returns a state that satisfies the clauses, nil if there is none.
func (q *question) rankKept() *state {
	for _, s := range q.program.states.kept {
		if q.rank(s) == 0 {
			return s
		}
	}
	return nil
}

// rank inserts a state into q.nearest if it is near enough, and returns its distance.
func (q *question) rank(s *state) float64 {
	r := rankedState{s, q.distance(s)}
	// Of equally near states the latest comes first, so that calls change even without progress.
	i, _ := slices.BinarySearchFunc(q.nearest, r, func(a, b rankedState) int { return cmp.Or(cmp.Compare(a.distance, b.distance), 1) })
	if i < maxRanked && !slices.ContainsFunc(q.nearest, func(o rankedState) bool { return o.state == s }) {
		q.nearest = slices.Insert(q.nearest, i, r)
		q.nearest = q.nearest[:min(len(q.nearest), maxRanked)]
	}
	return r.distance
}

// distance returns the sum over the clauses of the normalised distance; 0 exactly if all hold. A
// clause that does not hold adds between 0.5 and 1, so that a state that violates fewer clauses is
// mostly nearer. A clause without a distance adds 1.
func (q *question) distance(s *state) (sum float64) {
	distance, err := q.program.function.DistanceUnder(s.literal)
	if err != nil {
		panic("object: BUG: a state that does not fit was kept: " + err.Error())
	}
	for _, c := range q.clauses {
		d, ok := distance(c)
		switch {
		case !ok:
			sum++
		case d.Exact > 0:
			sum += max(d.Published/(d.Published+1), 0.5)
		}
	}
	return sum
}

// maxShrinkRuns bounds the call sequences that are run to find simpler ones.
const maxShrinkRuns = 256

// shrink returns a state that satisfies the clauses and is made by simpler calls than s.
func (q *question) shrink(ctx context.Context, s *state) (*state, error) {
	var failed error
	program := q.program
	calls, _ := search.Shrink(program.space, s.calls, maxShrinkRuns, func(v input.Vector) bool {
		if failed != nil {
			return false
		}
		var list []*state
		list, failed = program.evaluate(ctx, []input.Vector{v})
		return failed == nil && list[0] != nil && q.distance(list[0]) == 0
	})
	if failed != nil {
		return nil, failed
	}
	list, err := program.evaluate(ctx, []input.Vector{calls})
	if err != nil || list[0] == nil {
		return s, err
	}
	return list[0], nil
}
