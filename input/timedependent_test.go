package input_test

import (
	"math"
	"slices"
	"testing"

	"nearmiss/input"
)

// in2026 is the 23rd of November 2026, in seconds since 1970.
const in2026 = 1795433768

var (
	tInt64    = &input.Type{Kind: input.Int, Bits: 64, Go: "int64"}
	tInt32    = &input.Type{Kind: input.Int, Bits: 32, Go: "int32"}
	tUint32   = &input.Type{Kind: input.Uint, Bits: 32, Go: "uint32"}
	tFloat64  = &input.Type{Kind: input.Float, Bits: 64, Go: "float64"}
	tDuration = &input.Type{Kind: input.Int, Bits: 64, Go: "time.Duration"}
)

func TestPassing(t *testing.T) {
	const moment, brief = "a moment close to now", "a duration of less than a second"
	neg := int64(-1)
	for _, tt := range []struct {
		typ  *input.Type
		word uint64
		want string
	}{
		{tInt64, in2026, moment},
		{tInt64, 1795433768681, moment},
		{tInt64, 1795433768681471, moment},
		{tInt64, 1795433768681471000, moment},
		{tInt32, in2026, moment},
		{tUint32, in2026, moment},
		{tFloat64, math.Float64bits(1795433768.68), moment},
		{tInt64, in2026 + 9*365*24*3600, moment},
		{tInt64, in2026 - 365*24*3600, moment},
		{tInt64, in2026 / 86400, moment},
		{tInt64, in2026/3600 + 1, moment},
		{tInt64, 2027, moment},
		{tInt64, 0, ""},
		{tInt64, uint64(neg), ""},
		{tInt64, 1000, ""},
		{tInt64, 2100, ""},
		{tInt64, math.MaxInt32, moment},
		{tInt32, math.MaxInt32, moment},
		{tInt64, in2026 + 90*365*24*3600, moment},
		{tInt64, math.MaxInt64, ""},
		{tInt64, in2026 + 101*365*24*3600, ""},
		{tInt64, 1e9, ""},
		{tInt64, in2026/86400 + 30, ""},
		{tDuration, 1, brief},
		{tDuration, 22000, brief},
		{tDuration, 1e9, ""},
		{tDuration, 3600e9, ""},
		{tDuration, 0, ""},
		{tDuration, uint64(neg), ""},
		{&input.Type{Kind: input.String, Go: "string"}, in2026, ""},
	} {
		if got := input.TimeDependence(tt.typ, tt.word, in2026); got != tt.want {
			t.Errorf("%s %d: %q, want %q", tt.typ.Go, tt.word, got, tt.want)
		}
		// Law: what takes its place lasts, and there is some.
		list := input.TimeStable(tt.typ, tt.word, in2026)
		if (len(list) > 0) != (tt.want != "") {
			t.Errorf("%s %d: %v in its place", tt.typ.Go, tt.word, list)
		}
		for _, w := range list {
			for _, now := range []int64{in2026, in2026 + 400*24*3600, in2026 + 90*365*24*3600} {
				if why := input.TimeDependence(tt.typ, w, now); why != "" {
					t.Errorf("%s %d: %d in its place is %s at %d", tt.typ.Go, tt.word, w, why, now)
				}
			}
		}
	}
}

// TestSpacePassing: the variables of a vector that pass, wherever they are.
func TestSpacePassing(t *testing.T) {
	sig := &input.Signature{Params: []input.Field{{Name: "a", Type: tInt64}, {Name: "s", Type: &input.Type{Kind: input.String, Go: "string"}},
		{Name: "l", Type: &input.Type{Kind: input.Slice, Go: "[]time.Duration", Elem: tDuration}}}}
	s := input.NewSpace(sig, input.Limits{})
	var got []int
	for _, v := range s.TimeDependentVars(input.Vector{in2026, 2, 'a', 'b', 3, 5, 1e9}, in2026) {
		got = append(got, v.Off)
	}
	if want := []int{0, 5}; !slices.Equal(got, want) {
		t.Errorf("words %v, want %v", got, want)
	}
}
