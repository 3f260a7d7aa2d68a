package syntax

import "testing"

// TestFree: the least number from 2 on that makes a name free, none if the name is.
func TestFree(t *testing.T) {
	used := map[string]bool{}
	for _, want := range []string{"a", "a2", "a3"} {
		if got := Free("a", func(name string) bool { return used[name] }); got != want {
			t.Errorf("%s, want %s", got, want)
		}
		used[want] = true
	}
	delete(used, "a2")
	if got := Free("a", func(name string) bool { return used[name] }); got != "a2" {
		t.Errorf("%s, want a2", got)
	}
}
