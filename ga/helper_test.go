package ga

import (
	"nearmiss/input"
	"nearmiss/internal/evolve"
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

// members are individuals with these fitness values. The vector names them.
func members(values ...float64) (ms []*evolve.Member) {
	for i, v := range values {
		ms = append(ms, &evolve.Member{Vector: input.Vector{uint64(i)}, Fitness: search.Fitness{Value: v}})
	}
	return ms
}

// crowd is n individuals that are named from first on, all of one fitness.
func crowd(first, n int, value float64) (ms []*evolve.Member) {
	for i := range n {
		ms = append(ms, &evolve.Member{Vector: input.Vector{uint64(first + i)}, Fitness: search.Fitness{Value: value}})
	}
	return ms
}

// names lists the names of members.
func names(ms []*evolve.Member) (ns []int) {
	for _, m := range ms {
		ns = append(ns, int(m.Vector[0]))
	}
	return ns
}
