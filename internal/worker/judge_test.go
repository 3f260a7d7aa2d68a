package worker

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/probe"

	"pgregory.net/rapid"
)

// raise is the entry of
//
//	func raise(p []int64, n int64) (sum int64, err error) {
//		if n == 1234 {
//			if len(p) == 0 {
//				return 0, errors.New("e")
//			}
//			return 0, errors.New(string('a' + rune(p[0]&7)))
//		}
//		for i := range p {
//			p[i] += n
//			sum += p[i]
//		}
//		return sum, nil
//	}
func raise(in, out *probe.Genes) {
	length := in.Next()
	p := make([]int64, max(length, 1)-1)
	for i := range p {
		p[i] = int64(in.Next())
	}
	n, sum := int64(in.Next()), int64(0)
	probe.Begin()
	failed := probe.EqI(0, n, 1234)
	for i := 0; i < len(p) && !failed; i++ {
		p[i] += n
		sum += p[i]
	}
	probe.End()
	if out == nil {
		return
	}
	out.Put(uint64(sum))
	if failed {
		letter := uint64('e')
		if len(p) > 0 {
			letter = 'a' + uint64(p[0]&7)
		}
		out.Words = append(out.Words, input.ErrorSays, 1, letter)
	} else {
		out.Put(input.ErrorNil)
	}
	out.Put(length)
	for _, x := range p {
		out.Put(uint64(x))
	}
}

// raising returns a job for raise.
func raising(vector []uint64, diversify bool) *ShrinkJob {
	list := &input.Type{Kind: input.Slice, Go: "[]int64", Elem: tInt64}
	sig := &input.Signature{Name: "raise", Params: []input.Field{{Name: "p", Type: list}, {Name: "n", Type: tInt64}}}
	return &ShrinkJob{
		Entry: eRaise, Signature: sig, Vector: vector, Evaluations: 500, Diversify: diversify,
		Results: []input.Field{{Name: "sum", Type: tInt64}, {Name: "err", Type: &input.Type{Kind: input.Error, Go: "error"}}}, After: sig.Params[:1],
	}
}

// TestShrinkTells is the law of shrinking, that no result or change is lost that the start told, unless it told
// an error, and of diversifying, that no error is made and none is lost.
func TestShrinkTells(t *testing.T) {
	job := raising(nil, false)
	sig := *job.Signature
	sig.Results, sig.After = job.Results, job.After
	space, told := input.NewSpace(&sig, input.Limits{Len: 6}), sig.Telling()
	rapid.Check(t, func(rt *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 1))
		vector := space.Random(nil, rng)
		if rng.IntN(4) == 0 {
			vector[len(vector)-1] = 1234
		}
		diversify := rapid.Bool().Draw(rt, "diversify")
		answers := talk(t, &RunJob{Entry: eRaise, Vector: vector}, raising(vector, diversify))
		from, to := answers[0].(*RunResult), answers[1].(*RunResult)
		before, after := told(vector, from.Out), told(to.Vector, to.Out)
		if before[1] != nil {
			if diversify && after[1] == nil {
				rt.Fatalf("%d with an error became %d without", vector, to.Vector)
			}
			return
		}
		for i, part := range before {
			if part != nil && after[i] == nil || diversify && after[1] != nil {
				rt.Fatalf("%d told %d; %d tells %d", vector, before, to.Vector, after)
			}
		}
	})
}

// TestShrinkTelling asserts what inputs become.
func TestShrinkTelling(t *testing.T) {
	neg := func(x int64) uint64 { return uint64(x) }
	for _, c := range []struct {
		name      string
		from      []uint64
		diversify bool
		want      []uint64
	}{
		{"a sum and a change", []uint64{4, 7, 9, 8, 77}, false, []uint64{2, 0, 1}},
		{"no change", []uint64{4, 7, 9, 8, 0}, false, []uint64{2, 1, 0}},
		{"no sum", []uint64{3, 7, neg(-9), 1}, false, []uint64{2, 0, 1}},
		{"nothing", []uint64{0, 77}, false, []uint64{0, 0}},
		{"an error", []uint64{2, 7, 1234}, false, []uint64{0, 0}},
		{"one", []uint64{2, 0, 1}, true, []uint64{2, 2, 3}},
		{"without a list", []uint64{0, 0}, true, []uint64{2, 2, 3}},
		{"the least", []uint64{2, math.MaxInt64, 1}, true, []uint64{2, math.MaxInt64, 2}},
		{"an error that names its input", []uint64{2, 0, 1234}, true, []uint64{2, 2, 1234}},
	} {
		if r := talk(t, raising(c.from, c.diversify))[0].(*RunResult); !slices.Equal(r.Vector, c.want) {
			t.Errorf("%s: %d became %d after %d, want %d", c.name, c.from, r.Vector, r.Evaluations, c.want)
		}
	}
}

// each is the entry of
//
//	func each(p []int64, f func(n int64) bool) { // the record of f: "a" of 0, else "b"
//		for _, n := range p {
//			f(n)
//		}
//	}
func each(in, out *probe.Genes) {
	length := in.Next()
	probe.Begin()
	probe.End()
	if out == nil {
		return
	}
	out.Put(1)
	out.Put(length)
	for range max(length, 1) - 1 {
		letter := uint64('a')
		if in.Next() != 0 {
			letter = 'b'
		}
		out.Put(1)
		out.Put(letter)
	}
}

// TestShrinkRecord asserts how many calls stay in a record that alone tells something.
func TestShrinkRecord(t *testing.T) {
	list := func(elem *input.Type) *input.Type { return &input.Type{Kind: input.Slice, Elem: elem} }
	sig := &input.Signature{Name: "each", Params: []input.Field{{Name: "p", Type: list(tInt64)}}}
	record := []input.Reader{{Results: []input.Field{{Type: list(tString)}}}}
	for _, c := range []struct {
		name             string
		from             []uint64
		stubs, diversify bool
		want             []uint64
	}{
		{"no call", []uint64{0}, false, false, []uint64{0}},
		{"one call", []uint64{2, 7}, false, false, []uint64{2, 0}},
		{"two calls", []uint64{3, 7, 9}, false, false, []uint64{3, 0, 0}},
		{"many calls", []uint64{6, 7, 9, 1, 2, 3}, false, false, []uint64{3, 0, 0}},
		{"of a stub", []uint64{6, 7, 9, 1, 2, 3}, true, false, []uint64{0}},
		{"calls are found", []uint64{0}, false, true, []uint64{3, 2, 3}},
	} {
		job := &ShrinkJob{Entry: eEach, Signature: sig, Vector: c.from, Evaluations: 500, Readers: record, Stubs: c.stubs, Diversify: c.diversify}
		if r := talk(t, job)[0].(*RunResult); !slices.Equal(r.Vector, c.want) {
			t.Errorf("%s: %d became %d, want %d", c.name, c.from, r.Vector, c.want)
		}
	}
}
