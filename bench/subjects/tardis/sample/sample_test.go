package sample

import (
	"errors"
	"testing"

	"pgregory.net/rapid"
)

func TestRun(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		element := rapid.OneOf(rapid.Int(), rapid.IntRange(-2, 5000))
		var a [5]int
		var b [10]int
		want, negative := "Yes", false
		for i := range a {
			if a[i] = element.Draw(t, "a"); a[i] <= 1000*i {
				want = ""
			}
		}
		for i := range b {
			b[i] = element.Draw(t, "b")
			negative = negative || b[i] < 0
		}
		s, err := New(a, b)
		if errors.Is(err, ErrNegative) != negative {
			t.Fatalf("%v: %v", b, err)
		}
		if err == nil && s.Run() != want {
			t.Fatalf("%v: not %q", a, want)
		}
	})
	if s, err := New([5]int{1, 1001, 2001, 3001, 4001}, [10]int{}); err != nil || s.Run() != "Yes" {
		t.Error("no way to Yes")
	}
}
