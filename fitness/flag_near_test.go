package fitness_test

import (
	"math"
	"testing"

	"nearmiss/cfg"
	"nearmiss/fitness"
	"nearmiss/internal/load"
	"nearmiss/internal/native"
	"nearmiss/internal/subject"
	"nearmiss/internal/testutil"
	wire "nearmiss/internal/worker"
	"nearmiss/search"
)

// norm is d/(d+1).
func norm(d float64) float64 { return d / (d + 1) }

// text is a string as words, with room for more.
func text(s string) []uint64 {
	v := []uint64{uint64(len(s))}
	for _, c := range []byte(s) {
		v = append(v, uint64(c))
	}
	return v
}

// TestNear measures runs that turn away by what a function returned: the level and the
// distance of the point that its call has missed, normalized at each call anew. It is the
// same beside other targets as alone. The goals are the false side of err != nil, and
// s == t behind two(x) != nil.
func TestNear(t *testing.T) {
	ctx := t.Context()
	pkgs, err := load.Load(ctx, ".", load.Options{}, "./testdata/flags/near")
	if err != nil {
		t.Fatal(err)
	}
	set, err := subject.Prepare(ctx, pkgs[0], nil, subject.SetOptions{})
	if err != nil {
		t.Fatal(err)
	}
	worker := testutil.Worker(t, set)

	length := 2 + norm(3) // 0 is 2 away from 2
	letter := norm(64)    // 'x' is 63 behind '9', and there it is the last point
	slash := 1 + norm(2)  // '/' is 1 before '0'
	of := norm            // what is nested in another answer
	top := func(far float64) float64 { return norm(norm(far)) }
	tests := []struct {
		fn   string
		in   []uint64
		want float64
	}{
		{"Check", text(""), top(length)},
		{"Check", text("x5"), top(1 + of(letter))},
		{"Check", text("/5"), top(1 + of(slash))},
		{"Check", text("5x"), top(0 + of(letter))},
		{"Check", text("55"), 0},
		{"Pass", text(""), top(of(length))},
		{"Pass", text("5x"), top(of(0 + of(letter)))},
		{"Both", append(text("55"), text("5x")...), 1 + top(0+of(letter))},
		{"Both", append(text("5x"), text("55")...), 2 + top(0+of(letter))},
		{"Both", append(text("55"), text("x5")...), 1 + top(1+of(letter))},
	}
	flags := fitness.NewFlags(set.Graph)
	for _, tt := range tests {
		f := set.Graph.Func(tt.fn)
		last := f.Conds[len(f.Conds)-1]
		job := &wire.BatchJob{
			Entry: set.Entry(tt.fn), Signature: set.Entries[set.Entry(tt.fn)].Sig, Target: linked(t, f, last.Branch(tt.fn == "Both"), flags),
			Mode: search.Standard, Paper: true, Vectors: [][]uint64{tt.in},
		}
		r, err := worker.Batch(ctx, job, nil)
		if err != nil || len(r.Result.Fitness) != 1 {
			t.Fatal(err, r)
		}
		if got := r.Result.Fitness[0]; math.Abs(got.Value-tt.want) > 1e-12 || got.Answer != (tt.want > 0) {
			t.Errorf("%s(%v): %v, %v; want %v", tt.fn, tt.in, got.Value, got.Answer, tt.want)
		}
	}
}

func linked(t *testing.T, f *cfg.Func, branch uint32, flags *fitness.Flags) wire.Target {
	t.Helper()
	of, err := fitness.Approach(f, branch)
	if err != nil {
		t.Fatal(err)
	}
	return *native.Target(of, flags)
}
