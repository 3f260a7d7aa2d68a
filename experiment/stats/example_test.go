package stats_test

import (
	"fmt"
	"math/rand/v2"

	"nearmiss/experiment/stats"
)

// Two arms on eight subjects, share of the best cost known, median over seeds.
var (
	paths  = []float64{0.97, 1.00, 0.88, 0.93, 0.79, 0.99, 0.91, 0.96}
	inputs = []float64{0.92, 1.00, 0.81, 0.94, 0.60, 0.95, 0.88, 0.87}
)

func ExampleSignedRank() {
	r, err := stats.SignedRank(paths, inputs, 0.9)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("n = %d, of which %d equal\n", r.N, r.Zeros)
	fmt.Printf("p = %.4f, rank-biserial %.2f\n", r.P, r.RankBiserial)
	fmt.Printf("difference %.3f [%.3f, %.3f]\n", r.Shift.Estimate, r.Shift.Low, r.Shift.High)
	// Output:
	// n = 8, of which 1 equal
	// p = 0.0312, rank-biserial 0.89
	// difference 0.047 [0.015, 0.110]
}

func ExampleTOST() {
	r, err := stats.TOST(paths, inputs, 0.01, 0.05)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("p = %.4f: equal up to %v? %v\n", r.P, r.Margin, r.P <= 0.05)
	fmt.Printf("%d of %d subjects differ by more\n", r.Outside, r.N)
	// Output:
	// p = 0.9844: equal up to 0.01? false
	// 6 of 8 subjects differ by more
}

func ExampleClusterBootstrap() {
	type seed struct{ path, input float64 }
	subjects := [][]seed{
		{{0.98, 0.92}, {0.96, 0.95}, {0.97, 0.90}},
		{{0.90, 0.81}, {0.88, 0.84}, {0.85, 0.80}},
		{{0.79, 0.66}, {0.80, 0.60}, {0.74, 0.51}},
		{{0.91, 0.88}, {0.93, 0.89}, {0.90, 0.87}},
	}
	difference := func(subjects [][]seed) float64 {
		sum := 0.0
		for _, seeds := range subjects {
			for _, s := range seeds {
				sum += (s.path - s.input) / float64(len(seeds)*len(subjects))
			}
		}
		return sum
	}
	r, err := stats.ClusterBootstrap(subjects, difference, 10_000, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		fmt.Println(err)
		return
	}
	i, err := r.BCa(0.95)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("mean difference %.2f [%.2f, %.2f]\n", i.Estimate, i.Low, i.High)
	// Output:
	// mean difference 0.08 [0.04, 0.17]
}

func ExampleKaplanMeier() {
	// Evaluations until the target, budget 1000: two of five runs did not reach it.
	curve, err := stats.KaplanMeier([]stats.Observation{
		{Time: 120, Event: true}, {Time: 300, Event: true}, {Time: 750, Event: true},
		{Time: 1000}, {Time: 1000},
	}, 0.95)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("median %v, %d of %d runs\n", curve.Median().Estimate, curve.Events, curve.N)
	// Output:
	// median 750, 3 of 5 runs
}

func ExampleHolm() {
	rows, err := stats.Holm([]string{"operators", "order"}, map[string]float64{"operators": 0.031, "order": 0.004}, 0.05)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, r := range rows {
		fmt.Printf("%s: p %v, adjusted %v, rejected %v\n", r.Name, r.P, r.Adjusted, r.Rejected)
	}
	// Output:
	// operators: p 0.031, adjusted 0.031, rejected true
	// order: p 0.004, adjusted 0.008, rejected true
}
