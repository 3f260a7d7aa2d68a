package moment_test

import (
	"math"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/moment"
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

func TestWhy(t *testing.T) {
	const near, brief = "a moment close to now", "a duration of less than a second"
	neg, sinceYear0 := int64(-1), int64(-63963042669)
	for _, tt := range []struct {
		typ  *input.Type
		word uint64
		want string
	}{
		{tInt64, in2026, near},
		{tInt64, 1795433768681, near},
		{tInt64, 1795433768681471, near},
		{tInt64, 1795433768681471000, near},
		{tInt32, in2026, near},
		{tUint32, in2026, near},
		{tFloat64, math.Float64bits(1795433768.68), near},
		{tInt64, in2026 + 9*365*24*3600, near},
		{tInt64, in2026 - 365*24*3600, near},
		{tInt64, in2026 / 86400, near},
		{tInt64, in2026/3600 + 1, near},
		{tInt64, 2027, near},
		{tInt64, uint64(sinceYear0), near},
		{tInt64, 63931396800, near},
		{tInt64, 62135596800, ""},
		{tInt64, 0, ""},
		{tInt64, uint64(neg), ""},
		{tInt64, 1000, ""},
		{tInt64, 2100, ""},
		{tInt64, math.MaxInt32, near},
		{tInt32, math.MaxInt32, near},
		{tInt64, in2026 + 90*365*24*3600, near},
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
		if got := moment.Why(tt.typ, tt.word, in2026); got != tt.want {
			t.Errorf("%s %d: %q, want %q", tt.typ.Go, tt.word, got, tt.want)
		}
		// Law: what takes its place lasts, and there is some.
		list := moment.Stable(tt.typ, tt.word, in2026)
		if (len(list) > 0) != (tt.want != "") {
			t.Errorf("%s %d: %v in its place", tt.typ.Go, tt.word, list)
		}
		for _, w := range list {
			for _, now := range []int64{in2026, in2026 + 400*24*3600, in2026 + 90*365*24*3600} {
				if why := moment.Why(tt.typ, w, now); why != "" {
					t.Errorf("%s %d: %d in its place is %s at %d", tt.typ.Go, tt.word, w, why, now)
				}
			}
		}
	}
}

// TestDependent: the variables of a vector that are time-dependent, wherever they are.
func TestDependent(t *testing.T) {
	sig := &input.Signature{Params: []input.Field{{Name: "a", Type: tInt64}, {Name: "s", Type: &input.Type{Kind: input.String, Go: "string"}},
		{Name: "l", Type: &input.Type{Kind: input.Slice, Go: "[]time.Duration", Elem: tDuration}}}}
	s := input.NewSpace(sig, input.Limits{})
	var got []int
	for _, v := range moment.Dependent(s, input.Vector{in2026, 2, 'a', 'b', 3, 5, 1e9}, in2026) {
		got = append(got, v.Off)
	}
	if want := []int{0, 5}; !slices.Equal(got, want) {
		t.Errorf("words %v, want %v", got, want)
	}
}

// TestStableFits: the words in place of a number of the day or of the year are numbers of its type.
func TestStableFits(t *testing.T) {
	for _, kind := range []input.Kind{input.Int, input.Uint} {
		typ := &input.Type{Kind: kind, Bits: 16}
		for _, w := range []uint64{in2026 / 86400, 2026} {
			list := moment.Stable(typ, w, in2026)
			if len(list) == 0 || slices.Max(list) > math.MaxInt16 {
				t.Errorf("%v %d: %d", kind, w, list)
			}
		}
	}
}
