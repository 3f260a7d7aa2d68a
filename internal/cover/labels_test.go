package cover

import "testing"

// A row is stale if it claims a place without a condition, or has the name of a condition elsewhere.
func TestStale(t *testing.T) {
	l := &labels{
		places: map[string]bool{"a.go:3:5": true, "a.go:4:5": true, "a.go:9:2": true},
		named:  map[string][]string{"c == 'x'": {"a.go:3:5"}, "c == 'a'": {"a.go:4:5"}, "f(a, b)": {"a.go:4:5"}, "n == 0": {"a.go:9:2"}},
	}
	for _, tt := range []struct {
		row    string
		claims []string
		want   bool
	}{
		{"c == 'a'", []string{"a.go:4:5/T"}, false},
		{"c == 'a'", []string{"a.go:3:5/T"}, true},                // one line up: another case of the switch
		{"c == 'a'", []string{"a.go:3:5/F", "a.go:4:5/T"}, false}, // one of its claims names it
		{"c == 'a', returns 3", []string{"a.go:3:5/T"}, true},
		{"c == 'a' (2)", []string{"a.go:3:5/T"}, true},
		{"f(a, b), returns 3", []string{"a.go:3:5/T"}, true},
		{"f(a, b), returns 3", []string{"a.go:4:5/T"}, false},
		{"no condition", []string{"a.go:3:5/T"}, false},
		{"no condition", []string{"a.go:5:5/T"}, true}, // nothing there
		{"no condition", []string{"a.go:9:2"}, false},  // the place of a panic
		{"n == 0", []string{"a.go:3:5/="}, false},      // equal operands of n < 0
	} {
		if got := l.stale(tt.row, tt.claims); got != tt.want {
			t.Errorf("stale(%q, %v) = %v, want %v", tt.row, tt.claims, got, tt.want)
		}
	}
}
