package input

import (
	"slices"
	"testing"
)

// TestTelling: an outcome tells what is not zero, and what the call changed.
func TestTelling(t *testing.T) {
	num := &Type{Kind: Int, Bits: 64, Go: "int"}
	list := &Type{Kind: Slice, Go: "[]int", Elem: num}
	fails := &Type{Kind: Error, Go: "error"}
	said := &Type{Kind: Sealed, Go: "T", Text: "String"}
	made := &Type{Kind: Choice, Go: "*T", Alts: []Alt{{Name: "New", Fields: []Field{{Name: "n", Type: num}}}}}
	sig := &Signature{
		Recv: &Field{"r", made}, Params: []Field{{"p", list}, {"v", num}},
		Results: []Field{{"", num}, {"", list}, {"", &Type{Kind: Pointer, Go: "*int", Elem: num}}, {"", fails}},
		After:   []Field{{"r", said}, {"p", list}},
		Readers: []Reader{{Of: "r", Method: "Len", Results: []Field{{"", num}}}, {Of: "r", Method: "Get", Results: []Field{{"", num}, {"", num}}}},
	}
	in := Vector{0, 9, 3, 7, 8, 5}                        // New(9), []int{7, 8}, 5
	results, after := Vector{0, 1, 0, 0}, Vector{0, 2, 0} // 0, []int{}, nil, nil; no text, and then whether it stayed
	unread := Vector{0, 0}
	for _, c := range []struct {
		name string
		out  Vector
		want []Vector
	}{
		{"nothing", slices.Concat(results, after[:2], Vector{3, 7, 8}, after[2:], unread), []Vector{nil, nil, nil, nil, {0, 2}, nil, nil, nil, nil}},
		{"results", slices.Concat(Vector{4, 2, 0, 1, 3, ErrorSays, 1, 'x'}, Vector{0, 2, 3, 7, 8, 0}, unread), []Vector{{4}, {2, 0}, {1, 3}, {ErrorSays, 1, 'x'}, {0, 2}, nil, nil, nil, nil}},
		{"a pointer to zero", slices.Concat(Vector{0, 0, 1, 0, 0}, Vector{0, 2, 3, 7, 8, 0}, unread), []Vector{nil, nil, nil, nil, {0, 2}, nil, nil, nil, nil}},
		{"one element", slices.Concat(results, Vector{0, 2, 3, 7, 5, 0}, unread), []Vector{nil, nil, nil, nil, {0, 2}, {2, 5}, nil, nil, nil}},
		{"one more", slices.Concat(results, Vector{0, 2, 4, 7, 8, 5, 0}, unread), []Vector{nil, nil, nil, nil, {0, 2}, {4, 7, 8, 5}, nil, nil, nil}},
		{"readings", slices.Concat(results, Vector{0, 2, 3, 7, 8, 0}, Vector{1, 2, 1, 0, 6}), []Vector{nil, nil, nil, nil, {0, 2}, nil, {2}, nil, {6}}},
		{"a panic of a reader", slices.Concat(results, Vector{0, 2, 3, 7, 8, 0}, Vector{0, 1, 0, 6}), []Vector{nil, nil, nil, nil, {0, 2}, nil, nil, nil, {6}}},
		{"unchanged", slices.Concat(results, Vector{0, 2, 3, 7, 5, 1}, unread), []Vector{nil, nil, nil, nil, nil, {2, 5}, nil, nil, nil}},
		{"no outcome", nil, make([]Vector, 9)},
	} {
		if len(c.out) > 0 && !sig.Reports(c.out) {
			t.Fatalf("%s: %v is no outcome", c.name, c.out)
		}
		got := sig.Telling()(in, c.out)
		if !slices.EqualFunc(got, c.want, func(a, b Vector) bool { return slices.Equal(a, b) && (a == nil) == (b == nil) }) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestTellingOfMethods: what methods of results and of the receiver say is told, what those of parameters say is not.
func TestTellingOfMethods(t *testing.T) {
	num := &Type{Kind: Int, Bits: 64, Go: "int"}
	sig := &Signature{
		Recv: &Field{"r", num}, Params: []Field{{"p", num}}, Results: []Field{{"", num}},
		Readers: []Reader{{Of: "r", Method: "A", Results: []Field{{"", num}}}, {Of: "p", Method: "B", Results: []Field{{"", num}}}, {OfResult: 1, Method: "C", Results: []Field{{"", num}}}},
	}
	got := sig.Telling()(Vector{1, 2}, Vector{9, 1, 3, 1, 4, 1, 5})
	if want := []Vector{{9}, {3}, nil, {5}}; !slices.EqualFunc(got, want, func(a, b Vector) bool { return slices.Equal(a, b) }) {
		t.Errorf("%v, want %v", got, want)
	}
}
