package object

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/report"
	"nearmiss/internal/worker"
	"nearmiss/search"
)

// A state is an input of the method: the receiver and the arguments.
type state struct {
	calls   input.Vector // the shortest known calls that make the state
	literal input.Vector // the state as plain data
	kept    bool         // the state is in states.kept
}

// states holds the states that were seen. A few states are kept: each question looks through them.
// The other states are cached up to a limit.
type states struct {
	kept      []*state
	byLiteral map[uint64]*state
	byCalls   map[uint64]*state // by hash of a call sequence; nil: the calls make no usable state
	unoffered []*state          // cached states that Sample has not offered to a strategy
}

// maxCached bounds the number of cached call sequences.
const maxCached = 1 << 17

func newStates() states {
	return states{byLiteral: map[uint64]*state{}, byCalls: map[uint64]*state{}}
}

// find returns the state with the given plain data, nil if it is not cached.
func (s *states) find(literal input.Vector) *state {
	if known := s.byLiteral[search.Hash(literal)]; known != nil && slices.Equal(known.literal, literal) {
		return known
	}
	return nil
}

// add adds a state, or shorter calls for a known state.
func (s *states) add(calls, literal input.Vector) *state {
	known := s.find(literal)
	switch {
	case known == nil:
		known = &state{calls: slices.Clone(calls), literal: literal}
		s.byLiteral[search.Hash(literal)] = known
	case len(calls) < len(known.calls):
		known.calls = slices.Clone(calls)
	}
	return known
}

// drop removes a state that cannot be used.
func (s *states) drop(one *state) {
	delete(s.byLiteral, search.Hash(one.literal))
	for calls, known := range s.byCalls {
		if known == one {
			s.byCalls[calls] = nil
		}
	}
}

// keep marks a state as kept: later questions begin with it.
func (s *states) keep(one *state) {
	if !one.kept {
		one.kept = true
		s.kept = append(s.kept, one)
	}
}

// forget clears the cache when it is full. It does not remove kept states.
func (s *states) forget() {
	if len(s.byCalls) < maxCached {
		return
	}
	clear(s.byCalls)
	clear(s.byLiteral)
	s.unoffered = nil
	for _, one := range s.kept {
		s.byLiteral[search.Hash(one.literal)] = one
		s.byCalls[search.Hash(one.calls)] = one
	}
}

// MakeStates runs call sequences and returns the states that they make, as inputs of the program.
// It leaves out sequences without a usable state.
func (p *Program) MakeStates(ctx context.Context, calls []input.Vector) (list []input.Vector, err error) {
	made, err := p.evaluate(ctx, slices.Clone(calls))
	for _, s := range made {
		if s != nil {
			p.states.keep(s)
			list = append(list, s.literal)
		}
	}
	return list, err
}

// evaluate runs call sequences and returns the state of each; nil if there is none. It replaces calls
// by fixWays, runs no sequence whose state is cached, and none that is illegal (input.Legal).
func (p *Program) evaluate(ctx context.Context, calls []input.Vector) ([]*state, error) {
	for i, v := range calls {
		calls[i] = p.fixWays(v)
	}
	var fresh []input.Vector
	asked := map[uint64]bool{}
	for _, v := range calls {
		h := search.Hash(v)
		if _, known := p.states.byCalls[h]; known || asked[h] {
			continue
		}
		asked[h] = true
		if input.Legal(p.method.Fn.Sig, v) {
			fresh = append(fresh, v)
		} else {
			p.states.byCalls[h] = nil
		}
	}
	if len(fresh) > 0 {
		if err := p.run(ctx, fresh); err != nil {
			return nil, err
		}
	}
	list := make([]*state, len(calls))
	for i, v := range calls {
		list[i] = p.states.byCalls[search.Hash(v)]
	}
	return list, nil
}

// run runs call sequences, and records their states.
func (p *Program) run(ctx context.Context, calls []input.Vector) error {
	r, err := p.measure(ctx, calls)
	if err != nil {
		return err
	}
	p.count.Evaluations += len(calls)
	p.states.forget()
	for i, vector := range calls {
		var s *state
		m := worker.Measured{Avoided: true}
		if i < len(r[0].Runs) {
			m = r[0].Runs[i]
		}
		literal, err := p.reportedState(vector, &m)
		if err == nil {
			known := len(p.states.byLiteral)
			s = p.states.add(vector, literal)
			if len(p.states.byLiteral) > known {
				p.count.States++
				p.states.unoffered = append(p.states.unoffered, s)
				if p.function != nil {
					p.learn(s)
				}
			}
		} else {
			p.count.Refused[p.reason(vector, err)]++
		}
		p.states.byCalls[search.Hash(vector)] = s
	}
	return nil
}

// Reasons why a call sequence has no usable state, in addition to those of input.NoLiteral.
var (
	errProcessEnds = errors.New("the calls end their process")
	errCallsFail   = errors.New("the calls panic, fail or do not return")
	errTooLarge    = errors.New("the state is larger than the bound")
)

// reportedState returns the state that a run reports, as plain data.
func (p *Program) reportedState(calls input.Vector, measured *worker.Measured) (input.Vector, error) {
	switch {
	case measured.Avoided:
		return nil, errProcessEnds
	case measured.Outcome != worker.Returned:
		return nil, errCallsFail
	}
	var lit input.Vector
	from, to, seen := p.method.Fn.Sig, p.method.Literal.Sig, p.method.State.Sig
	for i := range to.Inputs() {
		f := to.Input(i)
		if f.Type == from.Input(i).Type { // inputs with the same words need not be reported
			lit = append(lit, from.Part(calls, i)...)
			continue
		}
		index := slices.IndexFunc(seen.After, func(r input.Field) bool { return r.Name == f.Name })
		part := seen.Outcome(measured.Out, index)
		var err error
		if lit, _, err = input.Literal(lit, f.Type, seen.After[index].Type, part, 0, p.isUnread); err != nil {
			return nil, fmt.Errorf("%s%w", f.Name, err)
		}
	}
	if p.function != nil && !p.fits(lit) {
		return nil, errTooLarge
	}
	return lit, nil
}

// fits reports whether a state is within the capacity of the executor.
func (p *Program) fits(literal input.Vector) bool {
	_, err := p.function.DistanceUnder(literal)
	return err == nil
}

// reason describes why calls have no state, with the way in which they make the receiver.
func (p *Program) reason(calls input.Vector, err error) string {
	return p.method.Fn.Sig.Recv.Type.Alts[calls[0]].Name + ": " + err.Error()
}

// reasons lists the reasons why call sequences had no states, the most frequent first.
func (p *Program) reasons() string {
	return strings.Join(report.MostFrequent(p.count.Refused), "; ")
}
