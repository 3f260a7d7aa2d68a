package cover

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"nearmiss/fitness"
	"nearmiss/input"
	"nearmiss/internal/native"
	"nearmiss/internal/subject"
	"nearmiss/internal/worker"
	"nearmiss/target"
)

// BenchmarkEvaluator compares generations of 300 inputs as the genetic algorithm of cover
// has them evaluated with the evaluator of package target, by turns, each with a worker of
// its own on the triangle: medians. The rate is that of the evaluator by that of the algorithm.
func BenchmarkEvaluator(b *testing.B) {
	const name, generation = "nearmiss/bench/subjects/triangle.Triangle", 300
	f, err := target.Open(b.Context(), name, target.Options{Dir: "../.."})
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	branch, err := f.Branch("triangle.go:50:5/T")
	if err != nil {
		b.Fatal(err)
	}
	e, err := f.Evaluator(b.Context(), branch, "standard")
	if err != nil {
		b.Fatal(err)
	}
	s, err := subject.Find(b.Context(), name, subject.Options{Common: subject.Common{Dir: "../.."}})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	goal, err := fitness.Approach(s.Func, branch)
	if err != nil {
		b.Fatal(err)
	}
	g := &breeding{pool: s.Pool, measure: &fitness.Function{}, out: &native.SearchResult{}, job: worker.BatchJob{
		Signature: s.Fn.Sig, Target: *native.Target(goal), Paper: true, First: true,
	}}
	space := input.NewSpace(s.Fn.Sig, input.Limits{})
	space.Paper = true // no two sides are equal
	rng := rand.New(rand.NewPCG(1, 0))
	vectors := make([]input.Vector, generation)
	for i := range vectors {
		vectors[i] = space.Random(nil, rng)
	}
	var taken [2][]time.Duration
	run := func(who int) {
		began := time.Now()
		evaluate := e.Evaluate
		if who == 1 {
			evaluate = g.Evaluate
		}
		if rows, err := evaluate(b.Context(), vectors); err != nil || len(rows) != generation {
			b.Fatalf("%d rows, %v", len(rows), err)
		}
		taken[who] = append(taken[who], time.Since(began))
	}
	run(0)
	run(1)
	for i := range b.N {
		run(i % 2)
		run(1 - i%2)
	}
	for who, unit := range []string{"ns/input-evaluator", "ns/input-ga"} {
		slices.Sort(taken[who])
		b.ReportMetric(float64(taken[who][b.N/2].Nanoseconds())/generation, unit) // the median
	}
	b.ReportMetric(float64(taken[1][b.N/2])/float64(taken[0][b.N/2]), "rate")
}
