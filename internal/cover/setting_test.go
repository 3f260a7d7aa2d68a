package cover

import (
	"maps"
	"slices"
	"testing"

	"nearmiss/input"
)

// TestVary: cases share a process for a value, in which the variables of each have it; a file has a process of its
// own; and no case is run that has acted, or for the value of a variable if it reads none.
func TestVary(t *testing.T) {
	a, b := &tried{names: []string{"A"}, files: []string{"f"}}, &tried{unheard: []string{"B"}}
	worlds, left := vary([]*tried{a, b, {files: []string{"f"}}, {names: []string{"C"}, acts: "it writes"}}, func(c *tried) []variation {
		return append([]variation{{sets: true, value: "1", present: true}}, slices.Repeat([]variation{{file: "f"}}, len(c.files))...)
	})
	if len(worlds) != 2 || left != 0 {
		t.Fatalf("%d worlds, %d left", len(worlds), left)
	}
	if w := worlds[0]; len(w.cases) != 2 || !maps.Equal(w.vars, map[string]string{"A": "1", "B": "1"}) || !w.present || w.others != nil {
		t.Errorf("variables: %+v", w)
	}
	if w := worlds[1]; len(w.cases) != 2 || len(w.vars) != 0 || w.present || !slices.Equal(w.others, []string{"f"}) {
		t.Errorf("file: %+v", w)
	}
}

// TestVariables: what can be set is, with values that any variable may have before those
// of the source.
func TestVariables(t *testing.T) {
	for name, want := range map[string]bool{"A": true, "a.b": true, "": false, "A=B": false, "A\x00": false, "GOMEMLIMIT": false, "LD_PRELOAD": false, "GOPATH": true} {
		if got := variable(name); got != want {
			t.Errorf("%q: %t", name, got)
		}
	}
	if got := constantsOf(input.Seeds{Strings: []string{"yes", "1", "a\x00"}, Ints: []int64{1000}}, []string{"yes", "NAME", "no"}, []string{"NAME"}); !slices.Equal(got, []string{"yes", "no", "1000", "1001"}) {
		t.Errorf("%q", got)
	}
	if got := constantsOf(input.Seeds{}, []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"}, nil); len(got) != mostValues {
		t.Errorf("%d values", len(got))
	}
}
