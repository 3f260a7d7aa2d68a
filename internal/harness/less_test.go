package harness

import (
	"slices"
	"strings"
	"testing"
)

// TestNamedLess: a function type that says less in its name is a strict order; another relation may be any.
func TestNamedLess(t *testing.T) {
	c := loadSource(t, `package p

type LessFunc[T any] func(a, b T) bool

type byName func(x, y string) bool

func Sorted(list []int, less LessFunc[int]) bool { return len(list) < 2 || less(list[0], list[1]) }

func Same(a, b string, is byName) bool { return is(a, b) }
`)
	seen := 0
	for name, want := range map[string]string{"Sorted": "less greater", "Same": "constant less greater equal"} {
		for _, f := range signAll(c, map[string]int{}, Options{}) {
			if f.Sig.Name == name {
				seen++
				got := names(f.Sig.Params[len(f.Sig.Params)-1].Type)
				got = slices.DeleteFunc(got, func(alt string) bool { return alt == "nil" })
				if strings.Join(got, " ") != want {
					t.Errorf("%s: made as %q, want %q", name, got, want)
				}
			}
		}
	}
	if seen != 2 {
		t.Errorf("%d of 2 functions can be called", seen)
	}
}
