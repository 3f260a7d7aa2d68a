package cover

import (
	"testing"

	"nearmiss/internal/subject"
)

// TestAssertionOrder: the text of a panic is not compared if another type assertion of its statement may fail first.
func TestAssertionOrder(t *testing.T) {
	s, u := planned(t, Options{Common: subject.Common{Seed: 1}, Evals: 200, Algo: "search"}, `package unordered

func get(list []any, i int) any { return list[i] }

func Two(list []any) int { return get(list, 0).(func(int) int)(get(list, 1).(int)) }

type pair struct {
	x    int
	list []byte
}

func Made(x any, n int) *pair {
	return &pair{
		x:    x.(int),
		list: make([]byte, n),
	}
}

func One(x, y any) int {
	n := x.(int)
	if n > y.(int) {
		return 1
	}
	return n
}
`)
	s.choose(t, u)
	seen := map[string]bool{}
	for _, c := range u.cases {
		if p := u.ran(c); p != nil && p.kind() == "failed type assertion" {
			seen[c.fn.name] = true
			if got := len(u.assertionSilence(c)) > 0; got != (c.fn.name != "One") {
				t.Errorf("%s: %v", c.fn.name, got)
			}
		}
	}
	if len(seen) != 3 {
		t.Errorf("panics of %v", seen)
	}
}
