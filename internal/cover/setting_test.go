package cover

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nearmiss/input"

	"pgregory.net/rapid"
)

// TestOneByOne: each case runs once without each file that it asked for, and with each value of each variable,
// or is counted; in no world does it run twice or without having asked for what differs.
func TestOneByOne(t *testing.T) {
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
		wanted := map[string]bool{}
		for range rapid.IntRange(1, 60).Draw(t, "cases") {
			c := &tried{testCase: &testCase{watched: watched{asked: some("name", "A", "B", "C"), files: some("file", "f", "g")}}, values: some("value", "", "1", "yes", "no")}
			c.values = append(c.values, fmt.Sprint(len(cases)))
			cases = append(cases, c)
			for _, name := range c.asked {
				for _, value := range c.values {
					wanted[fmt.Sprintf("%p %s=%s", c, name, value)] = true
				}
			}
			for _, name := range c.files {
				wanted[fmt.Sprintf("%p %s", c, name)] = true
			}
		}
		worlds, left := oneByOne(cases)
		for _, w := range worlds {
			if len(w.vars)+len(w.others) != 1 {
				t.Fatalf("a process with %d variables and %d files", len(w.vars), len(w.others))
			}
			what := strings.Join(w.others, "")
			for name, value := range w.vars {
				what = name + "=" + value
			}
			for _, c := range w.cases {
				key := fmt.Sprintf("%p %s", c, what)
				if !wanted[key] {
					t.Fatalf("a case runs in %s, which it was not to, or runs there again", key)
				}
				delete(wanted, key)
			}
		}
		if len(wanted) != left {
			t.Fatalf("%d runs are lost, %d are counted", len(wanted), left)
		}
		if len(worlds) > mostSettings {
			t.Fatalf("%d processes", len(worlds))
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
