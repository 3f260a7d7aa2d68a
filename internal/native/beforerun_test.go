package native

import (
	"strings"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/wire"
)

// TestBeforeRun: a job that every worker dies of before it runs an input is given up, with
// how they die, whatever kind of job it is; and the next one is done.
func TestBeforeRun(t *testing.T) {
	bin, x := crashBinary(t)
	p, err := NewPool(t.Context(), bin, x.options(t), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	good := x.search("Exit")
	endless := *good.Signature // a value of it takes for ever to pass over
	endless.Params = []input.Field{{Name: "n", Type: &input.Type{Kind: input.Array, Go: "[1 << 50]struct{}", Len: 1 << 50, Elem: &input.Type{Kind: input.Struct, Go: "struct{}"}}}}
	bad := *good
	bad.Signature = &endless
	is := func(what string, c Crash) {
		t.Helper()
		if c.Kind != BeforeRun || c.Entry != good.Entry || c.Evaluations != 0 || !strings.HasPrefix(c.String(), "its workers die before they run an input: ") {
			t.Errorf("%s: %+v: %v", what, c, &c)
		}
	}
	rs, err := p.Search(t.Context(), []*wire.SearchJob{&bad, good}, nil)
	if err != nil || len(rs[0].Crashes) != 1 || !rs[0].GaveUp || rs[0].Result.Evaluations != 0 {
		t.Fatalf("%v, %+v", err, rs[0])
	}
	is("search", rs[0].Crashes[0])
	if n := len(x.covered(rs[1])); n != 17 {
		t.Errorf("the next job took %d steps of the ladder, want 17", n)
	}
	bs, err := p.Batch(t.Context(), []*wire.BatchJob{{Entry: good.Entry, Signature: &endless, Vectors: []input.Vector{{0}}}}, nil)
	if err != nil || len(bs[0].Crashes) != 1 || !bs[0].GaveUp || len(bs[0].Result.Fitness) != 0 {
		t.Fatalf("%v, %+v", err, bs[0])
	}
	is("batch", bs[0].Crashes[0])
	ss, err := p.Shrink(t.Context(), []*wire.ShrinkJob{{Entry: good.Entry, Signature: &endless, Vector: []uint64{1}, Evaluations: 10}})
	if err != nil || len(ss[0].Crashes) != 1 || !ss[0].GaveUp || ss[0].Result == nil {
		t.Fatalf("%v, %+v", err, ss[0])
	}
	is("shrink", ss[0].Crashes[0])
	if n := p.Progress().Crashes; n < 3 {
		t.Errorf("%d crashes are counted", n)
	}
}
