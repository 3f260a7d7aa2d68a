package mosa

import (
	"math/rand/v2"

	"nearmiss/input"
	"nearmiss/search"
)

func generator(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 9)) }

var (
	tInt32  = &input.Type{Kind: input.Int, Bits: 32, Go: "int32"}
	tString = &input.Type{Kind: input.String, Go: "string"}
)

func space(types ...*input.Type) *input.Space {
	sig := &input.Signature{Name: "F"}
	for _, t := range types {
		sig.Params = append(sig.Params, input.Field{Name: "p", Type: t})
	}
	return input.NewSpace(sig, input.Limits{})
}

// people are members of these fitness values, a row each, under objectives 0,
// 1 …; NaN is a fitness that was not measured.
func people(rows ...[]float64) (ms []*member) {
	for i, row := range rows {
		m := &member{vector: input.Vector{uint64(i)}}
		for _, v := range row {
			var f *search.Fitness
			if v == v {
				f = &search.Fitness{Value: v}
			}
			m.fitness = append(m.fitness, f)
		}
		ms = append(ms, m)
	}
	return ms
}
