package symexec

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nearmiss/input"
)

// readings is a Reader that collects the comparisons.
type readings struct {
	list   []Comparison
	passed int
}

func (r *readings) ObserveComparison(c Comparison)        { r.list = append(r.list, c) }
func (r *readings) ObserveBranch(branch uint32, _ uint64) { r.passed++ }

// TestReader checks the pieces of the input that are compared with words, their slots, and the
// words. $n is slot n.
func TestReader(t *testing.T) {
	text := func(s string) input.Vector {
		v := input.Vector{uint64(len(s))}
		for _, b := range []byte(s) {
			v = append(v, uint64(b))
		}
		return v
	}
	for _, c := range []struct {
		pattern, fn string
		vector      input.Vector
		want        string
	}{
		{"words", "Prefix", text("abc"), `$1 "abc" prefix "http://", $1 "abc" suffix ".go", $1 "abc" whole ".go", $1 "abc" substring "ab"`},
		{"words", "Index", text("std::x"), `$1 "std::x" substring "::", $1 "std" whole "std"`},
		{"words", "Fields", text("go on"), `$1 "go" whole "go"`},
		{"words", "Fields", text("of on"), `$1 "of" whole "go"`},
		{"words", "Split", text("1,yes"), `$1 "1,yes" substring ","`},
		{"words", "Split", text("42,yes"), `$1 "42,yes" substring ",", $4 "yes" whole "x"`},
		{"open", "Is", text("abc"), `$1 "abc" whole "ab"`},
		{"open", "Same", input.Vector{1, 'a', 2, 'b', 'c'}, `$1 "a" whole "bc", $10 "bc" whole "a"`},
		{"open", "Bytes", text("ab"), `$2 "b" whole "b"`},
	} {
		var got []string
		r := &readings{}
		e := executor(t, program(t, "./testdata/"+c.pattern), c.fn, Options{Vector: c.vector, Bound: 8, Fork: true, Reader: r})
		path, err := e.Explore(t.Context(), nil, Follow{})
		if err != nil || path.End.Kind != Returned {
			t.Fatal(path.End, err)
		}
		for _, x := range r.list {
			if x.Piece.Len != len(x.Text) {
				t.Errorf("%s: %+v", c.fn, x)
			}
			line := fmt.Sprintf("$%d %q %v %q", x.Piece.First, x.Text, x.Match, x.Other)
			if !slices.Contains(got, line) { // a probe and the code after it make the same comparison
				got = append(got, line)
			}
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%s(%v): %s, not %s", c.fn, c.vector, got, c.want)
		}
		if r.passed == 0 || uint64(r.passed) > path.Cost.Branches {
			t.Errorf("%s(%v): %d branches of %d", c.fn, c.vector, r.passed, path.Cost.Branches)
		}
	}
}

// TestSlotsOf checks that SlotsOf finds the slot of each word.
func TestSlotsOf(t *testing.T) {
	p := program(t, "./testdata/open")
	e := executor(t, p, "Same", Options{Vector: input.Vector{0, 0}, Bound: 3})
	slots, err := e.SlotsOf(input.Vector{1, 'a', 2, 'b', 'c'})
	if want := []int{0, 1, 4, 5, 6}; err != nil || !slices.Equal(slots, want) {
		t.Errorf("%v, %v", slots, err)
	}
	if _, err := e.SlotsOf(input.Vector{3, 1, 2, 3, 3, 1, 2, 3, 9}); err == nil {
		t.Error("there is no room for so much")
	}
	for slot, at := range e.Places() {
		if want := slot == 0; at.Fixed != want {
			t.Errorf("slot %d: %v, and the words before it are always there: %v", slot, at.Fixed, want)
		}
	}
}
