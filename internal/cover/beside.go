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

// Limits of looking for a mutant in the inputs of other functions than its own, each in one generation.
const (
	elsewhere = 2 // functions whose inputs are to tell it apart
	asked     = 8 // functions that are asked in a generation
)

// tries returns cases with inputs near those of given cases. Each input tells a living mutant from the code as it is. A mutant is
// looked for in the inputs of its own function, and in those of others until a few have told it apart.
func (s *session) tries(ctx, looking context.Context, u *unit, v *versions.Versions, cases []*testCase, alive []int, round uint64) (list []*testCase, err error) {
	returned, _ := split(cases, func(c *testCase) bool { return c.result.Outcome == worker.Returned })
	order, bases := grouped(returned)
	known := inputsOf(returned)
	living := map[*types.Func]int{}
	for _, m := range alive {
		living[v.Mutants[m].Func]++
	}
	slices.SortStableFunc(order, func(a, b *function) int { return living[b.cfg.Obj.Origin()] - living[a.cfg.Obj.Origin()] })
	var all []*breeder
	for _, f := range order {
		inputs := vectorsOf(bases[f])
		all = append(all, &breeder{
			versions: v, f: f, space: modestSpace(f, inputs), rng: rand.New(rand.NewPCG(s.seed(f, 1<<43+round, 0), 0)),
			cases: inputs, known: known, apart: map[int]bool{}, reached: map[int]bool{}, best: map[int]input.Vector{}, most: map[int]int{},
		})
	}
	if err := s.breedAll(ctx, looking, u, all, alive, living); err != nil {
		return nil, err
	}
	for _, b := range all {
		found, err := b.lasting(ctx)
		if err != nil {
			return nil, err
		}
		for _, vec := range found {
			list = append(list, &testCase{fn: b.f, vector: vec, tried: true})
		}
	}
	if err := u.runIn(ctx, u.pool, list, false); err != nil {
		return nil, err
	}
	list, _ = split(list, (*testCase).isTry)
	return list, nil
}

// breedAll makes generations of the inputs of each function, those with the most living mutants first, until generations of all
// functions tell no mutant apart, or the context looking ends. A function has twice its share of the time for a generation.
func (s *session) breedAll(ctx, looking context.Context, u *unit, all []*breeder, alive []int, living map[*types.Func]int) error {
	told, tried := map[int]int{}, map[int]int{} // by mutant: functions with inputs that tell it apart, and other functions with inputs that come to it
	made, dry := 0, 0
	for ; made < generations && dry < vain && looking.Err() == nil; made++ {
		dry++
		left := len(alive) + len(all)
		for _, b := range all {
			fn := b.f.cfg.Obj.Origin()
			share := living[fn] + 1
			foreign := func(m int) bool { return b.versions.Mutants[m].Func != fn }
			b.wanted = slices.DeleteFunc(slices.Clone(alive), func(m int) bool { return b.apart[m] || foreign(m) && (told[m] >= elsewhere || b.reached[m]) })
			some := slices.DeleteFunc(slices.Clone(b.wanted), func(m int) bool { return foreign(m) && tried[m] >= asked*(made+1) })
			if b.over || len(some) == 0 {
				left -= share
				continue
			}
			turn, done := shareOf(looking, float64(halfDivisor*share)/float64(left))
			left -= share
			mutants, err := b.breed(turn, some)
			late := turn.Err() != nil
			done()
			for _, m := range some {
				if b.reached[m] && foreign(m) {
					tried[m]++
				}
			}
			for _, m := range mutants {
				b.apart[m], dry = true, 0
				told[m]++
			}
			if looking.Err() != nil && ctx.Err() == nil {
				break // the tests of the new inputs need the remaining time
			}
			if err != nil && !late {
				return err
			}
		}
	}
	s.timed("looked beside the inputs of %d functions of %s in %d generations: %d of %d changes told apart", len(all), u.pkg.ImportPath, made, len(told), len(alive))
	return nil
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
			v = space.HalfPlain(v, rng)
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
