package worker

import (
	"io"
	"testing"
	"unsafe"

	"nearmiss/internal/probe"
	"nearmiss/internal/wire"
	"nearmiss/search"
)

// triangle is the classification of three sides, rewritten by hand. Its last
// condition cannot hold: a search for it goes on for ever.
func triangle(in, out *probe.Genes) {
	a, b, c := int64(int32(in.Next())), int64(int32(in.Next())), int64(int32(in.Next()))
	probe.Begin()
	probe.Cost(1)
	switch {
	case probe.LeI(0, a, 0) || probe.LeI(2, b, 0) || probe.LeI(4, c, 0):
		probe.Cost(1)
	case probe.GeI(6, a, b+c) || probe.GeI(8, b, a+c) || probe.GeI(10, c, a+b):
		probe.Cost(1)
	case probe.EqI(12, a, b) && probe.EqI(14, b, c):
		probe.Cost(1)
		probe.NeI(16, a, c)
	default:
		probe.Cost(1)
	}
	probe.End()
}

func triangleJob(evaluations uint64) *wire.SearchJob {
	var table []wire.Divergence
	for i := range uint32(6) {
		table = append(table, wire.Divergence{Cond: i, Level: 3 - int(i/3), Away: wire.DivergesTrue})
	}
	table = append(table, wire.Divergence{Cond: 6, Level: 2, Away: wire.DivergesFalse},
		wire.Divergence{Cond: 7, Level: 1, Away: wire.DivergesFalse}, wire.Divergence{Cond: 8, Away: wire.DivergesFalse})
	return &wire.SearchJob{Entry: 0, Signature: signature(tInt32, tInt32, tInt32), Evaluations: evaluations,
		Target: wire.Target{Branch: 17, Table: table}, Modes: []search.Mode{search.Standard}}
}

func triangleWorker(tb testing.TB) *worker {
	mem := make([]uint64, 1<<12)
	shared, err := wire.NewShared(unsafe.Slice((*byte)(unsafe.Pointer(&mem[0])), 8*len(mem)))
	if err != nil {
		tb.Fatal(err)
	}
	w := &worker{out: io.Discard, machine: machine{shared: shared,
		entries: []probe.Entry{{Name: "Triangle", Run: triangle}}}}
	if !w.init(&wire.Init{Version: wire.Version, Conditions: 9, Fuel: 1 << 20}, nil) {
		tb.Fatal("init refused")
	}
	return w
}

func BenchmarkSearch(b *testing.B) {
	for _, bm := range []struct {
		name string
		set  func(*wire.SearchJob)
	}{
		{"paper", func(j *wire.SearchJob) { j.Algorithm, j.Paper = wire.AVM, true }},
		{"avm", func(j *wire.SearchJob) { j.Algorithm, j.Lexicographic = wire.AVM, true }},
		{"lattice", func(j *wire.SearchJob) { j.Algorithm, j.Lexicographic = wire.Lattice, true }},
		{"auto", func(j *wire.SearchJob) { j.Lexicographic = true }},
		{"random", func(j *wire.SearchJob) { j.Algorithm = wire.Random }},
	} {
		b.Run(bm.name, func(b *testing.B) {
			w := triangleWorker(b)
			job := triangleJob(uint64(b.N))
			bm.set(job)
			b.ReportAllocs()
			b.ResetTimer()
			w.search(job)
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "evals/s")
		})
	}
}

// TestSteadyState: an evaluation of scalars allocates nothing.
func TestSteadyState(t *testing.T) {
	w := triangleWorker(t)
	e, err := newEvaluator(&w.machine, triangleJob(0), w.send)
	if err != nil {
		t.Fatal(err)
	}
	g := search.NewGate(e, search.GateOptions{Lexicographic: true, Cache: 16})
	v := []uint64{3, 4, 5}
	var f search.Fitness
	g.Evaluate(v, &f)
	for range 100 { // fill the cache's slots
		v[0]++
		g.Evaluate(v, &f)
	}
	if n := testing.AllocsPerRun(10_000, func() {
		v[0]++
		g.Evaluate(v, &f)
	}); n != 0 {
		t.Errorf("%v allocations an evaluation", n)
	}
}
