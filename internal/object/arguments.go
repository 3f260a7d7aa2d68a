package object

import (
	"context"
	"math"
	"slices"

	"nearmiss/input"
	"nearmiss/smt"
	"nearmiss/term"
)

// mostSolved bounds the receivers for which one question asks the solver for arguments.
const mostSolved = 8

// free reports, by input, whether the words of the input are the same in calls and in plain data:
// arguments that are not objects.
func free(m *Method) (list []bool) {
	for i := range m.Literal.Sig.Inputs() {
		list = append(list, m.Literal.Sig.Input(i).Type == m.Fn.Sig.Input(i).Type)
	}
	return list
}

// solveNearest looks for arguments for the receivers of the nearest states.
func (q *question) solveNearest(ctx context.Context) (*state, error) {
	for _, r := range slices.Clone(q.nearest) {
		if s, err := q.solve(ctx, r.state); s != nil || err != nil {
			return s, err
		}
	}
	return nil, nil
}

// solve asks the solver for arguments with which the receiver of s satisfies the clauses. The
// clauses are asked with the words of the receiver and of all other inputs that are not free
// substituted. It returns nil if a clause without free words does not hold, or the solver has no
// answer.
func (q *question) solve(ctx context.Context, s *state) (*state, error) {
	program := q.p
	if q.solved == mostSolved || !slices.Contains(program.free, true) || q.asked[s] {
		return nil, nil
	}
	clauses, ok, err := q.inPlace(s)
	if err != nil || !ok || len(clauses) == 0 {
		return nil, err
	}
	q.asked[s] = true
	q.solved++
	answer, model, err := program.f.Satisfy(ctx, s.literal, clauses[:len(clauses)-1], clauses[len(clauses)-1])
	if err != nil || answer.Verdict != smt.Sat {
		return nil, err
	}
	var calls input.Vector
	for i := range program.m.Fn.Sig.Inputs() {
		if program.free[i] {
			calls = append(calls, program.m.Literal.Sig.Part(model, i)...)
		} else {
			calls = append(calls, program.m.Fn.Sig.Part(s.calls, i)...)
		}
	}
	list, err := program.evaluate(ctx, []input.Vector{program.space.Normalize(nil, calls)})
	if err != nil || list[0] == nil || q.rank(list[0]) > 0 {
		return nil, err
	}
	return list[0], nil
}

// inPlace returns the clauses on free words, with all other words substituted by their values in s;
// false if a clause without free words does not hold.
func (q *question) inPlace(s *state) (list []*term.Term, ok bool, err error) {
	program := q.p
	distance, err := program.f.Away(s.literal)
	if err != nil {
		return nil, false, err
	}
	var open []*term.Term
	for _, c := range q.clauses {
		if slices.ContainsFunc(c.Slots(), func(slot int32) bool { return program.free[program.variables[slot].Input] }) {
			open = append(open, c)
		} else if d, ok := distance(c); !ok || d.Exact > 0 {
			return nil, false, nil
		}
	}
	slots, err := program.f.SlotsOf(s.literal)
	if err != nil {
		return nil, false, err
	}
	fixed := map[int]uint64{}
	for at, slot := range slots {
		if slot >= 0 && !program.free[program.variables[slot].Input] {
			fixed[slot] = s.literal[at]
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
