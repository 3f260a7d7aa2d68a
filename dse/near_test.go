package dse_test

import (
	"testing"

	"pgregory.net/rapid"

	"nearmiss/dse"
	"nearmiss/input"
)

// TestNearStructs: structs and arrays are as far from equal as their numbers are in
// all, and not at all from different.
func TestNearStructs(t *testing.T) {
	set, program := prepared(t, "./testdata/places")
	for name, equal := range map[string]bool{"Place": true, "Other": false} {
		p, err := dse.NewFunction(t.Context(), program, program.Entry(name), dse.FunctionOptions{})
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		c := set.Graph.Func(name).Conds[0]
		rapid.Check(t, func(t *rapid.T) {
			x := rapid.OneOf(rapid.Just(int32(3)), rapid.Int32()).Draw(t, "x")
			y := rapid.OneOf(rapid.Just(int32(-2)), rapid.Int32()).Draw(t, "y")
			in := input.Vector{uint64(int64(x)), uint64(int64(y))}
			r, err := p.Run(t.Context(), in, []uint32{c.Branch(equal), c.Branch(!equal)})
			if err != nil {
				t.Fatal(err)
			}
			far := func(a, b int32) float64 { return float64(max(int64(a)-int64(b), int64(b)-int64(a))) }
			want := far(x, 3) + far(y, -2)
			if d := r.Near[0].Distance; d != want {
				t.Errorf("%d away from equal, want %v", int(d), want)
			}
			if d := r.Near[1].Distance; (d == 0) != (want > 0) {
				t.Errorf("%v away from different", d)
			}
		})
	}
}
