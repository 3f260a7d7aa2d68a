package object

import (
	"context"
	"math/rand/v2"
	"slices"

	"nearmiss/input"
)

// batchSize is the number of call sequences that are bred and run at a time.
const batchSize = 32

// stagnationDivisor bounds the evaluations without a nearer state: a question may use its budget
// divided by stagnationDivisor.
const stagnationDivisor = 2

// evolve breeds call sequences from the nearest states until one makes a state that satisfies
// the clauses. It returns nil when the budget is used up, or no nearer state was found for
// budget/stagnationDivisor evaluations.
func (q *question) evolve(ctx context.Context, budget int) (*state, error) {
	p := q.program
	space := *p.space
	space.Seeds = q.withModelNumbers(p.space.Seeds)
	nearest, used, nearer := q.nearest[0].distance, 0, 0
	for used < budget && used-nearer < max(budget/stagnationDivisor, batchSize) {
		used += batchSize
		calls := make([]input.Vector, 0, batchSize)
		for range batchSize {
			calls = append(calls, q.breed(&space))
		}
		list, err := p.evaluate(ctx, calls)
		if err != nil {
			return nil, err
		}
		for _, s := range list {
			if s == nil {
				continue
			}
			if q.rank(s) == 0 {
				return s, nil
			}
			if s, err := q.solve(ctx, s); s != nil || err != nil {
				return s, err
			}
		}
		if q.nearest[0].distance < nearest {
			nearest, nearer = q.nearest[0].distance, used
		}
	}
	return nil, nil
}

// breed makes one call sequence from the calls of near or kept states, or a random one.
func (q *question) breed(space *input.Space) input.Vector {
	rng := q.program.opt.Rand
	// The nearer of two random states, so that the nearest is drawn most often.
	drawNear := func() *state {
		if kept := q.program.states.kept; rng.IntN(4) == 0 {
			return kept[rng.IntN(len(kept))]
		}
		return q.nearest[min(rng.IntN(len(q.nearest)), rng.IntN(len(q.nearest)))].state
	}
	switch kind := rng.IntN(16); {
	case kind < 6:
		if v := q.transplant(space, drawNear()); v != nil {
			return v
		}
		fallthrough
	case kind < 8:
		if v := copyNumber(space, drawNear().calls, rng); v != nil {
			return v
		}
		fallthrough
	case kind < 13:
		return space.Mutate(drawNear().calls, rng)
	case kind < 15:
		return space.Cross(drawNear().calls, drawNear().calls, rng)
	}
	return space.Random(nil, rng)
}

// copyNumber copies a number of a call sequence over another number of the sequence: methods
// often need the number that the constructor or another call was given. It returns nil if there is
// no such pair.
func copyNumber(space *input.Space, calls input.Vector, rng *rand.Rand) input.Vector {
	var places []int
	for _, v := range space.Vars(nil, calls) {
		if v.Role == input.RoleInt || v.Role == input.RoleUint {
			places = append(places, v.Off)
		}
	}
	if len(places) < 2 {
		return nil
	}
	from, to := places[rng.IntN(len(places))], places[rng.IntN(len(places))]
	if calls[from] == calls[to] {
		return nil
	}
	v := slices.Clone(calls)
	v[to] = v[from]
	return space.Normalize(nil, v)
}

// transplant replaces words of the calls that make s by words of the solver's model. A word is
// replaced if it equals a word of the state that differs from the model, because a constructor
// probably stored it there.
func (q *question) transplant(space *input.Space, s *state) input.Vector {
	rng := q.program.opt.Rand
	if len(q.model) != len(s.literal) {
		return nil
	}
	var differ []int
	for i, w := range s.literal {
		if w != q.model[i] {
			differ = append(differ, i)
		}
	}
	vector := slices.Clone(s.calls)
	changed := false
	for len(differ) > 0 {
		i := differ[rng.IntN(len(differ))]
		var places []int
		for index, w := range vector {
			if w == s.literal[i] {
				places = append(places, index)
			}
		}
		if len(places) > 0 {
			vector[places[rng.IntN(len(places))]], changed = q.model[i], true
		}
		if rng.IntN(2) == 0 {
			break
		}
	}
	if !changed {
		return nil
	}
	return space.Normalize(nil, vector)
}

// maxModelNumbers bounds the numbers of the solver's model that are added to the seeds.
const maxModelNumbers = 128

// withModelNumbers returns the seeds together with the numbers of the solver's model, since
// calls may store such a number.
func (q *question) withModelNumbers(seeds input.Seeds) input.Seeds {
	if q.model == nil {
		return seeds
	}
	seeds.Ints, seeds.Floats = slices.Clip(seeds.Ints), slices.Clip(seeds.Floats)
	space := input.NewSpace(q.program.method.Literal.Sig, input.Limits{Len: len(q.model) + 1, Words: 2*len(q.model) + 1, Depth: 64})
	for _, v := range space.Vars(nil, q.model) {
		switch w := q.model[v.Off]; v.Role {
		case input.RoleInt, input.RoleUint:
			if !slices.Contains(seeds.Ints, int64(w)) && len(seeds.Ints) < maxModelNumbers {
				seeds.Ints = append(seeds.Ints, int64(w))
			}
		case input.RoleFloat:
			if f := v.Float(w); !slices.Contains(seeds.Floats, f) && len(seeds.Floats) < maxModelNumbers {
				seeds.Floats = append(seeds.Floats, f)
			}
		}
	}
	return seeds
}
