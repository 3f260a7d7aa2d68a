package input

import (
	"math/rand/v2"
	"testing"
)

// benchSpaces are the shapes of the benchmarks: scalars, text, a tree.
func benchSpaces() map[string]*Space {
	i32, str := int32Type(), &Type{Kind: String, Go: "string"}
	node := &Type{Kind: Struct, Go: "Node"}
	ref := &Type{Kind: Pointer, Go: "*Node", Elem: node}
	node.Fields = []Field{{"val", i32}, {"left", ref}, {"right", ref}}
	return map[string]*Space{
		"scalars": NewSpace(&Signature{Params: []Field{{"a", i32}, {"b", i32}, {"c", i32}}}, Limits{}),
		"text":    NewSpace(&Signature{Params: []Field{{"s", str}}}, Limits{}),
		"tree":    NewSpace(&Signature{Params: []Field{{"n", ref}}}, Limits{}),
		"list":    NewSpace(&Signature{Params: []Field{{"l", &Type{Kind: Slice, Go: "[]string", Elem: str}}}}, Limits{}),
	}
}

func benchmark(b *testing.B, op func(s *Space, a, c Vector, rng *rand.Rand)) {
	for name, s := range benchSpaces() {
		b.Run(name, func(b *testing.B) {
			rng := rand.New(rand.NewPCG(1, 2))
			var pool []Vector
			for range 64 {
				pool = append(pool, s.Random(nil, rng))
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				op(s, pool[i%64], pool[(i+1)%64], rng)
			}
		})
	}
}

func BenchmarkRandom(b *testing.B) {
	var dst Vector
	benchmark(b, func(s *Space, _, _ Vector, rng *rand.Rand) { dst = s.Random(dst[:0], rng) })
}

func BenchmarkMutate(b *testing.B) {
	benchmark(b, func(s *Space, a, _ Vector, rng *rand.Rand) { s.Mutate(a, rng) })
}

func BenchmarkCross(b *testing.B) {
	benchmark(b, func(s *Space, a, c Vector, rng *rand.Rand) { s.Cross(a, c, rng) })
}

func BenchmarkVars(b *testing.B) {
	var vars []Var
	benchmark(b, func(s *Space, a, _ Vector, _ *rand.Rand) { vars = s.Vars(vars[:0], a) })
}
