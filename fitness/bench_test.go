package fitness

import (
	"testing"

	"nearmiss/internal/probe"
)

// BenchmarkTriangle evaluates, for every branch of the triangle program in
// turn, the programs of all its critical nodes: what a run that visits them
// all pays beside its probes.
func BenchmarkTriangle(b *testing.B) {
	p := load1(b, "./bench/subjects/triangle")[0]
	a := analysisOf(p, p.Funcs[0], Options{})
	at := slots(a, map[string]any{"a": 3, "b": 40000, "c": 77, "match": 0})
	var s probe.Scratch
	var all []*probe.Program
	for _, br := range branches(p.Funcs[0]) {
		t, err := a.Target(br)
		if err != nil {
			b.Fatal(err)
		}
		for i := range t.Nodes {
			if p := t.Nodes[i].program; p != nil {
				all = append(all, p)
			}
		}
	}
	edges, code := 0, 0
	for _, p := range all {
		edges += len(p.Edges)
		code += len(p.Code)
	}
	b.ReportAllocs()
	b.ResetTimer()
	n := 0
	for range b.N {
		all[n].Eval(at, &s)
		if n++; n == len(all) {
			n = 0
		}
	}
	b.ReportMetric(float64(edges)/float64(len(all)), "edges/node")
	b.ReportMetric(float64(code)/float64(len(all)), "instrs/node")
}

// BenchmarkAnalysis analyses every branch of every subject.
func BenchmarkAnalysis(b *testing.B) {
	for _, p := range load1(b, "./bench/subjects/...") {
		for _, f := range p.Funcs {
			b.Run(f.Name, func(b *testing.B) {
				for range b.N {
					a := analysisOf(p, f, Options{})
					for _, br := range branches(f) {
						if _, err := a.Target(br); err != nil {
							b.Fatal(err)
						}
					}
				}
			})
		}
	}
}
