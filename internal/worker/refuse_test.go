package worker

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/wire"
	"nearmiss/search"
)

// jobs are some of each kind.
func jobs() []wire.Message {
	pair := signature(tInt64, tInt64)
	aimed := pairJob(1).Target
	aimed.Links = []wire.Link{{Branch: 2, Asked: 1, Parts: []wire.Part{{Answer: 1, Level: 1}}}}
	aimed.Tails = []wire.Tail{{Answer: 1, As: 2}}
	search1 := pairJob(1)
	search1.Target, search1.Evaluations = aimed, 100
	search1.Starts = [][]uint64{{1234, 5}}
	search1.Modes = []search.Mode{search.Standard, search.Symbolic}
	search1.Covered, search1.Enough = []uint32{1}, []uint32{3}
	search1.Panics = []wire.Panic{1}
	dear := pairJob(2)
	dear.Target, dear.Maximize, dear.Evaluations = wire.Target{Branch: wire.NoBranch}, wire.Branches, 50
	return []wire.Message{
		search1, dear,
		&wire.BatchJob{ID: 1, Entry: ePair, Signature: pair, Targets: []wire.Target{aimed, aimed}, Vectors: [][]uint64{{1, 2}, {1234, 1234}}, Avoid: [][]uint64{{1, 2}}},
		&wire.MeasureJob{ID: 2, Entry: eHello, Vectors: [][]uint64{{2, 'h', 'i'}}, Trace: 9, Branches: true, Results: true},
		&wire.RunJob{ID: 3, Entry: eBad, Vector: []uint64{3}},
		&wire.ShrinkJob{ID: 4, Entry: ePair, Signature: pair, Vector: []uint64{1234, 99}, Keep: []uint32{1, 2}, Evaluations: 50, Unlike: [][]uint64{{7}}},
	}
}

// brief bounds what a job may take: what it asks for is the parent's business.
func brief(m wire.Message) wire.Message {
	const most = 60
	var ran [][]uint64
	switch j := m.(type) {
	case *wire.Init, *wire.Stop:
		return nil // what a process has been told of the package stays
	case *wire.SearchJob:
		j.Evaluations, j.Crashes = min(j.Evaluations-1, most-1)+1, 0
	case *wire.ShrinkJob:
		j.Evaluations = min(j.Evaluations, most)
	case *wire.BatchJob:
		ran = j.Vectors
	case *wire.MeasureJob:
		ran = j.Vectors
	case *wire.RunJob:
		ran = [][]uint64{j.Vector}
	}
	if slices.ContainsFunc(ran, func(v []uint64) bool { return len(v) > 0 && v[0] > 1<<16 && v[0] < 1<<48 }) {
		return nil // an entry done by hand makes a text that long; those that are generated do not
	}
	return m
}

// mustAnswer does a job and checks that it ends with an answer or a refusal.
func mustAnswer(t *testing.T, m wire.Message) (refused bool) {
	t.Helper()
	answers := talk(t, m)
	if len(answers) == 0 {
		t.Fatalf("no answer to %T %+v", m, m)
	}
	switch a := answers[len(answers)-1].(type) {
	case *wire.Fault:
		return true
	case *wire.SearchResult, *wire.BatchResult, *wire.MeasureResult, *wire.RunResult:
	default:
		t.Fatalf("%T %+v ends with %T %+v", m, m, a, a)
	}
	return false
}

// TestMalformedJobs changes bytes of jobs: the worker does what is asked or refuses,
// and nothing of its own panics, for which an input would be blamed.
func TestMalformedJobs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	done, refused := 0, 0
	for _, job := range jobs() {
		mustAnswer(t, brief(job))
		for range 200 {
			b := wire.Marshal(job)[4:]
			for range 1 + rng.IntN(3) {
				b[1+rng.IntN(len(b)-1)] = [...]byte{0, 1, 2, 3, 127, 128, 255, byte(rng.Uint32())}[rng.IntN(8)]
			}
			m, err := wire.Unmarshal(b)
			if err != nil || brief(m) == nil {
				continue
			}
			if mustAnswer(t, m) {
				refused++
			} else {
				done++
			}
		}
	}
	if done < 50 || refused < 5 {
		t.Errorf("%d jobs done and %d refused: the bytes that change are not those that matter", done, refused)
	}
}

// TestRefused: what would end the worker, or bind it for ever, is refused by name.
func TestRefused(t *testing.T) {
	deep := input.Limits{Depth: 1 << 30}
	text := signature(tString)
	for _, job := range []wire.Message{
		&wire.SearchJob{Entry: eHello, Signature: text, Evaluations: 9, Starts: [][]uint64{{1 << 60}}},
		&wire.SearchJob{Entry: eHello, Signature: text, Evaluations: 9, Limits: deep},
		&wire.SearchJob{Entry: 99, Signature: text, Evaluations: 9},
		&wire.SearchJob{Entry: eHello, Evaluations: 9},
		&wire.ShrinkJob{Entry: eHello, Signature: text, Evaluations: 9, Vector: []uint64{1 << 60}},
		&wire.ShrinkJob{Entry: eHello, Signature: text, Evaluations: 9, Vector: []uint64{1, 256}},
		&wire.Ready{},
	} {
		if !mustAnswer(t, job) {
			t.Errorf("%T %+v was done", job, job)
		}
	}
}

func FuzzJob(f *testing.F) {
	for _, job := range jobs() {
		f.Add(wire.Marshal(job)[4:])
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if m, err := wire.Unmarshal(b); err == nil && brief(m) != nil {
			mustAnswer(t, m)
		}
	})
}
