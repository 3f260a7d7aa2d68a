package mosa

import (
	"context"
	"math"
	"testing"

	"nearmiss/input"
	"nearmiss/search"
)

// cheap takes next to no time.
type cheap struct{}

func (cheap) Evaluate(_ context.Context, vectors []input.Vector, objectives []int) (a Answer, _ error) {
	rows := make([]search.Fitness, len(vectors)*len(objectives))
	for _, v := range vectors {
		row := rows[:len(objectives)]
		rows = rows[len(objectives):]
		for i, o := range objectives {
			row[i].Value = 0.1 + math.Abs(float64(int64(v[0]))-float64(1000*o))
		}
		a.Fitness = append(a.Fitness, row)
	}
	return a, nil
}

// BenchmarkBreeding is a search for 20 objectives, by individual.
func BenchmarkBreeding(b *testing.B) {
	for name, s := range map[string]*input.Space{"ints": space(tInt32, tInt32), "mixed": space(tInt32, tString)} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			_, err := Search(b.Context(), cheap{}, s, generator(4), Options{Objectives: make([]Objective, 20), Evaluations: uint64(b.N)})
			if err != nil {
				b.Fatal(err)
			}
		})
	}
}
