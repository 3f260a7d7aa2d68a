package avm_test

import (
	"testing"

	"nearmiss/avm"
	"nearmiss/input"
)

// stack is an object: nil, a literal, or made by a constructor of its size;
// then calls of Pop and Push.
func stack() *input.Type {
	fields := []input.Field{{Name: "x", Type: tInt64}}
	steps := &input.Type{Kind: input.Slice, Elem: &input.Type{Kind: input.Choice, Alts: []input.Alt{{Name: "Pop"}, {Name: "Push", Fields: fields}}}}
	return &input.Type{Kind: input.Choice, Go: "*Stack", Alts: []input.Alt{
		{Name: "nil", Rare: true}, {Name: "literal"}, {Name: "New", Fields: fields, Steps: steps},
	}}
}

// contents runs the calls on a stack; ok is false if there is none.
func contents(v input.Vector) (size int64, items []int64, ok bool) {
	if v[0] != 2 {
		return 0, nil, v[0] == 1
	}
	for i := 3; i < len(v); i++ {
		switch {
		case v[i] == 1:
			i++
			items = append(items, num(v, i))
		case len(items) > 0:
			items = items[:len(items)-1]
		}
	}
	return num(v, 1), items, true
}

// TestChoice looks for an object made in one certain way, then called with
// certain arguments.
func TestChoice(t *testing.T) {
	p := &problem{name: "stack", types: []*input.Type{stack()}, clauses: func(v input.Vector) []clause {
		size, items, ok := contents(v)
		cs := []clause{flat(ok), eq(size, 1000), eq(int64(len(items)), 3)}
		if len(items) == 3 {
			return append(cs, eq(items[0], 77), lt(items[1], items[2]))
		}
		return append(cs, flat(false), flat(false))
	}}
	for _, o := range []avm.Options{{Extended: true, Local: avm.Lattice}, {}, {Local: avm.Geometric}} {
		for seed := range uint64(20) {
			if r := solve(p, seed, 30_000, o); r.Hit() == nil {
				t.Errorf("extended %v, seed %d: nothing in %d evaluations", o.Extended, seed, r.Evaluations)
			}
		}
	}
}

// TestAlternatives asserts that a local search on a choice tries every other alternative once.
func TestAlternatives(t *testing.T) {
	alts := make([]input.Alt, 12)
	p := &problem{name: "names", types: []*input.Type{{Kind: input.Choice, Alts: alts}}, clauses: func(v input.Vector) []clause {
		return []clause{flat(v[0] == 7)}
	}}
	for seed := range uint64(20) {
		if r := solve(p, seed, 1000, avm.Options{}); r.Hit() == nil || r.Evaluations > 12 {
			t.Errorf("seed %d: %d evaluations to find one of 12 ways", seed, r.Evaluations)
		}
	}
}
