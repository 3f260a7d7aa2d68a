package object

import (
	"context"
	"math"
	"slices"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/term"
)

// maxSolved is the number of receivers for which one question asks the solver for arguments.
const maxSolved = 8

// freeInputs reports, by input, whether the words of the input are the same in calls and in
// plain data. This holds for arguments that are not objects.
func freeInputs(m *Method) (list []bool) {
	for i := range m.Literal.Sig.Inputs() {
		list = append(list, m.Literal.Sig.Input(i).Type == m.Fn.Sig.Input(i).Type)
	}
	return list
}

// solveNearest asks the solver for arguments for the receiver of each nearest state in turn, until
// it finds a state that satisfies the clauses.
func (q *question) solveNearest(ctx context.Context) (*state, error) {
	for _, r := range slices.Clone(q.nearest) {
		if s, err := q.solve(ctx, r.state); s != nil || err != nil {
			return s, err
		}
	}
	return nil, nil
}

// solve asks the solver for arguments with which the receiver of s satisfies the clauses. The
// words of the receiver, and of all other inputs that are not in freeInput, are substituted in the
// clauses. It asks at most once for each s and for maxSolved states of a question. It returns nil if
// it does not ask, a clause without free words does not hold, or the solver has no answer.
func (q *question) solve(ctx context.Context, s *state) (*state, error) {
	program := q.program
	if q.numSolved == maxSolved || !slices.Contains(program.freeInput, true) || q.solverAsked[s] {
		return nil, nil
	}
	clauses, ok, err := q.substituteFixed(s)
	if err != nil || !ok || len(clauses) == 0 {
		return nil, err
	}
	q.solverAsked[s] = true
	q.numSolved++
	answer, model, err := program.function.Satisfy(ctx, s.literal, clauses[:len(clauses)-1], clauses[len(clauses)-1])
	if err != nil || answer.Verdict != smt.Sat {
		return nil, err
	}
	var calls input.Vector
	for i := range program.method.Fn.Sig.Inputs() {
		if program.freeInput[i] {
			calls = append(calls, program.method.Literal.Sig.Part(model, i)...)
		} else {
			calls = append(calls, program.method.Fn.Sig.Part(s.calls, i)...)
		}
	}
	list, err := program.evaluate(ctx, []input.Vector{program.space.Normalize(nil, calls)})
	if err != nil || list[0] == nil || q.rank(list[0]) > 0 {
		return nil, err
	}
	return list[0], nil
}

// substituteFixed returns the clauses in which all words but those of free inputs are
// substituted by their values in s; false if a clause without free words does not hold.
func (q *question) substituteFixed(s *state) (list []*term.Term, ok bool, err error) {
	program := q.program
	distance, err := program.function.DistanceUnder(s.literal)
	if err != nil {
		return nil, false, err
	}
	var open []*term.Term
	for _, c := range q.clauses {
		if slices.ContainsFunc(c.Slots(), func(slot int32) bool { return program.freeInput[program.variables[slot].Input] }) {
			open = append(open, c)
		} else if d, ok := distance(c); !ok || d.Exact > 0 {
			return nil, false, nil
		}
	}
	slots, err := program.function.SlotsOf(s.literal)
	if err != nil {
		return nil, false, err
	}
	fixed := map[int]uint64{}
	for index, slot := range slots {
		if !program.freeInput[program.variables[slot].Input] {
			fixed[slot] = s.literal[index]
		}
	}
	builder := program.Builder()
	for _, c := range open {
		list = append(list, builder.Substitute(c, func(slot *term.Term) *term.Term {
			w, ok := fixed[int(slot.Bits)]
			switch {
			case !ok:
				return nil
			case slot.Sort.Kind == term.Bool:
				return builder.Bool(w != 0)
			case slot.Sort.Kind == term.Float:
				return builder.Float(slot.Sort, math.Float64frombits(w))
			}
			return builder.Int(slot.Sort, w)
		}))
	}
	return list, true, nil
}
