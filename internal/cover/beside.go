package cover

import (
	"context"
	"fmt"
	"go/types"
	"math/rand/v2"
	"slices"

	"nearmiss/input"
	"nearmiss/internal/worker"
)

// Limits of the cases beside others, which are tried to notice mutants.
const (
	proposed  = 400 // inputs run for a function
	mostTried = 60  // cases of a function that become tests
	mutations = 3   // most mutations between the input of a case and one beside it
)

// tries returns cases of these functions with inputs beside those of their cases, whose outcomes differ.
func (s *session) tries(ctx context.Context, u *unit, cases []*testCase, funcs map[*types.Func]bool, round uint64) (list []*testCase, err error) {
	bases := map[*function][]*testCase{}
	var order []*function
	for _, c := range cases {
		if funcs[c.fn.cfg.Obj.Origin()] && c.result.Outcome == worker.Returned {
			if bases[c.fn] == nil {
				order = append(order, c.fn)
			}
			bases[c.fn] = append(bases[c.fn], c)
		}
	}
	for _, f := range order {
		space := input.NewSpace(f.sig, f.limits)
		rng := rand.New(rand.NewPCG(s.seed(f, 1<<43+round, 0), 0))
		tries := beside(f, space, bases[f], rng)
		if err := u.runIn(ctx, u.pool, tries, false); err != nil {
			return nil, err
		}
		var vectors []input.Vector
		tries = slices.DeleteFunc(tries, func(c *testCase) bool {
			return c.result == nil || c.result.Outcome != worker.Returned || c.timeDependent() || !c.legal()
		})
		for _, c := range tries {
			vectors = append(vectors, c.vector)
		}
		var sorted []*testCase
		for _, i := range space.Order(vectors) {
			sorted = append(sorted, tries[i])
		}
		list = append(list, unlike(sorted, rng)...)
	}
	return list, nil
}

// unlike returns at most mostTried cases with different outcomes: in turns one of each class, the first of it or any.
// Cases of a class have the same results and take the same branches.
func unlike(cases []*testCase, rng *rand.Rand) (list []*testCase) {
	classes := map[string][]*testCase{}
	var order []string
	seen := map[string]bool{}
	for _, c := range cases {
		key := fmt.Sprint(c.result.Out)
		if seen[key] {
			continue
		}
		seen[key] = true
		var results []uint64
		for i := range c.fn.sig.Results {
			results = append(results, c.fn.sig.Outcome(c.result.Out, i)...)
		}
		class := fmt.Sprint(results, c.result.Covered)
		if classes[class] == nil {
			order = append(order, class)
		}
		classes[class] = append(classes[class], c)
	}
	for turn := 0; len(list) < mostTried; turn++ {
		before := len(list)
		for _, class := range order {
			left := classes[class]
			if len(left) == 0 || len(list) == mostTried {
				continue
			}
			i := 0
			if turn%2 == 1 {
				i = rng.IntN(len(left))
			}
			list, classes[class] = append(list, left[i]), slices.Delete(left, i, i+1)
		}
		if len(list) == before {
			break
		}
	}
	return list
}

// beside returns cases whose inputs are a few mutations away from those of cases, most of them with plain values.
func beside(f *function, space *input.Space, bases []*testCase, rng *rand.Rand) (list []*testCase) {
	for i := range proposed {
		v := slices.Clone(bases[i%len(bases)].vector)
		for range 1 + rng.IntN(mutations) {
			v = space.Mutate(v, rng)
		}
		if i < proposed-proposed/4 {
			v = plainer(space, v, rng)
		}
		if rng.IntN(2) == 0 {
			v = withEqual(space, v, rng)
		}
		list = append(list, &testCase{fn: f, vector: v})
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

// plainer returns an input whose numbers are small and whose characters are letters.
func plainer(space *input.Space, vec input.Vector, rng *rand.Rand) input.Vector {
	for _, v := range space.Vars(nil, vec) {
		if v.Role >= input.RoleLen || v.Key {
			continue
		}
		w := uint64(rng.IntN(4))
		switch {
		case v.Role == input.RoleBool:
			continue
		case v.Role == input.RoleFloat:
			w = v.FromFloat(float64(w))
		case v.Char():
			w += 'a'
		}
		vec[v.Off] = v.Clamp(w)
	}
	return space.Normalize(nil, vec)
}
