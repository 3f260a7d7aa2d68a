package avm_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"nearmiss/avm"
	"nearmiss/input"
	"nearmiss/search"
)

var (
	tBool    = &input.Type{Kind: input.Bool, Go: "bool"}
	tInt8    = &input.Type{Kind: input.Int, Bits: 8, Go: "int8"}
	tInt32   = &input.Type{Kind: input.Int, Bits: 32, Go: "int32"}
	tInt64   = &input.Type{Kind: input.Int, Bits: 64, Go: "int64"}
	tUint8   = &input.Type{Kind: input.Uint, Bits: 8, Go: "uint8"}
	tUint64  = &input.Type{Kind: input.Uint, Bits: 64, Go: "uint64"}
	tFloat64 = &input.Type{Kind: input.Float, Bits: 64, Go: "float64"}
	tString  = &input.Type{Kind: input.String, Go: "string"}
	tInts    = &input.Type{Kind: input.Slice, Go: "[]int64", Elem: tInt64}
)

// space returns the space of func(p0 types[0], p1 types[1], …) with uniform random draws.
func space(types ...*input.Type) *input.Space {
	sig := &input.Signature{Name: "F"}
	for i, t := range types {
		sig.Params = append(sig.Params, input.Field{Name: fmt.Sprint("p", i), Type: t})
	}
	s := input.NewSpace(sig, input.Limits{})
	s.Paper = true
	return s
}

// script is an evaluator that records the evaluated vectors.
type script struct {
	f     func(v input.Vector) search.Fitness
	asked []string
	mode  search.Mode
	float bool // write words as floats
}

func (s *script) SetMode(m search.Mode) { s.mode = m }

func (s *script) Evaluate(v input.Vector, f *search.Fitness) {
	line := ""
	for i, w := range v {
		if i > 0 {
			line += " "
		}
		if s.float {
			line += fmt.Sprint(math.Float64frombits(w))
		} else {
			line += fmt.Sprint(int64(w))
		}
	}
	s.asked = append(s.asked, line)
	*f = s.f(v)
}

// value returns a fitness with one clause and a value that float64 represents exactly.
func value(d uint64) search.Fitness {
	f := search.Fitness{Value: float64(d), N: 1}
	f.Exact[0] = d
	return f
}

func diff(a, b int64) uint64 {
	if a < b {
		a, b = b, a
	}
	return uint64(a) - uint64(b)
}

// forbidden is a generator that panics at a draw.
type forbidden struct{ t *testing.T }

func (f forbidden) Uint64() uint64 {
	f.t.Helper()
	panic("the generator was drawn from")
}

// numbers is a generator that returns the given numbers, then zeros.
type numbers struct {
	next  []uint64
	drawn int
}

func (n *numbers) Uint64() uint64 {
	n.drawn++
	if len(n.next) == 0 {
		return 0
	}
	x := n.next[0]
	n.next = n.next[1:]
	return x
}

func words(xs ...int64) input.Vector {
	v := make(input.Vector, len(xs))
	for i, x := range xs {
		v[i] = uint64(x)
	}
	return v
}

// TestLocalOptimum asserts that an improved variable counts as explored, so that the climb ends
// when every other variable was tried without success.
func TestLocalOptimum(t *testing.T) {
	s := &script{f: func(v input.Vector) search.Fitness { return value(5 + diff(int64(v[0]), 1)) }}
	g := search.NewGate(s, search.GateOptions{Evaluations: 11})
	start := words(0, 0)
	avm.Search(g, space(tInt8, tInt8), rand.New(forbidden{t}), avm.Options{Starts: []input.Vector{start, start}})
	want := []string{"0 0", "-1 0", "1 0", "3 0", "0 0", "2 0", "1 -1", "1 1", "0 0", "-1 0", "1 0"}
	if !slices.Equal(s.asked, want) {
		t.Errorf("asked\n%q\nwant\n%q", s.asked, want)
	}
}

// TestSequence asserts every evaluation of every local search, from a given
// start, with a generator that must not be asked.
func TestSequence(t *testing.T) {
	to := func(goal int64) func(input.Vector) search.Fitness {
		return func(v input.Vector) search.Fitness { return value(diff(int64(v[0]), goal)) }
	}
	tests := []struct {
		name  string
		local avm.Local
		space *input.Space
		start input.Vector
		f     func(input.Vector) search.Fitness
		want  []string
	}{
		{"up", avm.Korel, space(tInt8), words(0), to(10),
			[]string{"0", "-1", "1", "3", "7", "15", "6", "8", "10"}},
		{"down", avm.Korel, space(tInt8), words(0), to(-4),
			[]string{"0", "-1", "-3", "-7", "-4"}},
		{"saturate", avm.Korel, space(tInt8), words(120), to(127),
			[]string{"120", "119", "121", "123", "127"}},
		{"stop at the end of the domain", avm.Korel, space(tInt8), words(127), to(126),
			[]string{"127", "126"}},
		{"unsigned has nothing below zero", avm.Korel, space(tUint8), words(0), to(1),
			[]string{"0", "1"}},
		{"bool flips", avm.Korel, space(tBool, tBool), words(1, 0),
			func(v input.Vector) search.Fitness { return value(v[0] + 1 - v[1]) },
			[]string{"1 0", "0 0", "0 1"}},
		{"two variables in turn", avm.Korel, space(tInt8, tInt8), words(0, 0),
			// a is right at 2 once b is 1: the second round finds it.
			func(v input.Vector) search.Fitness {
				a, b := int64(v[0]), int64(v[1])
				return value(3*diff(b, 1) + diff(a, 2*b))
			},
			[]string{"0 0", "-1 0", "1 0", "0 -1", "0 1", "0 3", "0 0", "0 2", "-1 1", "1 1", "3 1", "0 1", "2 1"}},
		{"length grows", avm.Korel, space(tString), words(0),
			func(v input.Vector) search.Fitness { return value(diff(int64(v[0]), 4)) },
			[]string{"0", "1 0", "3 0 0 0", "7 0 0 0 0 0 0 0", "2 0 0", "4 0 0 0 0"}},
		{"length shrinks", avm.Korel, space(tInts), words(4, 5, 6, 7),
			func(v input.Vector) search.Fitness { return value(v[0]) },
			[]string{"4 5 6 7", "3 5 6", "1", "0"}},
		{"elements appear as variables", avm.Korel, space(tInts), words(0),
			func(v input.Vector) search.Fitness {
				if v[0] < 2 {
					return value(9 + 2 - v[0])
				}
				return value(diff(int64(v[1]), -2))
			},
			[]string{"0", "1", "3 0 0", "7 0 0 0 0 0 0", "2 0", "4 0 0 0", "3 -1 0", "3 -3 0", "3 -2 0"}},
		{"geometric", avm.Geometric, space(tInt32), words(0), to(100),
			// +64 reaches 127, +128 fails at 255: the bracket is 63 … 255
			[]string{"0", "-1", "1", "3", "7", "15", "31", "63", "127", "255",
				"159", "160", "111", "112", "87", "88", "99", "100"}},
		{"lattice", avm.Lattice, space(tInt32), words(0), to(100),
			// 192 steps: cut at F(11)-1 = 88 and F(12)-1 = 143, then one point a step
			[]string{"0", "-1", "1", "3", "7", "15", "31", "63", "127", "255",
				"151", "206", "117", "96", "83", "104", "109", "101", "99", "102", "100"}},
	}
	for _, tt := range tests {
		t.Run(locals[tt.local]+" "+tt.name, func(t *testing.T) {
			s := &script{f: tt.f}
			g := search.NewGate(s, search.GateOptions{Evaluations: 100})
			r := avm.Search(g, tt.space, rand.New(forbidden{t}), avm.Options{Local: tt.local, Starts: []input.Vector{tt.start}})
			if r.Status != search.Found {
				t.Errorf("status %v", r.Status)
			}
			if !slices.Equal(s.asked, tt.want) {
				t.Errorf("asked\n%q\nwant\n%q", s.asked, tt.want)
			}
		})
	}
}

// TestPrecision: floats move by 2^it·10^-3.
func TestPrecision(t *testing.T) {
	s := &script{f: func(v input.Vector) search.Fitness {
		x := math.Float64frombits(v[0])
		if math.Abs(x-0.01) < 1e-9 {
			return search.Fitness{}
		}
		return search.Fitness{Value: math.Abs(x - 0.01)}
	}}
	g := search.NewGate(s, search.GateOptions{Evaluations: 100})
	r := avm.Search(g, space(tFloat64), rand.New(forbidden{t}), avm.Options{Starts: []input.Vector{words(0)}})
	// 0, -0.001, 0.001, 0.003, 0.007, 0.015, 0.006, 0.008, 0.010
	if r.Status != search.Found || r.Evaluations != 9 {
		t.Errorf("%v after %d", r.Status, r.Evaluations)
	}
	if x := math.Float64frombits(r.Hit().Vector[0]); math.Abs(x-0.01) > 1e-9 {
		t.Errorf("at %v", x)
	}
}

// TestRestart asserts that the search leaves a plateau only by a random restart, and that restarts
// use consecutive numbers of the generator.
func TestRestart(t *testing.T) {
	s := &script{f: func(v input.Vector) search.Fitness {
		if v[0] == 77 {
			return search.Fitness{}
		}
		return search.Fitness{Value: 1}
	}}
	src := &numbers{next: []uint64{5, 9, 77, 3}}
	g := search.NewGate(s, search.GateOptions{Evaluations: 100})
	r := avm.Search(g, space(tInt64), rand.New(src), avm.Options{})
	want := []string{"5", "4", "6", "9", "8", "10", "77"}
	if !slices.Equal(s.asked, want) || r.Restarts != 2 || r.Status != search.Found || src.drawn != 3 {
		t.Errorf("asked %q, %d restarts, %v, %d drawn", s.asked, r.Restarts, r.Status, src.drawn)
	}
}

// TestModes: climbs take the fitness functions in turn, and every start is
// climbed from with each.
func TestModes(t *testing.T) {
	s := &script{}
	var seen []string
	s.f = func(v input.Vector) search.Fitness {
		if len(s.asked) > 0 && !slices.Contains([]string{"-1", "1", "0"}, s.asked[len(s.asked)-1]) {
			seen = append(seen, s.mode.String()+" "+s.asked[len(s.asked)-1])
		}
		return search.Fitness{Value: 1}
	}
	g := search.NewGate(s, search.GateOptions{Evaluations: 15})
	avm.Search(g, space(tUint64), rand.New(&numbers{next: []uint64{1 << 40}}), avm.Options{
		Modes: []search.Mode{search.Symbolic, search.Standard}, Starts: []input.Vector{words(10), words(20)}})
	want := []string{
		"symbolic 10", "symbolic 9", "symbolic 11", "standard 10", "standard 9", "standard 11",
		"symbolic 20", "symbolic 19", "symbolic 21", "standard 20", "standard 19", "standard 21",
		fmt.Sprint("symbolic ", int64(1<<40)), fmt.Sprint("symbolic ", int64(1<<40-1)), fmt.Sprint("symbolic ", int64(1<<40+1))}
	if !slices.Equal(seen, want) {
		t.Errorf("seen %q\nwant %q", seen, want)
	}
}

// TestModeShares: a mode that is listed twice gets two climbs of three, and
// still climbs from each start once.
func TestModeShares(t *testing.T) {
	s := &script{}
	var starts []string
	s.f = func(v input.Vector) search.Fitness {
		if v[0]%10 == 0 {
			starts = append(starts, s.mode.String()+" "+fmt.Sprint(v[0]))
		}
		return search.Fitness{Value: 1}
	}
	g := search.NewGate(s, search.GateOptions{Evaluations: 18})
	avm.Search(g, space(tUint64), rand.New(&numbers{next: []uint64{50, 60, 70}}), avm.Options{
		Modes:  []search.Mode{search.Standard, search.Standard, search.Symbolic},
		Starts: []input.Vector{words(10), words(20)}})
	want := []string{"standard 10", "standard 20", "symbolic 10", "standard 50", "standard 60", "symbolic 20"}
	if !slices.Equal(starts, want) {
		t.Errorf("started %q\nwant %q", starts, want)
	}
}

// TestNothingToVary: a function without parameters is run once a mode.
func TestNothingToVary(t *testing.T) {
	s := &script{f: func(input.Vector) search.Fitness { return search.Fitness{Value: 1} }}
	g := search.NewGate(s, search.GateOptions{Evaluations: 100})
	r := avm.Search(g, space(), rand.New(forbidden{t}), avm.Options{Modes: []search.Mode{search.Standard, search.Symbolic}})
	if r.Status != search.Exhausted || r.Evaluations != 2 {
		t.Errorf("%v after %d", r.Status, r.Evaluations)
	}
}

// locals are the names of the local searches.
var locals = [...]string{avm.Korel: "korel", avm.Geometric: "geometric", avm.Lattice: "lattice"}
