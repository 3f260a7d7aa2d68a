package testgen

import (
	"go/types"
	"slices"
	"testing"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/value"
)

// TestNamesWithNumberSigns: what the source says stays as it is, unless
// package testing could give another subtest that name. The variable of a type
// switch says nothing.
func TestNamesWithNumberSigns(t *testing.T) {
	p := &plan{cases: []Case{
		{Covers: []Cover{{Branch: "a.go:1:1/T", Cond: `strings.HasPrefix(line, "#")`, Outcome: true}}},
		{Covers: []Cover{{Branch: "a.go:2:1/T", Cond: "x == #00", Outcome: true}}},
		{Covers: []Cover{{Branch: "a.go:3:1/T", Cond: "x == #0", Outcome: true}}},
		{Covers: []Cover{{Branch: "a.go:4:1/F", Cond: "t := v.(type) case nil"}}},
	}}
	nameCases(p)
	var names []string
	for _, c := range p.cases {
		names = append(names, c.Name)
	}
	if want := []string{`strings.HasPrefix(line, "#")`, "x == #00 (2)", "x == #0", "not v.(type) case nil"}; !slices.Equal(names, want) {
		t.Errorf("names %q, want %q", names, want)
	}
}

// TestBypass: an object at a fall-back was made without its constructor,
// whether or not calls follow.
func TestBypass(t *testing.T) {
	steps := &input.Type{Kind: input.Slice, Elem: &input.Type{Kind: input.Choice, Alts: []input.Alt{{Name: "Push"}}}}
	maker := input.Alt{Name: "New", Make: code.Source("New()"), RunsCode: true, Steps: steps}
	zero := input.Alt{Name: "zero", Make: code.Source("new(Queue)"), RunsCode: true, Steps: steps, Rare: true}
	literal := input.Alt{Name: "literal", Make: code.New(code.Address, code.Arg(0)), Rare: true}
	tests := []struct {
		name string
		alts []input.Alt
		word uint64
		want bool
	}{
		{"constructor", []input.Alt{maker, zero, literal}, 0, false},
		{"zero value", []input.Alt{maker, zero, literal}, 1, true},
		{"literal", []input.Alt{maker, zero, literal}, 2, true},
		{"zero value where there is nothing else", []input.Alt{zero, literal}, 0, false},
	}
	for _, tt := range tests {
		v := &value.Value{Type: &input.Type{Kind: input.Choice, Alts: tt.alts}, Word: tt.word}
		if got := v.BypassesConstructor(); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// TestLocalsBesideTests: what only a test file declares can be hidden by a
// local variable, but not declared again.
func TestLocalsBesideTests(t *testing.T) {
	pkg := module(t, map[string]string{
		"go.mod":    "module example.com/p\n\ngo 1.24\n",
		"a.go":      "package p\n\nvar tt int\n",
		"a_test.go": "package p\n\nvar tests, tt2 []int\n\nfunc must() {}\n",
	})
	s := newScope(pkg, false)
	l := s.locals()
	if a, b, c, d := l.claim("tests"), l.claim("tt"), s.claim("must"), s.claim("tests"); a != "tests" || b != "tt2" || c != "must2" || d != "tests2" {
		t.Errorf("names %s, %s, %s, %s", a, b, c, d)
	}
	if l := s.locals(); !l.isTaken("must2") {
		t.Error("a helper may be hidden")
	}
}

// TestBinary: a list in which only some bytes are characters is all numbers.
func TestBinary(t *testing.T) {
	list := func(bytes string) *value.Value {
		v := &value.Value{Type: &input.Type{Kind: input.Array}}
		for i := range len(bytes) {
			v.Kids = append(v.Kids, &value.Value{Type: &input.Type{Kind: input.Uint, Bits: 8}, GoType: types.Universe.Lookup("byte").Type(), Word: uint64(bytes[i])})
		}
		return v
	}
	for bytes, want := range map[string]bool{"": false, "ab\n": false, "a\x00\x00": false, "J\xe7": true, "\x13a": true} {
		if got := isBinary(list(bytes)); got != want {
			t.Errorf("%q: %v, want %v", bytes, got, want)
		}
	}
}

// TestJoinedStepNames: equal calls in a row are one entry of the list, and what follows two entries
// is counted in entries.
func TestJoinedStepNames(t *testing.T) {
	typ := &input.Type{Kind: input.Choice, Alts: []input.Alt{{Name: "Push"}, {Name: "Pop"}, {Name: "Peek"}, {Name: "Len"}}}
	for _, x := range []struct {
		calls []uint64
		want  string
	}{
		{[]uint64{0, 0, 0, 1, 2}, "Push ×3, Pop, Peek"},
		{[]uint64{0, 0, 0, 1, 2, 3}, "Push ×3, Pop, 2 more"},
		{[]uint64{0, 1, 2, 2, 2, 0, 1}, "Push, Pop, 3 more"},
	} {
		var steps []*value.Value
		for _, c := range x.calls {
			steps = append(steps, &value.Value{Type: typ, Word: c})
		}
		if got := joinedStepNames(steps); got != x.want {
			t.Errorf("%v: %q, want %q", x.calls, got, x.want)
		}
	}
}
