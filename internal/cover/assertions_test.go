package cover

import (
	"testing"

	"nearmiss/internal/subject"
)

// TestAssertionOrder: the text of a panic is not compared if another type assertion of its line may fail first.
func TestAssertionOrder(t *testing.T) {
	s, u := planned(t, Options{Common: subject.Common{Seed: 1}, Evals: 200, Algo: "search"}, `package unordered

func get(list []any, i int) any { return list[i] }

func Two(list []any) int { return get(list, 0).(func(int) int)(get(list, 1).(int)) }

func One(x any) int { return x.(int) }
`)
	if err := s.search(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.tests(t.Context(), u, deadlines{}); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, c := range u.cases {
		if p := u.ran(c); p != nil && p.kind() == "failed type assertion" {
			seen[c.fn.name] = true
			if got := len(u.assertionSilence(c)) > 0; got != (c.fn.name == "Two") {
				t.Errorf("%s: %v", c.fn.name, got)
			}
		}
	}
	if len(seen) != 2 {
		t.Errorf("panics of %v", seen)
	}
}
