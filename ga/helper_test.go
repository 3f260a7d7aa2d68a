package ga

import (
	"math/rand/v2"

	"github.com/MaxHalford/eaopt"

	"nearmiss/input"
	"nearmiss/search"
)

var (
	tBool    = &input.Type{Kind: input.Bool, Go: "bool"}
	tInt8    = &input.Type{Kind: input.Int, Bits: 8, Go: "int8"}
	tInt32   = &input.Type{Kind: input.Int, Bits: 32, Go: "int32"}
	tInt64   = &input.Type{Kind: input.Int, Bits: 64, Go: "int64"}
	tUint16  = &input.Type{Kind: input.Uint, Bits: 16, Go: "uint16"}
	tUint64  = &input.Type{Kind: input.Uint, Bits: 64, Go: "uint64"}
	tFloat32 = &input.Type{Kind: input.Float, Bits: 32, Go: "float32"}
	tFloat64 = &input.Type{Kind: input.Float, Bits: 64, Go: "float64"}
	tString  = &input.Type{Kind: input.String, Go: "string"}
	tInts    = &input.Type{Kind: input.Slice, Go: "[]int32", Elem: tInt32}
	tMap     = &input.Type{Kind: input.Map, Go: "map[string]int32", Key: tString, Elem: tInt32}
	tPointer = &input.Type{Kind: input.Pointer, Go: "*int32", Elem: tInt32}
)

func space(types ...*input.Type) *input.Space {
	sig := &input.Signature{Name: "F"}
	for _, t := range types {
		sig.Params = append(sig.Params, input.Field{Name: "p", Type: t})
	}
	return input.NewSpace(sig, input.Limits{})
}

func generator(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 9)) }

// finiteSpace returns a space with finite floats, as in Search.
func finiteSpace(types ...*input.Type) *input.Space {
	s := space(types...)
	s.Limits.Finite = true
	return s
}

// individual returns an individual with a fitness and a vector that identifies it.
func individual(name int, value float64) eaopt.Individual {
	g := (&evolution[input.Vector]{}).newGenome(input.Vector{uint64(name)})
	g.fitness = search.Fitness{Value: value}
	return eaopt.Individual{Genome: g, Fitness: clampFitness(value), Evaluated: true}
}

// members returns individuals with the given fitness values, numbered from 0.
func members(values ...float64) (is eaopt.Individuals) {
	for i, v := range values {
		is = append(is, individual(i, v))
	}
	return is
}

// crowd returns n individuals of equal fitness, numbered from first.
func crowd(first, n int, value float64) (is eaopt.Individuals) {
	for i := range n {
		is = append(is, individual(first+i, value))
	}
	return is
}

func vector(i *eaopt.Individual) input.Vector { return i.Genome.(*Genome[input.Vector]).genes }

// names returns the numbers that identify individuals.
func names(is eaopt.Individuals) (ns []int) {
	for i := range is {
		ns = append(ns, int(vector(&is[i])[0]))
	}
	return ns
}
