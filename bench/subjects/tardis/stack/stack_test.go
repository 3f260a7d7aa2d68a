package stack

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestStack holds the stack against a slice.
func TestStack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(0, 17).Draw(t, "size")
		s, err := New(size)
		if err != nil {
			if size >= 1 && size <= 16 {
				t.Fatal(err)
			}
			return
		}
		var want []int
		high := 0
		for range rapid.IntRange(0, 40).Draw(t, "calls") {
			n := len(want)
			switch rapid.IntRange(0, 4).Draw(t, "call") {
			case 0, 1:
				v := rapid.IntRange(-2, 2).Draw(t, "v")
				if err := s.Push(v); (err == nil) != (n < size) {
					t.Fatal(err)
				}
				if n < size {
					want = append(want, v)
				}
			case 2:
				if v, err := s.Pop(); (err == nil) != (n > 0) || n > 0 && v != want[n-1] {
					t.Fatal(v, err)
				}
				want = want[:max(0, n-1)]
			case 3:
				if s.Swap() {
					want[n-1], want[n-2] = want[n-2], want[n-1]
				}
			case 4:
				if s.Add() {
					x, y := want[n-1], want[n-2]
					if x != y {
						x += y
					}
					want = append(want[:n-2], x)
				}
			}
			high = max(high, len(want))
			if !slices.Equal(s.items[:s.n], want) || s.high != high || !s.Clean() || s.Drain() != (len(want) == 0 && high == size) {
				t.Fatalf("%v, want %v", s, want)
			}
		}
	})
}
