package symexec

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/smt/order"
)

// TestShape: with symbolic lengths paths through inputs of several lengths are
// found from the empty one, and each input takes its path.
func TestShape(t *testing.T) {
	p := program(t, "./testdata/sorting")
	solver := order.New()
	defer solver.Close()
	e := executor(t, p, "Sum", Options{Vector: ints(), Bound: 3, Fork: true, Solver: solver})
	replay := executor(t, p, "Sum", Options{Vector: ints(), Concrete: true})
	rng := rand.New(rand.NewPCG(3, 4))
	lengths := map[uint64]bool{}
	for range 60 {
		path, err := e.Explore(t.Context(), nil, coin{rng})
		if err != nil {
			t.Fatal(err)
		}
		if path.End.Kind != Returned {
			t.Fatalf("%v", path.End)
		}
		lengths[path.Input[0]] = true
		if n := int(max(path.Input[0], 1)); len(path.Input) != n {
			t.Errorf("the input %v has another length", path.Input)
		}
		replay.SetInput(path.Input)
		again, err := replay.Explore(t.Context(), nil, Follow{})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(again.Output, path.Output) || native(again.Cost) != native(path.Cost) {
			t.Errorf("%v: output %v, cost %v; the path says %v, %v", path.Input, again.Output, again.Cost, path.Output, path.Cost)
		}
	}
	for n := uint64(1); n < 5; n++ { // nobody asks whether the list is nil
		if !lengths[n] {
			t.Errorf("no path with the length word %d", n)
		}
	}
}

// TestShapeLaw: the witness of an input stands for that input.
func TestShapeLaw(t *testing.T) {
	p := program(t, "./testdata/lang")
	rng := rand.New(rand.NewPCG(5, 6))
	checked := 0
	for i, sig := range p.Entries {
		space := input.NewSpace(sig, input.Limits{Len: 4})
		e := &Executor{machine: newMachine(p), sig: sig, opts: Options{Bound: 4}}
		for range 5 {
			v := space.Random(nil, rng)
			e.SetInput(v)
			words, err := e.shape.wordsOf(nil, v)
			if err != nil {
				t.Fatalf("%s(%v): %v", sig.Name, v, err)
			}
			if got := e.shape.vector(words); !slices.Equal(got, v) {
				t.Errorf("%s: %v came back as %v", p.Entries[i].Name, v, got)
			}
			checked++
		}
	}
	if checked < 400 {
		t.Errorf("only %d inputs", checked)
	}
}

// TestShapeRefuses: an input that there is no room for is not taken for another one.
func TestShapeRefuses(t *testing.T) {
	p := program(t, "./testdata/lang")
	rng := rand.New(rand.NewPCG(7, 8))
	refused, taken := 0, 0
	for _, sig := range p.Entries {
		space := input.NewSpace(sig, input.Limits{Len: 6})
		e := &Executor{machine: newMachine(p), sig: sig, opts: Options{Bound: 2}}
		e.SetInput(space.Zero())
		for range 20 {
			v := space.Random(nil, rng)
			words, err := e.shape.wordsOf(nil, v)
			if err != nil {
				refused++
			} else if taken++; !slices.Equal(e.shape.vector(words), v) {
				t.Errorf("%s: %v is taken for %v", sig.Name, v, e.shape.vector(words))
			}
		}
	}
	if refused == 0 || taken == 0 {
		t.Errorf("%d refused, %d taken", refused, taken)
	}
}

// TestPlaces: a slot is where its place says: behind the first slot of its
// element, of which its list has room for so many.
func TestPlaces(t *testing.T) {
	p := program(t, "./testdata/lang")
	rng := rand.New(rand.NewPCG(7, 8))
	within := 0
	for _, sig := range p.Entries {
		e := &Executor{machine: newMachine(p), sig: sig, opts: Options{Bound: 3}}
		e.SetInput(input.NewSpace(sig, input.Limits{Len: 4}).Random(nil, rng))
		places := e.Places()
		if len(places) != len(e.shape.slots) {
			t.Fatalf("%s: %d places of %d slots", sig.Name, len(places), len(e.shape.slots))
		}
		rooms, starts := map[int]int{0: len(places)}, map[[2]int]int{}
		for i, q := range places {
			if q.LengthOf > 0 {
				if _, known := rooms[q.LengthOf]; known {
					t.Errorf("%s: two lists %d", sig.Name, q.LengthOf)
				}
				rooms[q.LengthOf] = q.Capacity
			}
			if n, known := rooms[q.List]; !known || n != q.Len || q.Index < 0 || q.Index >= n {
				t.Errorf("%s: place %+v in a list of %d elements", sig.Name, q, n)
			}
			if f := places[q.FirstCounterpart]; q.Object < 1 || q.FirstCounterpart > i || f.FirstCounterpart != q.FirstCounterpart || (f.LengthOf == 0) != (q.LengthOf == 0) {
				t.Errorf("%s: slot %d is %+v, its like %+v", sig.Name, i, q, f)
			}
			if q.List == 0 {
				if q.Index != i || q.Offset != 0 {
					t.Errorf("%s: slot %d in no list: %+v", sig.Name, i, q)
				}
				continue
			}
			within++
			at := [2]int{q.List, q.Index}
			if q.Offset == 0 {
				starts[at] = i
			}
			if i != starts[at]+q.Offset {
				t.Errorf("%s: slot %d is %+v", sig.Name, i, q)
			}
		}
	}
	if within < 100 {
		t.Errorf("only %d slots within lists", within)
	}
	e := executor(t, program(t, "../bench/subjects/ese"), "BreadthFirstSearch", Options{Vector: input.Vector{2, 2, 7}, Bound: 2})
	want := []Place{
		{Len: 7, LengthOf: 1, Capacity: 2, LengthOffset: 1, Object: 2, Fixed: true},
		{List: 1, Len: 2, LengthOf: 2, Capacity: 2, LengthOffset: 1, Object: 3, FirstCounterpart: 1}, {List: 2, Len: 2, Object: 3, FirstCounterpart: 2}, {List: 2, Index: 1, Len: 2, Object: 3, FirstCounterpart: 2},
		{List: 1, Index: 1, Len: 2, LengthOf: 3, Capacity: 2, LengthOffset: 1, Object: 4, FirstCounterpart: 1}, {List: 3, Len: 2, Object: 4, FirstCounterpart: 2}, {List: 3, Index: 1, Len: 2, Object: 4, FirstCounterpart: 2},
	}
	if got := e.Places(); !slices.Equal(got, want) {
		t.Errorf("places %+v", got)
	}
}

// TestObjects: each input, each list with its length and what each pointer points to is an
// object, and a slot in an element has its like in the first one.
func TestObjects(t *testing.T) {
	for _, c := range []struct {
		dir, name      string
		v              input.Vector
		objects, first []int
	}{
		{"open", "Push", input.Vector{0}, []int{2, 2, 2}, []int{0, 1, 1}},
		{"open", "Head", input.Vector{0, 0}, []int{2, 2, 2, 3}, []int{0, 1, 1, 3}},
		{"open", "Names", input.Vector{2, 1, 0, 0}, // a pointer, a name, and a pointer to a node without room for one
			[]int{2, 2, 4, 4, 4, 3, 6, 5, 2, 9, 9, 9, 8, 11, 10}, []int{0, 1, 2, 3, 3, 5, 6, 7, 1, 2, 3, 3, 5, 6, 7}},
		{"lang", "Arrays", input.Vector{0, 0, 0, 0, 0}, []int{1, 2, 2, 2, 2}, []int{0, 1, 1, 1, 1}},
	} {
		e := executor(t, program(t, "./testdata/"+c.dir), c.name, Options{Vector: c.v, Bound: 2})
		var objects, first []int
		for _, at := range e.Places() {
			objects, first = append(objects, at.Object), append(first, at.FirstCounterpart)
		}
		if !slices.Equal(objects, c.objects) || !slices.Equal(first, c.first) {
			t.Errorf("%s: objects %v, first %v", c.name, objects, first)
		}
	}
}

// TestRooms: lists within lists have less room where there would be too many
// words, and the inputs that there are always fit.
func TestRooms(t *testing.T) {
	for _, c := range []struct {
		bound int
		rooms [shapeDepth]int
	}{
		{100, [shapeDepth]int{100, 100, 100}}, {128, [shapeDepth]int{128, 64, 64}}, {1 << 12, [shapeDepth]int{1 << 12, 2, 2}},
		{1 << 20, [shapeDepth]int{1 << 12, 1, 1}},
	} {
		e := executor(t, program(t, "../bench/subjects/ese"), "BreadthFirstSearch", Options{Vector: input.Vector{3, 2, 7, 4, 1, 2, 3}, Bound: c.bound})
		if s := e.shape; s.capacities != c.rooms || len(s.slots) > maxShapeSlots {
			t.Errorf("bound %d: rooms %d, %d slots", c.bound, s.capacities, len(s.slots))
		}
	}
	p := program(t, "./testdata/lang")
	rng := rand.New(rand.NewPCG(9, 10))
	for i, sig := range p.Entries {
		if i%3 > 0 {
			continue
		}
		v := input.NewSpace(sig, input.Limits{Len: 8}).Random(nil, rng)
		e := &Executor{machine: newMachine(p), sig: sig, opts: Options{Bound: 300}}
		e.SetInput(v)
		if n := len(e.shape.slots); n > maxShapeSlots+len(v) {
			t.Errorf("%s: %d slots", sig.Name, n)
		}
		if words, err := e.shape.wordsOf(nil, v); err != nil || !slices.Equal(e.shape.vector(words), v) {
			t.Errorf("%s: %v came back as %v, %v", sig.Name, v, e.shape.vector(words), err)
		}
	}
}
