package cover

import (
	"context"
	"go/types"
	"math/rand/v2"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/versions"
	"nearmiss/internal/worker"
)

// tries returns cases with inputs near those of given cases. Each input tells a living mutant from the code as it is. Functions with the most
// living mutants come first. The search ends with the context looking; a function has twice its share of the remaining time.
func (s *session) tries(ctx, looking context.Context, u *unit, v *versions.Versions, cases []*testCase, alive []int, round uint64) (list []*testCase, err error) {
	returned, _ := split(cases, func(c *testCase) bool { return c.result.Outcome == worker.Returned })
	order, bases := grouped(returned)
	known := inputsOf(returned)
	living := map[*types.Func]int{}
	for _, m := range alive {
		living[v.Mutants[m].Func]++
	}
	slices.SortStableFunc(order, func(a, b *function) int { return living[b.cfg.Obj.Origin()] - living[a.cfg.Obj.Origin()] })
	looked, left := 0, len(alive)+len(order)
	for _, f := range order {
		share := living[f.cfg.Obj.Origin()] + 1
		turn, done := shareOf(looking, float64(halfDivisor*share)/float64(left))
		left -= share
		inputs := vectorsOf(bases[f])
		b := &breeder{
			versions: v, f: f, space: modestSpace(f, inputs), rng: rand.New(rand.NewPCG(s.seed(f, 1<<43+round, 0), 0)),
			cases: inputs, known: known, wanted: slices.Clone(alive), best: map[int]input.Vector{}, most: map[int]int{},
		}
		found, err := b.breed(turn)
		late := turn.Err() != nil
		done()
		for _, vec := range found {
			list = append(list, &testCase{fn: f, vector: vec, tried: true})
		}
		if looking.Err() != nil && ctx.Err() == nil {
			break // the tests of the new inputs need the remaining time
		}
		if err != nil && !late {
			return nil, err
		}
		looked++
	}
	s.timed("looked beside the inputs of %d of %d functions of %s", looked, len(order), u.pkg.ImportPath)
	if err := u.runIn(ctx, u.pool, list, false); err != nil {
		return nil, err
	}
	list, _ = split(list, (*testCase).isTry)
	return list, nil
}

// inputsOf returns the words of each receiver and parameter of cases, by type.
func inputsOf(cases []*testCase) map[*input.Type][]input.Vector {
	known := map[*input.Type][]input.Vector{}
	for _, c := range cases {
		for i := range c.fn.sig.Inputs() {
			t, words := c.fn.sig.Input(i).Type, c.fn.sig.Part(c.vector, i)
			if !slices.ContainsFunc(known[t], func(w input.Vector) bool { return slices.Equal(w, words) }) {
				known[t] = append(known[t], words)
			}
		}
	}
	return known
}

// withKnown returns an input with a receiver or parameter of a case, perhaps of another function.
func withKnown(space *input.Space, vec input.Vector, known map[*input.Type][]input.Vector, rng *rand.Rand) input.Vector {
	n := space.Sig.Inputs()
	if n == 0 {
		return vec
	}
	i := rng.IntN(n)
	list := known[space.Sig.Input(i).Type]
	if len(list) == 0 {
		return vec
	}
	from, to := space.Sig.Span(vec, i)
	return space.Replace(vec, from, to, list[rng.IntN(len(list))])
}

// beside returns n inputs a few mutations away from given ones, most with plain values.
func beside(space *input.Space, bases []input.Vector, known map[*input.Type][]input.Vector, n int, rng *rand.Rand) (list []input.Vector) {
	modest := *space
	modest.Limits.Modest = true
	for i := range n {
		v := bases[i%len(bases)]
		if rng.IntN(2) == 0 {
			v = withKnown(space, v, known, rng)
		}
		near := space
		if i%2 == 0 { // numbers that are read
			near = &modest
		}
		v = near.Near(v, rng)
		if i < n-n/4 {
			v = space.Plain(v, rng)
		}
		if rng.IntN(2) == 0 {
			v = withEqual(space, v, rng)
		}
		list = append(list, v)
	}
	return list
}

// withEqual returns an input in which one value is equal to another one of its type.
func withEqual(space *input.Space, vec input.Vector, rng *rand.Rand) input.Vector {
	vars := space.Vars(nil, vec)
	if len(vars) == 0 {
		return vec
	}
	from := vars[rng.IntN(len(vars))]
	var same []input.Var
	for _, v := range vars {
		if v.Type == from.Type && v.Role == from.Role && (v.End <= from.Off || v.Off >= from.End) && !v.Key {
			same = append(same, v)
		}
	}
	if len(same) == 0 {
		return vec
	}
	to := same[rng.IntN(len(same))]
	return space.Replace(vec, to.Off, to.End, slices.Clone(vec[from.Off:from.End]))
}
