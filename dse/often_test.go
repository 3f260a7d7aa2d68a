package dse_test

import (
	"testing"

	"nearmiss/dse"
	"nearmiss/input"
)

// TestOften: a run that takes a branch more often than all before it tells of it once
// for each number up to five, and then once for each power of two that it passes.
func TestOften(t *testing.T) {
	_, program := prepared(t, "./testdata/law")
	p, err := dse.NewConcolic(t.Context(), program, program.Entry("Count"), dse.ConcolicOptions{Reads: true})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	want := map[int]bool{0: true, 1: true, 2: true, 3: true, 4: true, 5: true, 9: true, 17: true}
	for n := range 30 {
		in := append(input.Vector{7, uint64(n + 1)}, make(input.Vector, n)...)
		for range 2 {
			if _, err := p.Run(t.Context(), in, nil); err != nil {
				t.Fatal(err)
			}
			if got := p.Reading().Often; got != want[n] {
				t.Errorf("%d elements: %v", n, got)
			}
			want[n] = false
		}
	}
}
