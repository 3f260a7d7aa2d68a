package worker

import (
	"reflect"
	"testing"

	"nearmiss/internal/probe"
)

// count returns the number of its runs so far, which begins again at the period that is its input.
func count(in, out *probe.Genes) {
	period := in.Next()
	probe.Begin()
	probe.EqI(8, int64(runs%period), 0)
	probe.End()
	out.Put(runs % period)
	runs++
}

var runs uint64

// TestRepeat checks what a result tells of further runs.
func TestRepeat(t *testing.T) {
	tests := []struct {
		period uint64
		repeat uint32
		want   RunResult
	}{
		{1, 0, RunResult{Out: []uint64{0}, Covered: []uint32{9}}},
		{1, 20, RunResult{Out: []uint64{0}, Covered: []uint32{9}, Repeats: 20}},
		{2, 1, RunResult{Out: []uint64{0}, Repeats: 1, Others: []Observation{{Out: []uint64{1}}}}},
		{2, 20, RunResult{Out: []uint64{0}, Repeats: 20, Others: []Observation{{Out: []uint64{1}}}}},
		{9, 20, RunResult{Out: []uint64{0}, Repeats: 20,
			Others: []Observation{{Out: []uint64{1}}, {Out: []uint64{2}}, {Out: []uint64{3}}, {Out: []uint64{4}}}}},
	}
	for _, tt := range tests {
		for _, collect := range []bool{false, true} {
			runs = 0
			got := talk(t, &RunJob{Entry: eCount, Vector: []uint64{tt.period}, Repeat: tt.repeat, Collect: collect})[0].(*RunResult)
			want := tt.want
			want.Vector, want.Evaluations = []uint64{tt.period}, 1
			if !reflect.DeepEqual(*got, want) {
				t.Errorf("period %d, %d times:\n got %+v\nwant %+v", tt.period, tt.repeat, *got, want)
			}
			if runs != uint64(tt.repeat)+1 {
				t.Errorf("period %d, %d times: %d runs", tt.period, tt.repeat, runs)
			}
		}
	}
}

// TestNews: behind a few observations those are kept that differ where no other does.
func TestNews(t *testing.T) {
	r := &RunResult{Out: []uint64{1, 7}}
	for i, tt := range []struct {
		end  Outcome
		text string
		out  []uint64
		kept int
	}{
		{out: []uint64{1, 7}, kept: 0},
		{out: []uint64{2, 7}, kept: 1},
		{out: []uint64{3, 7}, kept: 2},
		{out: []uint64{4, 7}, kept: 3},
		{out: []uint64{5, 7}, kept: 4},
		{out: []uint64{6, 7}, kept: 4},
		{out: []uint64{1, 8}, kept: 5}, // the second word differs for the first time
		{out: []uint64{9, 9}, kept: 5},
		{out: []uint64{1, 7, 0}, kept: 6},
		{out: []uint64{2, 7, 0}, kept: 7},
		{out: []uint64{3, 7, 0}, kept: 7},
		{out: []uint64{3, 7, 1}, kept: 8},
		{end: Panicked, kept: 9},
		{end: Panicked, text: "a", kept: 10},
		{end: Panicked, text: "a", kept: 10},
		{out: []uint64{1}, kept: 11},
		{out: []uint64{}, kept: 12},
	} {
		if r.Add(tt.end, tt.text, tt.out); len(r.Others) != tt.kept {
			t.Fatalf("%d: %d observations behind %v, want %d", i, len(r.Others), tt.out, tt.kept)
		}
	}
	for n := range 2 * maxTelling {
		r.Add(Returned, "", make([]uint64, 4+n))
	}
	if len(r.Others) != maxTelling {
		t.Errorf("%d observations, want %d", len(r.Others), maxTelling)
	}
}

// TestRepeatEnds checks that an input that does not end by itself is run once.
func TestRepeatEnds(t *testing.T) {
	for _, k := range []uint64{4, 5, 8} {
		if r := talk(t, &RunJob{Entry: eBad, Vector: []uint64{k}, Repeat: 3})[0].(*RunResult); r.Repeats != 0 {
			t.Errorf("%d: %v, %d more runs", k, r.Outcome, r.Repeats)
		}
	}
}

// BenchmarkLitter scatters litter and looks at it.
func BenchmarkLitter(b *testing.B) {
	var l litter
	for b.Loop() {
		l.scatter()
		if l.changed() {
			b.Fatal("it has changed by itself")
		}
	}
}
