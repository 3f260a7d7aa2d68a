package worker

import (
	"io"
	"testing"

	"nearmiss/internal/probe"
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

func triangleJob(evaluations uint64) *SearchJob {
	var table []Node
	for i := range uint32(6) {
		table = append(table, Node{Cond: i, Level: 3 - int(i/3), Away: probe.AwayTrue})
	}
	table = append(table, Node{Cond: 6, Level: 2, Away: probe.AwayFalse},
		Node{Cond: 7, Level: 1, Away: probe.AwayFalse}, Node{Cond: 8, Away: probe.AwayFalse})
	return &SearchJob{Entry: 0, Signature: signature(tInt32, tInt32, tInt32), Evaluations: evaluations,
		Target: Target{Branch: 17, Nodes: table}, Modes: []search.Mode{search.Standard}}
}

func triangleWorker(tb testing.TB) *worker {
	mem := make([]uint64, 1<<12)
	shared := View(mem)
	shared.Reset()
	w := &worker{out: io.Discard, machine: machine{shared: shared,
		entries: []probe.Entry{{Name: "Triangle", Run: triangle}, {Name: "Hooked", Run: hookedTriangle}}}}
	if !w.init(&Init{Version: Version, Conditions: 9, Slots: 3, Fuel: 1 << 20}, nil) {
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
func triangleProgram(k int) *probe.Program {
	p := &probe.Program{Consts: []uint64{0}, Regs: 7, Clauses: probe.ClauseDropped + 1, First: []uint32{0, 0},
		Loads: []probe.Load{{Slot: 0, Reg: 1}, {Slot: 1, Reg: 2}, {Slot: 2, Reg: 3}}}
	add := func(a, b, d uint16) {
		p.Code = append(p.Code, probe.Instr{Op: probe.CodeAdd, Flags: probe.Signed, Shift: 32, A: a, B: b, D: d})
	}
	add(2, 3, 4)
	add(1, 3, 5)
	add(1, 2, 6)
	all := []probe.Instr{
		{Op: probe.CodeDistI, A: 0, B: 1, C: uint16(probe.LT)}, {Op: probe.CodeDistI, A: 0, B: 2, C: uint16(probe.LT)}, {Op: probe.CodeDistI, A: 0, B: 3, C: uint16(probe.LT)},
		{Op: probe.CodeDistI, A: 1, B: 4, C: uint16(probe.LT)}, {Op: probe.CodeDistI, A: 2, B: 5, C: uint16(probe.LT)}, {Op: probe.CodeDistI, A: 3, B: 6, C: uint16(probe.LT)},
		{Op: probe.CodeDistI, A: 1, B: 2, C: uint16(probe.EQ)}, {Op: probe.CodeDistI, A: 2, B: 3, C: uint16(probe.EQ)}, {Op: probe.CodeDistI, A: 1, B: 3, C: uint16(probe.NE)},
	}
	for i := len(all) - 1; i >= k; i-- {
		in := all[i]
		in.Flags, in.D = probe.Final, uint16(p.Clauses)
		p.Code = append(p.Code, in)
		p.Edges = append(p.Edges, probe.Edge{Clause: uint32(p.Clauses), To: uint32(len(p.Edges))})
		p.First = append(p.First, uint32(len(p.Edges)))
		p.Clauses++
	}
	return p
}

func hookedJob(evaluations uint64) *SearchJob {
	job := triangleJob(evaluations)
	job.Entry, job.Modes = 1, []search.Mode{search.Symbolic}
	for k := range 9 {
		job.Target.Nodes = append(job.Target.Nodes, Node{Cond: uint32(k), Program: triangleProgram(k)})
	}
	return job
}

func BenchmarkSearch(b *testing.B) {
	for _, bm := range []struct {
		name string
		set  func(*SearchJob)
	}{
		{"paper", func(j *SearchJob) { j.Algorithm, j.Paper = AVM, true }},
		{"avm", func(j *SearchJob) { j.Algorithm, j.Lexicographic = AVM, true }},
		{"lattice", func(j *SearchJob) { j.Algorithm, j.Lexicographic = "avm-lattice", true }},
		{"auto", func(j *SearchJob) { j.Lexicographic = true }},
		{"random", func(j *SearchJob) { j.Algorithm = Random }},
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
			job.Algorithm, job.Lexicographic, job.Modes = AVM, true, []search.Mode{bm.mode}
			b.ReportAllocs()
			b.ResetTimer()
			w.search(job)
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "evals/s")
		})
	}
}

// TestSteadyState: an evaluation of scalars allocates nothing.
func TestSteadyState(t *testing.T) {
	for _, job := range []*SearchJob{triangleJob(0), hookedJob(0)} {
		steadyState(t, job)
	}
}

func steadyState(t *testing.T, job *SearchJob) {
	w := triangleWorker(t)
	e := newEvaluator(&w.machine, job, w.send)
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

// BenchmarkBatch is a generation of 300, by vector.
func BenchmarkBatch(b *testing.B) {
	w := triangleWorker(b)
	job := &BatchJob{Entry: 0, Signature: signature(tInt32, tInt32, tInt32), Target: triangleJob(1).Target}
	for i := range uint64(300) {
		job.Vectors = append(job.Vectors, []uint64{i % 17, i % 13, i % 11})
	}
	b.ReportAllocs()
	for n := 0; n < b.N; n += len(job.Vectors) {
		w.batch(job)
	}
}
