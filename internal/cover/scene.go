package cover

import (
	"fmt"
	"math/rand/v2"

	"nearmiss/input"
	"nearmiss/internal/harness"
)

// argPool is the number of distinct arguments of one type in a scenario.
const argPool = 3

// repeatedOf: one of repeatedOf scenarios begins with a repetition.
const repeatedOf = 4

// A sceneDrawer draws scenarios of a type, with few distinct arguments: so that a step meets what earlier ones left.
type sceneDrawer struct {
	f     *function
	space *input.Space
	rng   *rand.Rand
	pool  map[poolKey][]input.Vector
	held  map[*input.Type]int // alternatives that interfaces hold
}

// A poolKey tells arguments of one type apart that a call has beside each other.
type poolKey struct {
	t      *input.Type
	number int
}

// draw draws at most n scenarios without duplicates, whose objects a constructor makes, if there is one.
func (d *sceneDrawer) draw(n int) (list []*testCase) {
	recv := d.f.sig.Recv.Type
	told := map[string]bool{}
	for _, r := range d.f.sig.Readers {
		told[r.Method] = r.IsStep
	}
	var makers, steps, repetitions []int
	var of *input.Type
	for i, a := range recv.Alts {
		if a.RunsCode && !a.Rare && !a.Raw && a.Steps != nil {
			makers, of = append(makers, i), a.Steps
		}
	}
	if of == nil {
		return nil
	}
	for i, a := range of.Elem.Alts {
		switch {
		case a.Repeats:
			repetitions = append(repetitions, i)
		case told[a.Name]:
			steps = append(steps, i)
		}
	}
	seen := map[string]bool{}
	for range n {
		d.pool, d.held = map[poolKey][]input.Vector{}, map[*input.Type]int{}
		v := d.choose(recv, makers[d.rng.IntN(len(makers))])
		count := 1 + d.rng.IntN(harness.MaxScenario)
		v = append(v, uint64(count)+1)
		for k := range count {
			list := steps
			if k == 0 && len(repetitions) > 0 && d.rng.IntN(repeatedOf) == 0 {
				list = repetitions
			}
			v = append(v, d.choose(of.Elem, list[d.rng.IntN(len(list))])...)
		}
		v = d.space.Normalize(nil, v)
		if key := fmt.Sprint(v); !seen[key] {
			seen[key] = true
			list = append(list, &testCase{fn: d.f, vector: v})
		}
	}
	return list
}

// choose returns the words of an alternative of a choice without its steps, with arguments from the pool.
func (d *sceneDrawer) choose(t *input.Type, alt int) input.Vector {
	v := input.Vector{uint64(alt)}
	taken := map[*input.Type]int{} // arguments of this call
	for _, f := range t.Alts[alt].Fields {
		at := poolKey{f.Type, taken[f.Type]}
		taken[f.Type]++
		if pool := d.pool[at]; len(pool) < argPool {
			d.pool[at] = append(pool, d.argument(f.Type))
		}
		v = append(v, d.pool[at][d.rng.IntN(len(d.pool[at]))]...)
	}
	return v
}

// argument returns an argument that is easy to read: the next number or letter, for an interface, too; else a random small one.
func (d *sceneDrawer) argument(t *input.Type) input.Vector {
	number := uint64(0)
	for k := range argPool {
		number += uint64(len(d.pool[poolKey{t, k}]))
	}
	var plain []int
	for i, a := range t.Alts {
		if len(a.Fields) == 1 && !a.RunsCode && a.Decl == nil && (a.Fields[0].Type.Kind == input.String || a.Fields[0].Type.Kind == input.Int) {
			plain = append(plain, i)
		}
	}
	switch {
	case t.Kind == input.Int && t.Domain != nil: // of a repetition
		return input.Vector{t.Domain.Lo + d.rng.Uint64N(t.Domain.Hi-t.Domain.Lo+1)}
	case t.Kind == input.Int && !t.IsDuration() && len(t.Words) == 0 && t.Domain == nil:
		return input.Vector{number + 1}
	case t.Kind == input.String && len(t.Texts) == 0 && t.Domain == nil:
		return input.Vector{1, 'a' + number}
	case len(plain) > 0:
		if _, ok := d.held[t]; !ok {
			d.held[t] = plain[d.rng.IntN(len(plain))]
		}
		held := t.Alts[d.held[t]].Fields[0].Type
		if held.Kind == input.Int {
			return input.Vector{uint64(d.held[t]), number + 1}
		}
		return input.Vector{uint64(d.held[t]), 1, 'a' + number}
	}
	return d.space.Small(t, d.rng)
}
