package harness

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nearmiss/input"
)

// TestRepetition: a repetition calls its method so many times. Arguments that can count do, up from 0 or down to 1; others stay.
func TestRepetition(t *testing.T) {
	loaded, _, _ := loadFrom(t, "testdata/repetitions", Options{})
	c := New(loaded.pkg)
	c.Repeat()
	fns := signAll(c, map[string]int{}, Options{})
	x := &choices{programFrom(t, "testdata/repetitions", c, fns), fns}
	typ := x.param(t, "UseLog")
	steps := stepsIn(typ).Elem
	made := alt(t, typ, "NewLog")
	all := names(steps)
	calls := map[string]struct {
		rest input.Vector // the arguments that stay
		want func(i int) string
	}{
		"AddAll":  {nil, func(i int) string { return fmt.Sprintf("AddAll[%d]", i) }},
		"AddItem": {nil, func(i int) string { return fmt.Sprintf("AddItem subject.Int(%d)", i) }},
		"Put":     {input.Vector{7}, func(i int) string { return fmt.Sprintf("Put %c %d 7", 'a'+i, i) }},
		"SetByte": {input.Vector{1}, func(i int) string { return fmt.Sprintf("SetByte %c 1", 'a'+i) }},
		"Drop":    {nil, func(int) string { return "Drop" }},
	}
	var vecs []input.Vector
	var wants []string
	for at, name := range all {
		method, direction, is := strings.Cut(name, "*")
		call, known := calls[method]
		if is != known && is || known && !slices.Contains(all, method+"*") {
			t.Errorf("%s is among the steps %s", name, all)
		}
		for _, n := range []int{2, 9} {
			want := ""
			for k := range n {
				i := k
				if direction != "" {
					i = n - k
				}
				if is {
					want += call.want(i) + " "
				}
			}
			if is {
				vecs = append(vecs, append(input.Vector{made, 2, uint64(at), uint64(n)}, call.rest...))
				wants = append(wants, want)
			}
		}
	}
	if len(vecs) != 2*9 {
		t.Errorf("%d repetitions among %s", len(vecs)/2, all)
	}
	if got := x.texts(t, "UseLog", vecs); !slices.Equal(got, wants) {
		t.Errorf("got  %q\nwant %q", got, wants)
	}
	space := input.NewSpace(x.fn(t, "UseLog").Sig, input.Limits{})
	for _, n := range [][2]uint64{{0, 2}, {99, 26}} { // letters end with z
		v := space.Normalize(nil, input.Vector{made, 2, uint64(slices.Index(all, "Put*")), n[0], 7})
		if v[3] != n[1] {
			t.Errorf("%d times are %d", n[0], v[3])
		}
	}
}
