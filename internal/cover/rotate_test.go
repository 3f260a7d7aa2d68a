package cover

import (
	"slices"
	"testing"

	"nearmiss/dse"
	"nearmiss/input"
	"nearmiss/smt/order"
)

// sealed is an explorer of a function whose input is made in five ways, each from
// a number.
func sealed() *explorer {
	n := []input.Field{{Name: "n", Type: &input.Type{Kind: input.Uint, Bits: 32}}}
	seal := &input.Type{Kind: input.Choice, Alts: []input.Alt{{Name: "nil"}, {Name: "a", Fields: n}, {Name: "b", Fields: n}, {Name: "c", Fields: n}, {Name: "d", Fields: n}}}
	sig := &input.Signature{Params: []input.Field{{Name: "s", Type: seal}}}
	return &explorer{fn: &function{sig: sig, limits: input.Limits{Depth: 2}}, tried: map[uint64]bool{}, known: map[string]bool{}, unknown: map[string]int{}}
}

// grown gives an explorer a tree for an input that had so many turns.
func (x *explorer) grown(v input.Vector, turns int) *explored {
	t := &explored{key: structureOf(x.fn.sig, v), start: v, turns: turns, program: new(dse.Function), solver: order.New()}
	x.known[t.key] = true
	x.trees = append(x.trees, t)
	return t
}

// TestRotate: trees make room for what waits when an errand was in vain, or
// nothing is left to flip in them, and wait themselves if something is.
func TestRotate(t *testing.T) {
	starts := []input.Vector{{1, 7}}
	for _, x := range []struct {
		what        string
		idle        int
		dry         bool
		stay, await []uint64 // alternatives
	}{
		{"a find", 0, false, []uint64{1, 2, 3}, nil},
		{"in vain once", 1, false, []uint64{1, 2, 3}, nil},
		{"in vain", vainly, false, []uint64{1}, []uint64{0, 4, 2, 3}}, // 1 is the first of the best
		{"in vain again and again", stays, false, []uint64{3}, []uint64{0, 4, 1, 2}},
		{"dry", 0, true, []uint64{1, 3}, []uint64{0, 4}},
	} {
		e := sealed()
		e.idle = x.idle
		for w := range uint64(3) {
			e.grown(input.Vector{w + 1, 9}, 1)
		}
		e.trees[1].dry = x.dry
		e.rotate(starts)
		var stay, await []uint64
		for _, tree := range e.trees {
			stay = append(stay, tree.start[0])
		}
		for _, w := range e.waiting {
			await = append(await, w.start[0])
		}
		if !slices.Equal(stay, x.stay) || !slices.Equal(await, x.await) {
			t.Errorf("%s: %v stay and %v wait; want %v and %v", x.what, stay, await, x.stay, x.await)
		}
	}
}

// TestRotateAll: each structure has its turn before one has its second.
func TestRotateAll(t *testing.T) {
	x := sealed()
	x.grown(input.Vector{1, 7}, 1)
	x.grown(input.Vector{0}, 1)
	x.grown(input.Vector{2, 7}, 1)
	turns := map[uint64]int{0: 1, 1: 1, 2: 1}
	for x.idle = stays; len(turns) < 5 && x.idle < 100*stays; x.idle += stays {
		x.rotate([]input.Vector{{1, 7}})
		for v, ok := x.admit(); ok; v, ok = x.admit() {
			x.grown(v, 1)
			turns[v[0]]++
		}
	}
	for w, n := range turns {
		if len(turns) < 5 || n > 2 || x.idle > 3*stays {
			t.Errorf("alternative %d had %d turns in %d errands: %v", w, n, x.idle/stays, turns)
		}
	}
	if x.open() > mostTrees {
		t.Errorf("%d trees", x.open())
	}
}
