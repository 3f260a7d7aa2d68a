package worker

import (
	"bytes"
	"errors"
	"io"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/moment"
	"nearmiss/internal/probe"
	"nearmiss/search"
)

var (
	tInt32  = &input.Type{Kind: input.Int, Bits: 32, Go: "int32"}
	tInt64  = &input.Type{Kind: input.Int, Bits: 64, Go: "int64"}
	tString = &input.Type{Kind: input.String, Go: "string"}
)

func signature(params ...*input.Type) *input.Signature {
	s := &input.Signature{Name: "F"}
	for _, t := range params {
		s.Params = append(s.Params, input.Field{Name: "p", Type: t})
	}
	return s
}

// counter stands for a package variable.
var counter, saved uint64

// entries are rewritten functions, done by hand. Branches: condition 0 is
// x == 1234, 1 is y == x, 2 is s == "hello", 3 is n < 10 of the endless loop,
// 4 is counter == 3, 5 and 6 are 5 < y and x == 9876543210 in a function that
// Wrap calls, 7 is what Wrap makes of it: err == nil.
var entries = []probe.Entry{
	{Name: "Pair", Run: func(in, out *probe.Genes) {
		x, y := int64(in.Next()), int64(in.Next())
		probe.Begin()
		probe.Cost(1)
		r := uint64(0)
		if (probe.Want(0) && probe.SetI(0, x) && probe.SetI(1, y) && probe.Eval(0)) || probe.EqI(0, x, 1234) {
			probe.Cost(1)
			if (probe.Want(1) && probe.SetI(0, x) && probe.SetI(1, y) && probe.Eval(1)) || probe.EqI(2, y, x) {
				probe.Cost(1)
				r = 1
			}
		}
		probe.End()
		if out != nil {
			out.Put(r)
		}
	}},
	{Name: "Hello", Run: func(in, out *probe.Genes) {
		b := make([]byte, in.Next())
		for i := range b {
			b[i] = byte(in.Next())
		}
		probe.Begin()
		probe.EqS(4, string(b), "hello")
		probe.End()
	}},
	{Name: "Bad", Run: func(in, out *probe.Genes) {
		k := int64(in.Next())
		probe.Begin()
		defer probe.End()
		probe.Cost(1)
		switch k {
		case 1:
			panic("a text")
		case 2:
			panic(errors.New("an error"))
		case 3:
			var a []int
			_ = a[k]
		case 4:
			for n := int64(0); probe.LtI(6, n, 10); n = 0 {
				probe.Cost(1)
			}
		case 5:
			func() {
				defer func() { recover() }()
				for {
					probe.Cost(1)
				}
			}()
			probe.Cost(1)
		case 6:
			panic(evil{})
		case 7:
			panic(nil)
		case 8:
			runtime.Goexit()
		}
	}},
	{Name: "Wrap", Run: func(in, out *probe.Genes) {
		x, y := int64(in.Next()), int64(in.Next())
		probe.Begin()
		ok := probe.LtI(10, 5, y) && probe.EqI(12, x, 9876543210)
		probe.Bool(14, ok)
		probe.End()
	}},
	{Name: "Global", Run: func(in, out *probe.Genes) {
		n := in.Next()
		probe.Begin()
		counter += n
		probe.EqI(8, int64(counter), 3)
		probe.End()
		if out != nil {
			out.Put(counter)
		}
	}},
	{Name: "Made", Run: made},
	{Name: "Count", Run: count},
	{Name: "First", Run: func(in, out *probe.Genes) {
		if n := in.Next(); n > 1 {
			in.Next()
			probe.Begin()
			probe.EqI(8, int64(in.Next()), 17)
			probe.End()
		}
	}},
	{Name: "At", Run: func(in, out *probe.Genes) {
		for n := in.Next(); n > 0; n-- {
			probe.Moment(int64(in.Next()))
		}
		probe.Begin()
		probe.End()
	}},
	{Name: "Raise", Run: raise},
	{Name: "Each", Run: each},
}

type evil struct{}

func (evil) Error() string { panic("again") }

const (
	ePair = iota
	eHello
	eBad
	eWrap
	eGlobal
	eMade
	eCount
	eFirst
	eAt
	eRaise
	eEach
)

// talk sends messages to a worker and returns what it answers after Ready.
func talk(t *testing.T, ms ...Message) []Message {
	t.Helper()
	answers, _ := talkShared(t, ms...)
	return answers
}

func talkShared(t *testing.T, ms ...Message) ([]Message, *Shared) {
	t.Helper()
	mem := make([]uint64, 1<<12)
	shared := View(mem)
	shared.Reset()
	in := bytes.NewBuffer(Append(nil, &Init{Version: Version, Conditions: 8, Slots: 2, Fuel: 1000}))
	for _, m := range ms {
		in.Write(Append(nil, m))
	}
	var out bytes.Buffer
	counter = 0 // as in a new process; a run has left its own there
	serve(in, &out, shared, entries, func() { saved = counter }, func(bool) { counter = saved })
	var answers []Message
	for r := NewReader(&out); ; {
		m, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		answers = append(answers, m)
	}
	want := &Ready{Entries: []string{"Pair", "Hello", "Bad", "Wrap", "Global", "Made", "Count", "First", "At", "Raise", "Each"}, Searches: []string{"avm", "avm-geometric", "avm-lattice", "random"}}
	if len(answers) == 0 || !reflect.DeepEqual(answers[0], want) {
		t.Fatalf("first answer %+v", answers)
	}
	return answers[1:], shared
}

// pairJob searches for y == x behind x == 1234.
func pairJob(seed uint64) *SearchJob {
	return &SearchJob{
		ID: 7, Entry: ePair, Signature: signature(tInt64, tInt64), Seed: seed, Evaluations: 100_000, Lexicographic: true,
		Target: Target{Branch: 3, Nodes: []Node{
			{Cond: 0, Level: 1, Away: probe.AwayFalse}, {Cond: 1, Level: 0, Away: probe.AwayFalse}}},
	}
}

func TestSearch(t *testing.T) {
	for seed := range uint64(30) {
		for _, alg := range []Algorithm{Auto, AVM, "avm-geometric", "avm-lattice"} {
			job := pairJob(seed)
			job.Algorithm = alg
			answers, shared := talkShared(t, job)
			r, ok := answers[len(answers)-1].(*SearchResult)
			if !ok || r.Job != 7 || r.Status != search.Found || r.Seed != seed {
				t.Fatalf("seed %d algorithm %q: %+v", seed, alg, answers[len(answers)-1])
			}
			if !slices.Equal(r.Bests[0].Vector, []uint64{1234, 1234}) || !r.Bests[0].Fitness.Reached() {
				t.Errorf("best %+v", r.Bests)
			}
			if r.Evaluations > 5000 {
				t.Errorf("seed %d algorithm %q took %d evaluations", seed, alg, r.Evaluations)
			}
			// What was found on the way: each branch once, the target last.
			var covered []uint32
			for _, m := range answers[:len(answers)-1] {
				f := m.(*Found)
				covered = append(covered, f.Branches...)
			}
			slices.Sort(covered)
			if !slices.Equal(covered, []uint32{0, 1, 2, 3}) {
				t.Errorf("covered %v", covered)
			}
			if last := answers[len(answers)-2].(*Found); last.Evaluations != r.Evaluations || !slices.Equal(last.Vector, []uint64{1234, 1234}) {
				t.Errorf("last found %+v", last)
			}
			c := shared.Counters()
			if c.Job != 7 || c.Evaluations != r.Evaluations || c.Running {
				t.Errorf("counters %+v", c)
			}
		}
	}
}

// TestDeterminism: the same job gives the same bytes, in whatever state the
// job before it left the worker.
func TestDeterminism(t *testing.T) {
	other := &SearchJob{ID: 9, Entry: eHello, Signature: signature(tString), Seed: 3, Evaluations: 500,
		Target: Target{Branch: 5, Nodes: []Node{{Cond: 2, Away: probe.AwayFalse}}}}
	for _, alg := range []Algorithm{Auto, AVM, Random} {
		job := pairJob(11)
		job.Algorithm = alg
		job.Evaluations = 3000
		once := talk(t, job)
		again := talk(t, other, job)
		if n := len(once); !reflect.DeepEqual(once, again[len(again)-n:]) {
			t.Errorf("algorithm %q differs after another job", alg)
		}
	}
}

// TestPaper: no archive, no cache, no operands.
func TestPaper(t *testing.T) {
	job := pairJob(1)
	job.Paper, job.Lexicographic, job.Algorithm, job.Evaluations = true, false, AVM, 2000
	far := []uint64{1200, 1 << 62} // ends in a local optimum, and then comes the same again
	job.Starts = [][]uint64{far, far}
	answers := talk(t, job)
	r := answers[len(answers)-1].(*SearchResult)
	if r.Restarts < 2 || r.Evaluations != 2000 || r.CacheHits != 0 {
		t.Errorf("%+v", r)
	}
	for _, m := range answers[:len(answers)-1] {
		if f := m.(*Found); !slices.Equal(f.Branches, []uint32{3}) {
			t.Errorf("archived %v", f.Branches)
		}
	}
}

func TestCovered(t *testing.T) {
	job := pairJob(1)
	job.Covered = []uint32{0, 3}
	for _, m := range talk(t, job) {
		if f, ok := m.(*Found); ok && slices.Contains(f.Branches, 0) {
			t.Error("told a covered branch")
		}
	}
}

func TestNoTarget(t *testing.T) {
	job := pairJob(1)
	job.Target = Target{Branch: NoBranch}
	job.Algorithm, job.Evaluations = Random, 1000
	job.Seeds.Ints = []int64{1234}
	answers := talk(t, job)
	r := answers[len(answers)-1].(*SearchResult)
	if r.Status != search.Budget || r.Evaluations+r.CacheHits < 1000 {
		t.Errorf("%+v", r)
	}
	if len(answers) < 3 {
		t.Error("random search with the constant found nothing")
	}
}

// TestEnough: a search without a target ends when all that it was for has been
// taken, and not before.
func TestEnough(t *testing.T) {
	job := pairJob(1)
	job.Target = Target{Branch: NoBranch}
	job.Evaluations, job.Seeds.Ints = 50_000, []int64{1234}
	for _, enough := range [][]uint32{{0}, {0, 1}, {0, 1, 2, 3}} {
		job.StopBranches = enough
		answers := talk(t, job)
		r := answers[len(answers)-1].(*SearchResult)
		last := answers[len(answers)-2].(*Found)
		if r.Status != search.Stopped || r.Evaluations != last.Evaluations || !slices.Contains(enough, last.Branches[0]) {
			t.Errorf("%v: %v after %d, last found %+v", enough, r.Status, r.Evaluations, last)
		}
	}
	job.StopBranches = []uint32{0, 5} // 5 is of another function
	answers := talk(t, job)
	if r := answers[len(answers)-1].(*SearchResult); r.Status != search.Budget {
		t.Errorf("%+v", r)
	}
}

// TestAvoid: an input that killed a worker is not run, and the count of
// evaluations is as if it had been.
func TestAvoid(t *testing.T) {
	job := pairJob(4)
	first := talk(t, job)
	avoided := first[0].(*Found)
	job.Avoid = [][]uint64{avoided.Vector}
	for _, m := range talk(t, job) {
		switch m := m.(type) {
		case *Found:
			if slices.Equal(m.Vector, avoided.Vector) {
				t.Error("ran the vector to avoid")
			}
		case *SearchResult:
			if m.Status != search.Found {
				t.Errorf("status %v", m.Status)
			}
		}
	}
}

func TestStrings(t *testing.T) {
	for _, alg := range []Algorithm{Auto, AVM} {
		job := &SearchJob{Entry: eHello, Signature: signature(tString), Seed: 5, Evaluations: 20_000, Lexicographic: true, Algorithm: alg,
			Target: Target{Branch: 5, Nodes: []Node{{Cond: 2, Away: probe.AwayFalse}}}}
		answers := talk(t, job)
		r := answers[len(answers)-1].(*SearchResult)
		if r.Status != search.Found || !slices.Equal(r.Bests[0].Vector, []uint64{5, 'h', 'e', 'l', 'l', 'o'}) {
			t.Errorf("algorithm %q: %v %+v", alg, r.Status, r.Bests)
		}
	}
}

// TestExploreJob: without a target auto explores, and still tells of news
// only.
func TestExploreJob(t *testing.T) {
	job := &SearchJob{Entry: eWrap, Signature: signature(tInt64, tInt64), Evaluations: 2000, Covered: []uint32{11},
		Target: Target{Branch: NoBranch}}
	answers := talk(t, job)
	var covered []uint32
	for _, m := range answers[:len(answers)-1] {
		covered = append(covered, m.(*Found).Branches...)
	}
	slices.Sort(covered)
	if !slices.Equal(covered, []uint32{10, 12, 14}) {
		t.Errorf("covered %v", covered)
	}
	if r := answers[len(answers)-1].(*SearchResult); r.Status != search.Budget || r.Evaluations != 2000 {
		t.Errorf("%v after %d", r.Status, r.Evaluations)
	}
}

func TestRun(t *testing.T) {
	tests := []struct {
		entry  int
		vector []uint64
		want   RunResult
	}{
		{ePair, []uint64{1234, 5}, RunResult{Out: []uint64{0}, Covered: []uint32{1, 2}, Cost: 2}},
		{ePair, []uint64{1234, 1234}, RunResult{Out: []uint64{1}, Covered: []uint32{1, 3}, Cost: 3}},
		{eBad, []uint64{0}, RunResult{Cost: 1}},
		{eBad, []uint64{1}, RunResult{Outcome: Panicked, Text: "a text", GoType: "string", Cost: 1}},
		{eBad, []uint64{2}, RunResult{Outcome: Panicked, Text: "an error", GoType: "*errors.errorString", Cost: 1}},
		{eBad, []uint64{3}, RunResult{Outcome: RuntimeError, GoType: "runtime.boundsError", Cost: 1,
			Text: "runtime error: index out of range [3] with length 0"}},
		{eBad, []uint64{4}, RunResult{Outcome: FuelOut, Covered: []uint32{7}, Cost: 1001}},
		{eBad, []uint64{5}, RunResult{Outcome: FuelOut, Cost: 1002}},
		{eBad, []uint64{6}, RunResult{Outcome: Panicked, GoType: "worker.evil", Cost: 1}},
		{eBad, []uint64{7}, RunResult{Outcome: RuntimeError, GoType: "*runtime.PanicNilError", Cost: 1}},
		{eBad, []uint64{8}, RunResult{Outcome: Goexit, Cost: 1}},
		{eAt, []uint64{2, 77, 78}, RunResult{Moments: []int64{77, 78}}},
		{eAt, []uint64{0}, RunResult{}},
		{eGlobal, []uint64{3}, RunResult{Out: []uint64{3}, Covered: []uint32{9}}},
	}
	var jobs []Message
	for i, tt := range tests {
		jobs = append(jobs, &RunJob{ID: uint32(i), Entry: tt.entry, Vector: tt.vector})
	}
	for i, m := range talk(t, jobs...) {
		want := tests[i].want
		want.Job, want.Vector, want.Evaluations = uint32(i), tests[i].vector, 1
		got := *m.(*RunResult)
		if strings.HasPrefix(got.Text, "%!v(PANIC=") || got.GoType == "*runtime.PanicNilError" {
			got.Text = "" // the words are the library's
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s %v:\ngot  %+v\nwant %+v", entries[tests[i].entry].Name, tests[i].vector, got, want)
		}
	}
}

func TestShrink(t *testing.T) {
	r := talk(t, &ShrinkJob{ID: 2, Entry: ePair, Signature: signature(tInt64, tInt64), Evaluations: 1000,
		Vector: []uint64{1234, math.MaxUint64 - 99}, Keep: []uint32{2, 1, 2}})[0].(*RunResult)
	if r.Job != 2 || !slices.Equal(r.Vector, []uint64{1234, 0}) || !slices.Equal(r.Covered, []uint32{1, 2}) {
		t.Errorf("%+v", r)
	}
	// No time that is built for the result is close to now.
	for _, now := range []int64{0, 1000} {
		r = talk(t, &ShrinkJob{Entry: eAt, Signature: signature(tInt64, tInt64), Evaluations: 1000, Vector: []uint64{1, 8e9}, Now: now})[0].(*RunResult)
		if got := moment.AnyNear(r.Moments, 1000) || len(r.Moments) == 0 && now == 0; got != (now == 0) {
			t.Errorf("now %d: %v with %v", now, r.Vector, r.Moments)
		}
	}
	// The vector to avoid is not the answer, and nothing is tried if the
	// first does not hold.
	r = talk(t, &ShrinkJob{Entry: ePair, Signature: signature(tInt64, tInt64), Evaluations: 1000,
		Vector: []uint64{1234, 100}, Keep: []uint32{1, 2}, Avoid: [][]uint64{{1234, 0}}})[0].(*RunResult)
	if !slices.Equal(r.Vector, []uint64{1234, 1}) {
		t.Errorf("%+v", r)
	}
	r = talk(t, &ShrinkJob{Entry: ePair, Signature: signature(tInt64, tInt64), Evaluations: 1000,
		Vector: []uint64{1234, 100}, Keep: []uint32{3}})[0].(*RunResult)
	if !slices.Equal(r.Vector, []uint64{1234, 100}) || r.Evaluations != 2 {
		t.Errorf("%+v", r)
	}
}

// TestShrinkOrdered: of an input that takes a branch in rare orders of its map alone, the entry that
// takes the branch is left.
func TestShrinkOrdered(t *testing.T) {
	sig := signature(&input.Type{Kind: input.Map, Go: "map[int64]int64", Key: tInt64, Elem: tInt64})
	r := talk(t, &ShrinkJob{Entry: eFirst, Signature: sig, Evaluations: 1000, Vector: []uint64{4, 5, 3, 6, 4, 7, 17}, Keep: []uint32{9}})[0].(*RunResult)
	if !slices.Equal(r.Vector, []uint64{2, 0, 17}) || !slices.Equal(r.Covered, []uint32{9}) {
		t.Errorf("%+v", r)
	}
}

// TestShrinkLasting: no smaller input is taken that means something else at another time.
func TestShrinkLasting(t *testing.T) {
	from := []uint64{1234, 1e11}
	for now, want := range map[int64][]uint64{0: {1234, 0}, 1795433768: {1234, 0}, 50 - 10*365*24*3600: from} { // at which all up to 5e10 are close
		r := talk(t, &ShrinkJob{Entry: ePair, Signature: signature(tInt64, tInt64), Evaluations: 1000,
			Vector: from, Keep: []uint32{1, 2}, Now: now})[0].(*RunResult)
		if !slices.Equal(r.Vector, want) {
			t.Errorf("at %d: %v, want %v", now, r.Vector, want)
		}
	}
}

func TestFaults(t *testing.T) {
	for _, m := range []Message{
		&SearchJob{ID: 1, Entry: 99, Signature: signature()},
		&ShrinkJob{ID: 1, Entry: len(entries), Signature: signature()},
		&RunJob{ID: 1, Entry: 99},
	} {
		answers := talk(t, m)
		if len(answers) != 1 {
			t.Fatalf("%+v: %+v", m, answers)
		}
		if f, ok := answers[0].(*Fault); !ok || f.Job != 1 || f.Text == "" {
			t.Errorf("%+v: %+v", m, answers[0])
		}
	}
}

func TestInitRefused(t *testing.T) {
	for _, init := range []*Init{
		{Version: Version + 1},
		{Version: Version, Conditions: probe.MaxConds + 1},
	} {
		var out bytes.Buffer
		serve(bytes.NewReader(append(Append(nil, init), Append(nil, &RunJob{})...)), &out, nil, entries, nil, nil)
		m, err := NewReader(&out).Read()
		if f, ok := m.(*Fault); err != nil || !ok || f.Text == "" {
			t.Errorf("%+v answered by %+v, %v", init, m, err)
		}
	}
}
