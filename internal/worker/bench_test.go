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
		entries: []probe.Entry{{Name: "Triangle", Run: triangle}, {Name: "Hooked", Run: hookedTriangle}}}}
	if !w.init(&wire.Init{Version: wire.Version, Conditions: 9, Slots: 3, Fuel: 1 << 20}, nil) {
		tb.Fatal("init refused")
	}
	return w
}

// hookedTriangle hands over its live values at every condition, as code does
// that is measured by the enhanced fitness.
func hookedTriangle(in, out *probe.Genes) {
	a, b, c := int64(int32(in.Next())), int64(int32(in.Next())), int64(int32(in.Next()))
	hook := func(id uint32) bool {
		return probe.Want(id) && probe.SetI(0, a) && probe.SetI(1, b) && probe.SetI(2, c) && probe.Eval(id)
	}
	probe.Begin()
	probe.Cost(1)
	switch {
	case hook(0) || probe.LeI(0, a, 0) || hook(1) || probe.LeI(2, b, 0) || hook(2) || probe.LeI(4, c, 0):
		probe.Cost(1)
	case hook(3) || probe.GeI(6, a, b+c) || hook(4) || probe.GeI(8, b, a+c) || hook(5) || probe.GeI(10, c, a+b):
		probe.Cost(1)
	case (hook(6) || probe.EqI(12, a, b)) && (hook(7) || probe.EqI(14, b, c)):
		probe.Cost(1)
		if hook(8) || probe.NeI(16, a, c) {
			probe.Cost(1)
		}
	}
	probe.End()
}

// triangleProgram is the path condition from condition k of hookedTriangle to
// a != c.
func triangleProgram(k int) []uint64 {
	p := &probe.Program{Ties: true, Consts: []uint64{0}, Regs: 7, Clauses: probe.ClauseDropped + 1, First: []uint32{0, 0},
		Loads: []probe.Load{{Slot: 0, Reg: 1}, {Slot: 1, Reg: 2}, {Slot: 2, Reg: 3}}}
	add := func(a, b, d uint16) {
		p.Code = append(p.Code, probe.Instr{Op: probe.CodeAdd, Flags: probe.Signed, Shift: 32, A: a, B: b, D: d})
	}
	add(2, 3, 4)
	add(1, 3, 5)
	add(1, 2, 6)
	all := []probe.Instr{
		{Op: probe.CodeDistLtI, A: 0, B: 1}, {Op: probe.CodeDistLtI, A: 0, B: 2}, {Op: probe.CodeDistLtI, A: 0, B: 3},
		{Op: probe.CodeDistLtI, A: 1, B: 4}, {Op: probe.CodeDistLtI, A: 2, B: 5}, {Op: probe.CodeDistLtI, A: 3, B: 6},
		{Op: probe.CodeDistEqI, A: 1, B: 2}, {Op: probe.CodeDistEqI, A: 2, B: 3}, {Op: probe.CodeDistNeI, A: 1, B: 3},
	}
	for i := len(all) - 1; i >= k; i-- {
		in := all[i]
		in.Flags, in.D = probe.Final, uint16(p.Clauses)
		p.Code = append(p.Code, in)
		p.Edges = append(p.Edges, probe.Edge{Clause: uint32(p.Clauses), To: uint32(len(p.Edges))})
		p.First = append(p.First, uint32(len(p.Edges)))
		p.Clauses++
	}
	return probe.MarshalProgram(nil, p)
}

func hookedJob(evaluations uint64) *wire.SearchJob {
	job := triangleJob(evaluations)
	job.Entry, job.Modes = 1, []search.Mode{search.Symbolic}
	for k := range 9 {
		job.Target.Nodes = append(job.Target.Nodes, wire.Node{Cond: uint32(k), Program: triangleProgram(k)})
	}
	return job
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
	for _, bm := range []struct {
		name string
		mode search.Mode
	}{{"hooked standard", search.Standard}, {"hooked symbolic", search.Symbolic}} {
		b.Run(bm.name, func(b *testing.B) {
			w := triangleWorker(b)
			job := hookedJob(uint64(b.N))
			job.Algorithm, job.Lexicographic, job.Modes = wire.AVM, true, []search.Mode{bm.mode}
			b.ReportAllocs()
			b.ResetTimer()
			w.search(job)
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "evals/s")
		})
	}
}

// TestSteadyState: an evaluation of scalars allocates nothing.
func TestSteadyState(t *testing.T) {
	for _, job := range []*wire.SearchJob{triangleJob(0), hookedJob(0)} {
		steadyState(t, job)
	}
}

func steadyState(t *testing.T, job *wire.SearchJob) {
	w := triangleWorker(t)
	e, err := newEvaluator(&w.machine, job, w.send)
	if err != nil {
		t.Fatal(err)
	}
	e.SetMode(job.Modes[0])
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

// BenchmarkBatch is a generation of 300, by vector, against one target and
// against all branches.
func BenchmarkBatch(b *testing.B) {
	for _, all := range []bool{false, true} {
		name, targets := "one", []wire.Target{triangleJob(1).Target}
		if all {
			name, targets = "all", nil
			for branch := range uint32(18) {
				t := triangleJob(1).Target
				t.Branch = branch
				targets = append(targets, t)
			}
		}
		b.Run(name, func(b *testing.B) {
			w := triangleWorker(b)
			job := &wire.BatchJob{Entry: 0, Signature: signature(tInt32, tInt32, tInt32), Targets: targets}
			for i := range uint64(300) {
				job.Vectors = append(job.Vectors, []uint64{i % 17, i % 13, i % 11})
			}
			b.ReportAllocs()
			for n := 0; n < b.N; n += len(job.Vectors) {
				w.batch(job)
			}
		})
	}
}
