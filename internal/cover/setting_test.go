package cover

import (
	"fmt"
	"slices"
	"testing"

	"nearmiss/input"

	"pgregory.net/rapid"
)

// TestPack: each trial is run in a process whose setting its case cannot tell from the one
// that was meant, or counted as left out; none is run twice.
func TestPack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		some := func(label string, of ...string) (list []string) {
			for _, x := range of {
				if rapid.Bool().Draw(t, label) {
					list = append(list, x)
				}
			}
			return list
		}
		var cases []*tried
		for range rapid.IntRange(1, 6).Draw(t, "cases") {
			cases = append(cases, &tried{testCase: &testCase{}, names: some("name", "A", "B", "C"), files: some("file", "f", "g"), done: map[string]bool{}})
		}
		var trials []trial
		wanted := map[string]bool{}
		for range rapid.IntRange(0, 40).Draw(t, "trials") {
			c := rapid.SampledFrom(cases).Draw(t, "case")
			s := setting{vars: map[string]string{}, others: some("other", c.files...), present: rapid.Bool().Draw(t, "present")}
			for _, name := range some("variable", c.names...) {
				s.vars[name] = rapid.SampledFrom([]string{"", "1", "yes"}).Draw(t, "value")
			}
			trials = append(trials, trial{c, s})
			wanted[fmt.Sprintf("%p %s", c, c.key(&s))] = true
		}
		worlds, left := pack(trials)
		for _, w := range worlds {
			for i, c := range w.cases {
				if slices.Contains(w.cases[:i], c) {
					t.Fatal("a case is twice in a process")
				}
				s := w.setting
				s.others = slices.DeleteFunc(slices.Clone(s.others), func(name string) bool { return !slices.Contains(c.files, name) })
				key := fmt.Sprintf("%p %s", c, c.key(&s))
				if !wanted[key] {
					t.Fatalf("a case runs in %s, which it was not to", key)
				}
				delete(wanted, key)
			}
		}
		if len(wanted) > 0 && left == 0 {
			t.Fatalf("%d trials are lost", len(wanted))
		}
		if again, _ := pack(trials); len(worlds) < mostSettings && len(again) > 0 {
			t.Fatal("trials are run again")
		}
	})
}

// TestVariables: what can be set is, with values that any variable may have before those
// of the source.
func TestVariables(t *testing.T) {
	for name, want := range map[string]bool{"A": true, "a.b": true, "": false, "A=B": false, "A\x00": false, "GOMEMLIMIT": false, "LD_PRELOAD": false, "GOPATH": true} {
		if got := variable(name); got != want {
			t.Errorf("%q: %t", name, got)
		}
	}
	if got := valuesOf(input.Seeds{Strings: []string{"yes", "1", "a\x00"}, Ints: []int64{1000}}, []string{"yes", "NAME", "no"}, []string{"NAME"}); !slices.Equal(got, []string{"", "1", "true", here, "yes", "no", "1000", "1001"}) {
		t.Errorf("%q", got)
	}
	if got := valuesOf(input.Seeds{}, []string{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"}, nil); len(got) != mostValues {
		t.Errorf("%d values", len(got))
	}
}
