package harness

import (
	"slices"
	"strings"
	"testing"

	"nearmiss/input"
)

func buildReturned(t *testing.T) *choices {
	c, fns, refused := loadFrom(t, "testdata/returned", Options{})
	for name, reason := range refused {
		t.Errorf("%s: %s", name, reason)
	}
	return &choices{programFrom(t, "testdata/returned", c, fns), fns}
}

// TestReturned runs functions on what calls for their inputs have returned.
func TestReturned(t *testing.T) {
	x := buildReturned(t)
	t.Run("Ways", func(t *testing.T) { testReturnedWays(t, x) })
	t.Run("Places", func(t *testing.T) { testReturnedPlaces(t, x) })
	t.Run("Values", func(t *testing.T) { testReturnedValues(t, x) })
	t.Run("Same", func(t *testing.T) { testReturnedSame(t, x) })
	t.Run("Forgotten", func(t *testing.T) { testForgotten(t, x) })
	t.Run("Generic", func(t *testing.T) { testReturnedGeneric(t, x) })
	t.Run("Brought", func(t *testing.T) { testReturnedBrought(t) })
}

func testReturnedWays(t *testing.T, x *choices) {
	sig := x.fn(t, "Places").Sig
	if got, want := strings.Join(names(sig.Params[1].Type), " "), "*Element Push InsertBefore Front earlier"; got == want {
		t.Errorf("an element is made by %s: what returns two values and no error is no maker", got)
	} else if want = "*Element Push Front earlier"; got != want {
		t.Errorf("an element is made by %s, want %s", got, want)
	}
	if got, want := strings.Join(names(sig.Params[0].Type), " "), "nil New zero literal earlier"; got != want {
		t.Errorf("a list is made by %s, want %s", got, want)
	}
	for name, want := range map[string]bool{"Places": true, "New": false, "(*Pool).Has": true} {
		if got := x.fn(t, name).Sig.Shares; got != want {
			t.Errorf("%s shares: %t", name, got)
		}
	}
}

// returnedSpace has the vectors of Places: a list made by New with steps, and two
// elements.
func testReturnedPlaces(t *testing.T, x *choices) {
	sig := x.fn(t, "Places").Sig
	list, element := sig.Params[0].Type, sig.Params[1].Type
	steps := stepsIn(list).Elem
	made := alt(t, list, "New")
	push, before, spare := alt(t, steps, "Push"), alt(t, steps, "InsertBefore"), alt(t, steps, "Spare")
	was, itself := alt(t, element, "earlier"), alt(t, list, "earlier")
	plain, maker, front := alt(t, element, "*Element"), alt(t, element, "Push"), alt(t, element, "Front")
	tests := []struct {
		vec  input.Vector
		want string
	}{
		{input.Vector{made, 3, push, 7, push, 8, was, 0, was, 1}, "0 1"},
		{input.Vector{made, 3, push, 7, push, 8, was, 1, was, 1}, "1 1"},
		{input.Vector{made, 3, push, 7, push, 8, was, 9, was, 9}, "1 1"},                         // beyond the last is the last
		{input.Vector{made, 3, push, 7, before, 8, was, 0, was, 0, was, 1}, "1 0"},               // a step takes what one before returned
		{input.Vector{made, 2, before, 8, plain, 0, was, 0, plain, 0}, "nil nil"},                // a call may return nil
		{input.Vector{made, 2, push, 7, maker, made, 0, 5, was, 1}, "other other"},               // of another list
		{input.Vector{made, 2, push, 7, maker, itself, 0, 5, was, 0}, "1 0"},                     // a method of the same list
		{input.Vector{made, 2, push, 7, front, itself, 0, was, 1}, "0 0"},                        // and what it returned
		{input.Vector{made, 3, push, 7, spare, made, 0, maker, itself, 1, 5, was, 0}, "1 0"},     // of two lists, which counts when its steps are done
		{input.Vector{made, 3, push, 7, spare, made, 0, maker, itself, 0, 5, was, 0}, "other 0"}, // and the one made in between
	}
	space := input.NewSpace(sig, input.Limits{})
	var vecs []input.Vector
	for _, tt := range tests {
		vecs = append(vecs, tt.vec)
		if c := space.Normalize(nil, tt.vec); !slices.Equal(c, tt.vec) && !slices.Contains(tt.vec, 9) {
			t.Errorf("%v is not canonical, but %v", tt.vec, c)
		}
	}
	for i, got := range x.texts(t, "Places", vecs) {
		if got != tests[i].want {
			t.Errorf("%v: got %s, want %s", tests[i].vec, got, tests[i].want)
		}
	}
}

// testReturnedValues asserts that methods which return a value make an object, as a pointer and as a
// value, and that steps follow.
func testReturnedValues(t *testing.T, x *choices) {
	pointer, value := x.fn(t, "(*Cursor).Value").Sig.Recv.Type, x.fn(t, "ValueOf").Sig.Params[0].Type
	for of, want := range map[*input.Type]string{pointer: "nil zero literal Cursor Seek earlier", value: "zero literal Cursor Seek"} {
		if got := strings.Join(names(of), " "); got != want {
			t.Errorf("a cursor is made by %s, want %s", got, want)
		}
		list := of.Alts[alt(t, of, "Cursor")].Fields[0].Type
		made, push := alt(t, list, "New"), alt(t, stepsIn(list).Elem, "Push")
		vecs := []input.Vector{
			{alt(t, of, "Cursor"), made, 3, push, 7, push, 8, 0},
			{alt(t, of, "Cursor"), made, 3, push, 7, push, 8, 2, 0},
			{alt(t, of, "Cursor"), made, 0, 0},
			{alt(t, of, "Seek"), made, 3, push, 7, push, 8, 8, 0},
		}
		fn := "ValueOf"
		if of == pointer {
			fn = "(*Cursor).Value"
		}
		if got := x.texts(t, fn, vecs); !slices.Equal(got, []string{"0 7", "1 8", "none", "0 8"}) {
			t.Errorf("%s: got %q", fn, got)
		}
	}
}

// testForgotten: a run knows nothing of what calls returned in the run before it.
func testForgotten(t *testing.T, x *choices) {
	sig := x.fn(t, "Places").Sig
	list, element := sig.Params[0].Type, sig.Params[1].Type
	made, push, was := alt(t, list, "New"), alt(t, stepsIn(list).Elem, "Push"), alt(t, element, "earlier")
	one := input.Vector{made, 2, push, 7, was, 0, was, 9}
	if got := x.texts(t, "Places", []input.Vector{one, one, one}); !slices.Equal(got, []string{"0 0", "0 0", "0 0"}) {
		t.Errorf("got %q", got)
	}
}

func testReturnedGeneric(t *testing.T, x *choices) {
	sig := x.fn(t, "(*Pool).Has").Sig
	pool, item := sig.Recv.Type, sig.Params[0].Type
	made, put := alt(t, pool, "NewPool"), alt(t, stepsIn(pool).Elem, "Put")
	was, maker := alt(t, item, "earlier"), alt(t, item, "Put")
	vecs := []input.Vector{{made, 2, put, 7, was, 0}, {made, 0, maker, made, 0, 7}}
	if got := x.texts(t, "(*Pool).Has", vecs); !slices.Equal(got, []string{"yes", "no"}) {
		t.Errorf("got %q", got)
	}
}

// testReturnedSame: what was returned is not taken for plain data of its type.
func testReturnedSame(t *testing.T, x *choices) {
	sig := x.fn(t, "Same").Sig
	list, mark := sig.Params[0].Type, sig.Params[1].Type
	made, itself := alt(t, list, "New"), alt(t, list, "earlier")
	plain, maker, was := alt(t, mark, "*Mark"), alt(t, mark, "Mark"), alt(t, mark, "earlier")
	vecs := []input.Vector{
		{made, 0, maker, itself, 0, 5, was, 0},
		{made, 0, maker, itself, 0, 5, maker, itself, 0, 6},
		{made, 0, plain, 1, 7, was, 0},
		{made, 0, plain, 1, 7, plain, 1, 7},
		{made, 0, plain, 0, was, 0},
	}
	if got := x.texts(t, "Same", vecs); !slices.Equal(got, []string{"same", "5 6", "same", "7 7", "nil"}) {
		t.Errorf("got %q", got)
	}
}

func testReturnedBrought(t *testing.T) {
	c, fns, _ := loadFrom(t, "testdata/returned", Options{})
	if have := broughtBy(c, fns[index(t, fns, "Places")]); !slices.Contains(have, "Front") || !slices.Contains(have, "Push") || !slices.Contains(have, "New") {
		t.Errorf("Places: %q", have)
	}
}
