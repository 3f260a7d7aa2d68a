package input

import (
	"math/rand/v2"
	"testing"
)

// gates is a function of a type with one field that others may set and one that only its
// package sets, of which literals, its constructor and calls make values.
func gates(raw bool) *Signature {
	num := &Type{Kind: Int, Bits: 64, Go: "int"}
	fields := &Type{Kind: Struct, Go: "Gate", Fields: []Field{{"Open", num}, {"step", num}}, PackageOnly: []bool{false, true}}
	steps := &Type{Kind: Slice, Elem: &Type{Kind: Choice, Alts: []Alt{{Name: "Press", Fields: []Field{{"n", num}}}}}}
	gate := &Type{Kind: Choice, Go: "*Gate", Alts: []Alt{
		{Name: "nil", Rare: true}, {Name: "New", Fields: []Field{{"n", num}}, Steps: steps, RunsCode: true},
		{Name: "zero", Raw: raw, Steps: steps}, {Name: "literal", Raw: raw, Fields: []Field{{"value", fields}}, Steps: steps},
	}}
	return &Signature{Params: []Field{{"g", gate}, {"f", fields}}}
}

func TestUnmade(t *testing.T) {
	for _, x := range []struct {
		raw  bool
		v    Vector
		want string
	}{
		{true, Vector{0, 0, 0}, ""},                // nil is no state
		{true, Vector{1, 7, 2, 0, 9, 0, 0}, ""},    // a constructor and a call
		{false, Vector{2, 0, 0, 0}, ""},            // the zero value, of which there is use,
		{true, Vector{2, 0, 0, 0}, "*Gate"},        // or none,
		{true, Vector{2, 2, 0, 5, 0, 0}, "*Gate"},  // whatever is called on it
		{true, Vector{3, 0, 0, 0, 0, 0}, "*Gate"},  // the same as a literal
		{false, Vector{3, 0, 0, 0, 0, 0}, ""},      //
		{true, Vector{3, 4, 0, 0, 0, 0}, ""},       // fields that others may set
		{true, Vector{3, 4, 0, 2, 0, 1, 0, 0}, ""}, // and a call
		{false, Vector{3, 4, 1, 0, 0, 0}, "*Gate"}, // a field that only the package sets
		{false, Vector{1, 7, 0, 0, 3}, "Gate"},     // where nothing but a literal makes the value
		{false, Vector{3, 0, 1, 0, 0, 3}, "*Gate"}, // the first one counts
		{false, Vector{1, 7, 0, 3, 0}, ""},         //
	} {
		got := ""
		if u := FirstIllegal(gates(x.raw), x.v); u != nil {
			got = u.Go
		}
		if got != x.want {
			t.Errorf("%v: %q, want %q", x.v, got, x.want)
		}
	}
	if s := gates(false); !s.MayBeIllegal() || (&Signature{Params: []Field{{"n", &Type{Kind: Int, Bits: 64}}}}).MayBeIllegal() {
		t.Error("Lawless is wrong")
	}
}

// TestSetsFields: an unexported field that is not zero is set by hand, in a literal of any kind, and nothing else is.
func TestSetsFields(t *testing.T) {
	for _, x := range []struct {
		v    Vector
		want bool
	}{
		{Vector{0, 0, 0}, false},
		{Vector{1, 7, 2, 0, 9, 0, 0}, false}, // a constructor and a call
		{Vector{2, 2, 0, 5, 0, 0}, false},    // the zero value and a call
		{Vector{3, 4, 0, 0, 5, 0}, false},    // fields that others may set
		{Vector{3, 4, 1, 0, 0, 0}, true},     // a field that only the package sets
		{Vector{1, 7, 0, 0, 3}, true},
	} {
		if got := SetsFields(gates(true), x.v); got != x.want {
			t.Errorf("%v: %v, want %v", x.v, got, x.want)
		}
	}
}

// Within limits that are legal all vectors are, however they come about, and no operator
// leaves them.
func TestLegalLimits(t *testing.T) {
	space := NewSpace(gates(false), Limits{Legal: true})
	rng, wide := rand.New(rand.NewPCG(1, 2)), NewSpace(gates(false), Limits{})
	illegal := 0
	for range 2_000 {
		drawn := wide.Random(nil, rng)
		if !Legal(wide.Sig, drawn) {
			illegal++
		}
		v := space.Random(nil, rng)
		for name, v := range map[string]Vector{"Random": v, "Mutate": space.Mutate(v, rng), "Normalize": space.Normalize(nil, drawn)} {
			if !Legal(space.Sig, v) || !space.Canonical(v) {
				t.Fatalf("%s: %v is not legal", name, v)
			}
		}
		for _, x := range space.Vars(nil, v) {
			if w := x.Move(v[x.Off], true, 1); !x.Shape() && !Legal(space.Sig, space.Set(append(Vector(nil), v...), &x, w)) {
				t.Fatalf("%v: word %d leaves the legal ones", v, x.Off)
			}
		}
	}
	if illegal < 500 {
		t.Errorf("%d of 2000 random vectors are not legal", illegal)
	}
}
