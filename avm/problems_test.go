package avm_test

import (
	"math"
	"slices"

	"nearmiss/input"
	"nearmiss/search"
)

// problem models a function under test by the conditions on the path to the target, the outermost
// first. Each clause is evaluated even if earlier ones fail, as in a path condition.
type problem struct {
	name    string
	types   []*input.Type
	clauses func(v input.Vector) []clause
}

// clause is the distance of one condition.
type clause struct {
	d     uint64
	float bool
}

func eq(a, b int64) clause { return clause{d: distance(a, b)} }

func lt(a, b int64) clause {
	if a < b {
		return clause{}
	}
	return clause{d: min(diff(a, b), math.MaxUint64-1) + 1}
}

func eqF(a, b float64) clause {
	if a == b {
		return clause{}
	}
	d := math.Abs(a - b)
	if d != d {
		return clause{d: math.MaxUint64}
	}
	return clause{d: math.Float64bits(d) + 1, float: true}
}

func flat(holds bool) clause {
	if holds {
		return clause{}
	}
	return clause{d: 1}
}

func eqS(a, b string) clause {
	c := clause{}
	if a == b {
		return c
	}
	c.d = 1
	for i := range max(len(a), len(b)) {
		if i < len(a) && i < len(b) {
			c.d += diff(int64(a[i]), int64(b[i]))
		} else {
			c.d += 256
		}
	}
	return c
}

// evaluator measures a problem in both modes.
type evaluator struct {
	p    *problem
	mode search.Mode
}

func (e *evaluator) SetMode(m search.Mode) { e.mode = m }

func (e *evaluator) Evaluate(v input.Vector, f *search.Fitness) {
	*f = search.Fitness{}
	cs := e.p.clauses(v)
	for i, c := range cs {
		if c.d == 0 {
			continue
		}
		n := float64(c.d) / (float64(c.d) + 1)
		if c.float {
			raw := math.Float64frombits(c.d-1) + 1
			n = raw / (raw + 1)
		}
		if e.mode == search.Standard {
			f.Value = float64(len(cs)-1-i) + n
			f.N, f.Exact[0] = 1, c.d
			return
		}
		f.Value += n
		f.Exact[min(i, search.MaxExact-1)] = c.d
	}
	if e.mode == search.Symbolic {
		f.N = min(len(cs), search.MaxExact)
	}
}

func num(v input.Vector, i int) int64 { return int64(v[i]) }

// word is the string at the front of a vector.
func word(v input.Vector) string {
	b := make([]byte, v[0])
	for i := range b {
		b[i] = byte(v[1+i])
	}
	return string(b)
}

// nums is the slice of integers at the front of a vector.
func nums(v input.Vector) []int64 {
	var xs []int64
	for i := 1; i < int(v[0]); i++ {
		xs = append(xs, num(v, i))
	}
	return xs
}

func types(n int, t *input.Type) []*input.Type {
	return slices.Repeat([]*input.Type{t}, n)
}

var problems = []*problem{
	{name: "x == 1234 && y == x", types: types(2, tInt64), clauses: func(v input.Vector) []clause {
		return []clause{eq(num(v, 0), 1234), eq(num(v, 1), num(v, 0))}
	}},
	{name: "equilateral", types: types(3, tInt32), clauses: func(v input.Vector) []clause {
		a, b, c := num(v, 0), num(v, 1), num(v, 2)
		return []clause{lt(0, a), lt(0, b), lt(0, c), lt(a, b+c), lt(b, a+c), lt(c, a+b), eq(a, b), eq(b, c)}
	}},
	{name: "right angle", types: types(3, tInt32), clauses: func(v input.Vector) []clause {
		a, b, c := num(v, 0), num(v, 1), num(v, 2)
		return []clause{lt(0, a), lt(a, b), lt(b, c), eq(a*a+b*b, c*c)}
	}},
	{name: "low byte", types: types(1, tInt64), clauses: func(v input.Vector) []clause {
		return []clause{eq(num(v, 0)&0xff, 0x5a), eq(num(v, 0)>>8&0xff, 0xa5)}
	}},
	{name: "flag bits", types: types(1, tInt32), clauses: func(v input.Vector) []clause {
		x := num(v, 0)
		return []clause{flat(x&0x10 != 0), flat(x&0x400 == 0), flat(x&0x10000 != 0), flat(x&0x2 != 0)}
	}},
	{name: "x/4096 == 77 && x%4096 == 5", types: types(1, tInt64), clauses: func(v input.Vector) []clause {
		return []clause{eq(num(v, 0)/4096, 77), eq(num(v, 0)%4096, 5)}
	}},
	{name: "remainders", types: types(2, tInt64), clauses: func(v input.Vector) []clause {
		return []clause{eq(num(v, 0)%1000, 7), eq(num(v, 0)/1000, num(v, 1))}
	}},
	{name: "copy of a hash", types: types(2, tInt64), clauses: func(v input.Vector) []clause {
		h := int64((uint64(v[0]) ^ v[0]>>31) * 0x9e3779b97f4a7c15)
		return []clause{lt(1000, num(v, 0)), eq(num(v, 1), h)}
	}},
	{name: "flag computed", types: types(3, tInt32), clauses: func(v input.Vector) []clause {
		a, b, c := num(v, 0), num(v, 1), num(v, 2)
		return []clause{flat(a == b), lt(c, a)}
	}},
	{name: "overflow", types: types(2, &input.Type{Kind: input.Int, Bits: 16, Go: "int16"}), clauses: func(v input.Vector) []clause {
		a, b := num(v, 0), num(v, 1)
		return []clause{lt(-1, a), lt(b, 0), lt(int64(int16(a-b)), 0)}
	}},
	{name: "square", types: types(1, tFloat64), clauses: func(v input.Vector) []clause {
		x := math.Float64frombits(v[0])
		return []clause{eqF(x*x, 2.25)}
	}},
	{name: "tenth", types: types(1, tFloat64), clauses: func(v input.Vector) []clause {
		x := math.Float64frombits(v[0])
		return []clause{eqF(2*x, 0.2)}
	}},
	{name: "circle", types: types(2, tFloat64), clauses: func(v input.Vector) []clause {
		x, y := math.Float64frombits(v[0]), math.Float64frombits(v[1])
		return []clause{eqF(x*x+y*y, 25), eqF(x, y+1)}
	}},
	{name: "keyword", types: types(1, tString), clauses: func(v input.Vector) []clause {
		return []clause{eqS(word(v), "Content-Type")}
	}},
	{name: "contains @", types: types(1, tString), clauses: func(v input.Vector) []clause {
		at := clause{d: 257}
		s := word(v)
		n := 0
		for i := range len(s) {
			c := eq(int64(s[i]), '@')
			if c.d < at.d {
				at = c
			}
			if s[i] == '@' {
				n++
			}
		}
		return []clause{at, eq(int64(n), 2), lt(6, int64(len(s)))}
	}},
	{name: "check digit", types: types(1, tString), clauses: func(v input.Vector) []clause {
		s := word(v)
		cs := []clause{eq(int64(len(s)), 10)}
		sum := int64(0)
		for i := range 10 {
			c := byte('?')
			if i < len(s) {
				c = s[i]
			}
			cs = append(cs, lt('0'-1, int64(c)), lt(int64(c), '9'+1))
			sum += int64(c-'0') * int64(10-i)
		}
		return append(cs, eq(sum%11, 0), lt(0, sum))
	}},
	{name: "sorted", types: types(1, tInts), clauses: func(v input.Vector) []clause {
		xs := nums(v)
		cs := []clause{eq(int64(len(xs)), 6)}
		for i := range 5 {
			if i+1 < len(xs) {
				cs = append(cs, lt(xs[i], xs[i+1]))
			} else {
				cs = append(cs, clause{d: 1})
			}
		}
		return cs
	}},
	{name: "palindrome", types: types(1, tInts), clauses: func(v input.Vector) []clause {
		xs := nums(v)
		cs := []clause{lt(6, int64(len(xs)))}
		for i := range 3 {
			if len(xs) > 6 {
				cs = append(cs, eq(xs[i], xs[len(xs)-1-i]), lt(9, xs[i]))
			} else {
				cs = append(cs, clause{d: 1}, clause{d: 1})
			}
		}
		return cs
	}},
	{name: "bounds of bytes", types: types(4, tUint8), clauses: func(v input.Vector) []clause {
		return []clause{eq(num(v, 0), 127), eq(num(v, 1), 0), eq(num(v, 2), 0), eq(num(v, 3), 1)}
	}},
}
