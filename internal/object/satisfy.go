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
	ended    = "the time was up"
)

// Satisfy implements dse.Program. If the solver proves that no plain data satisfies the clauses,
// the question is infeasible; otherwise Satisfy looks for a state that calls make. If it finds none
// the answer is unknown, and the question may be asked again.
func (p *Program) Satisfy(ctx context.Context, start input.Vector, prefix []*term.Term, extra *term.Term) (smt.Answer, input.Vector, error) {
	q := &question{p: p, clauses: append(slices.Clone(prefix), extra), asked: map[*state]bool{}}
	s := q.known()
	known := s != nil
	var err error
	if !known {
		var answer smt.Answer
		answer, q.model, err = p.f.Satisfy(ctx, start, prefix, extra)
		switch {
		case ctx.Err() != nil:
			return smt.Answer{Reason: ended}, nil, nil
		case err != nil:
			return answer, nil, err
		case answer.Verdict == smt.Unsat:
			p.count.Solved++
			return answer, nil, nil
		}
		if s, err = q.solveNearest(ctx); s == nil && err == nil {
			s, err = q.evolve(ctx, p.budget(p.failed[extra], q.clauses))
		}
	}
	if s != nil && err == nil {
		p.states.keep(s) // the state before shrink, because simple calls have little to breed from
		s, err = q.shrink(ctx, s)
	}
	switch {
	case ctx.Err() != nil:
		return smt.Answer{Reason: ended}, nil, nil
	case err != nil:
		return smt.Answer{}, nil, err
	case s == nil:
		p.count.Missed++
		p.failed[extra] = p.failed[extra].failed(q.clauses)
		for _, near := range q.nearest[:min(len(q.nearest), mostKept)] {
			p.states.keep(near.state)
		}
		return smt.Answer{Reason: NotFound}, nil, nil
	}
	if known {
		p.count.Known++
	} else {
		p.count.Found++
	}
	delete(p.failed, extra)
	p.states.keep(s)
	return smt.Answer{Verdict: smt.Sat, By: "calls"}, s.literal, nil
}

// Bounds of the evaluations of a question.
const (
	leastEvaluations = 64
	mostAgain        = 2  // how often the budget grows when a question is repeated
	moreAgain        = 4  // factor by which it grows
	mostMore         = 16 // bound of all extra evaluations, in units of Options.Evaluations
)

// tries counts the failures of questions with the same last clause.
type tries struct {
	prefixes int    // number of prefixes
	last     uint64 // a hash of the clauses of the last question
	again    int    // failures of the last question
}

// failed adds a failure.
func (t tries) failed(clauses []*term.Term) tries {
	if h := hashOf(clauses); t.prefixes == 0 || h != t.last {
		return tries{t.prefixes + 1, h, 1}
	}
	t.again++
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

// budget returns the evaluations that a question may take. Each prefix for which its last clause
// was asked in vain halves the budget. A repeated question has the whole budget, and more each time
// if its last clause was asked for one prefix only, until repeated questions have had mostMore
// times Options.Evaluations together.
func (p *Program) budget(t tries, clauses []*term.Term) int {
	most, h := p.opt.Evaluations, hashOf(clauses)
	again := p.asked[h]
	p.asked[h] = true
	switch {
	case t.prefixes == 0:
		return most
	case again && p.more < mostMore*most:
		if t.prefixes == 1 {
			for range min(t.again, mostAgain) {
				most *= moreAgain
			}
		}
		p.more += most
		return most
	}
	return max(most>>min(t.prefixes, 16), min(leastEvaluations, most))
}

// A question is a search for a state that satisfies clauses.
type question struct {
	p       *Program
	clauses []*term.Term
	model   input.Vector // of the solver, regardless of whether calls can make it; nil if there is none
	nearest []ranked     // of the ranked states, the nearest first

	asked  map[*state]bool // states for whose receiver the solver was asked for arguments
	solved int
}

type ranked struct {
	*state
	away float64
}

const (
	mostRanked = 16 // states from which a search breeds
	mostKept   = 4  // states that are kept when the search has failed
)

// known ranks all kept states. It returns a state that satisfies the clauses, nil if there is none.
func (q *question) known() *state {
	for _, s := range q.p.states.kept {
		if q.rank(s) == 0 {
			return s
		}
	}
	return nil
}

// rank inserts a state into the nearest if it is near enough, and returns its distance.
func (q *question) rank(s *state) float64 {
	r := ranked{s, q.away(s)}
	// Of equal states the last comes first, so that calls change even without progress.
	i, _ := slices.BinarySearchFunc(q.nearest, r, func(a, b ranked) int { return cmp.Or(cmp.Compare(a.away, b.away), 1) })
	if i < mostRanked && !slices.ContainsFunc(q.nearest, func(o ranked) bool { return o.state == s }) {
		q.nearest = slices.Insert(q.nearest, i, r)
		q.nearest = q.nearest[:min(len(q.nearest), mostRanked)]
	}
	return r.away
}

// away returns the sum over the clauses of the normalised distance; 0 exactly if all hold. A clause
// that does not hold adds between 0.5 and 1, so that in most cases fewer such clauses are better. A
// clause without a distance adds 1.
func (q *question) away(s *state) (sum float64) {
	distance, err := q.p.f.Away(s.literal)
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

// mostShrinking bounds the call sequences that are run to find simpler ones.
const mostShrinking = 256

// shrink returns a state that satisfies the clauses and is made by simpler calls than s.
func (q *question) shrink(ctx context.Context, s *state) (*state, error) {
	var failed error
	program := q.p
	calls, _ := search.Shrink(program.space, s.calls, mostShrinking, func(v input.Vector) bool {
		if failed != nil {
			return false
		}
		var list []*state
		list, failed = program.evaluate(ctx, []input.Vector{v})
		return failed == nil && list[0] != nil && q.away(list[0]) == 0
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
