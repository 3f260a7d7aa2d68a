package input

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
)

// Simpler reports whether a is easier to read than b: fewer words, then
// smaller numbers and plainer characters. It is a strict total order on the
// legal vectors, and no vector has infinitely many simpler ones.
func (s *Space) Simpler(a, b Vector) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	vb := s.Vars(nil, b)
	va := vb
	if !sameShape(vb, a, b) {
		va = s.Vars(nil, a)
	}
	return simpler(va, vb, a, b)
}

// sameShape reports whether the variables of b are also those of a, which is
// as long.
func sameShape(vars []Var, a, b Vector) bool {
	for i := range vars {
		if a[i] != b[i] && (vars[i].Role == RoleLen || vars[i].Role == RoleNil) {
			return false
		}
	}
	return true
}

// simpler compares two vectors of one length by their variables.
func simpler(va, vb []Var, a, b Vector) bool {
	total, first := 0, 0
	for i := range va {
		if a[i] == b[i] && va[i].Role == vb[i].Role {
			continue
		}
		ca, la := va[i].cost(a[i])
		cb, lb := vb[i].cost(b[i])
		total += 64*(ca-cb) + bits.Len64(la) - bits.Len64(lb)
		if first == 0 {
			first = cmp.Or(ca-cb, cmp.Compare(la, lb))
		}
	}
	return total < 0 || total == 0 && first < 0
}

// cost ranks the words of a variable, simplest first: by class, then rank.
func (v *Var) cost(w uint64) (class int, rank uint64) {
	switch v.Role {
	case RoleInt:
		return 0, intRank(int64(w))
	case RoleByte:
		return 0, byteRank(byte(w))
	case RoleFloat:
		return floatRank(math.Float64frombits(w))
	}
	return 0, w
}

// intRank orders 0, 1, -1, 2, -2, …
func intRank(x int64) uint64 {
	switch {
	case x > 0:
		return 2*uint64(x) - 1
	case x == math.MinInt64:
		return math.MaxUint64
	}
	return 2 * uint64(-x)
}

// plain holds the characters in the order in which they are easy on the eye.
const plain = "abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ ._-/,:;+*=()[]{}<>!?@#$%&|~^'`\"\\\n\t\r"

// byteRank is a permutation of the bytes.
func byteRank(b byte) uint64 {
	others := uint64(0)
	for i := range len(plain) {
		if plain[i] == b {
			return uint64(i)
		}
		if plain[i] < b {
			others++
		}
	}
	return uint64(len(plain)) + uint64(b) - others
}

// floatRank orders whole numbers, then thousandths, then all finite numbers,
// then negative zero, infinities and NaN.
func floatRank(f float64) (class int, rank uint64) {
	b := math.Float64bits(f)
	switch {
	case f != f || f-f != 0 || f == 0 && b != 0:
		return 3, b
	case f == math.Trunc(f) && math.Abs(f) < 1<<53:
		return 0, intRank(int64(f))
	case math.Abs(f) < 1<<40 && math.Round(f*1000)/1000 == f:
		return 1, intRank(int64(math.Round(f * 1000)))
	}
	return 2, b<<1 | b>>63
}

// Shrinks calls yield with simpler neighbours of vec, shortest first, until
// it returns false: whole inputs zero, elements removed, then values towards
// zero, alone and together where they are equal or move in step. Every one is
// legal, simpler than vec, and its own memory.
func (s *Space) Shrinks(vec Vector, yield func(Vector) bool) {
	r := shrinker{s: s, vec: vec, yield: yield, vars: s.Vars(nil, vec)}
	_ = r.inputs() && r.shapes() && r.chunks() && r.scalars() && r.groups() && r.pairs()
}

type shrinker struct {
	s     *Space
	vec   Vector
	vars  []Var
	yield func(Vector) bool
}

// try offers a candidate and reports whether to go on.
func (r *shrinker) try(c Vector) bool {
	if len(c) != len(r.vec) {
		return len(c) > len(r.vec) || r.yield(c)
	}
	vars := r.vars
	if !sameShape(r.vars, c, r.vec) {
		vars = r.s.Vars(nil, c)
	}
	return !simpler(vars, r.vars, c, r.vec) || r.yield(c)
}

func (r *shrinker) inputs() bool {
	pos := 0
	for i := range r.s.Sig.Inputs() {
		t := r.s.Sig.Input(i).Type
		end := Skip(t, r.vec, pos)
		raw := append(slices.Clone(r.vec[:pos]), appendZeros(nil, MinWords(t))...)
		if !r.try(append(raw, r.vec[end:]...)) {
			return false
		}
		pos = end
	}
	return true
}

func (r *shrinker) shapes() bool {
	for i := range r.vars {
		v := &r.vars[i]
		switch {
		case v.Role == RoleNil && r.vec[v.Off] != 0:
			if !r.try(r.set(v, 0)) || !r.unwrap(v) {
				return false
			}
		case v.Role == RoleLen && r.vec[v.Off] != 0:
			if !r.try(r.set(v, 0)) || !r.elements(v) {
				return false
			}
		}
	}
	return true
}

func (r *shrinker) set(v *Var, w uint64) Vector { return r.s.Set(slices.Clone(r.vec), v, w) }

// unwrap replaces a recursive value by one of the same type inside it: a list
// loses a node in the middle, a tree becomes one of its subtrees.
func (r *shrinker) unwrap(v *Var) bool {
	for i := range r.vars {
		if u := &r.vars[i]; u.Off > v.Off && u.Off < v.End && u.Role == RoleNil && u.Type.Elem == v.Type.Elem && r.vec[u.Off] != 0 {
			if !r.try(r.s.splice(r.vec, v, r.vec[u.Off:u.End])) {
				return false
			}
		}
	}
	return true
}

// elements removes elements: halves, quarters, … single ones.
func (r *shrinker) elements(v *Var) bool {
	n := v.count(r.vec)
	for size := (n + 1) / 2; size > 0; size /= 2 {
		for at := 0; at+size <= n; at += size {
			if !r.try(r.s.Delete(r.vec, v, at, size)) {
				return false
			}
		}
	}
	return true
}

// chunks makes many scalars plain at once: halves, quarters, … pairs.
func (r *shrinker) chunks() bool {
	var todo []*Var
	for i := range r.vars {
		v := &r.vars[i]
		if v.Role != RoleLen && v.Role != RoleNil && !v.Key && r.vec[v.Off] != v.plainest() {
			todo = append(todo, v)
		}
	}
	for size := (len(todo) + 1) / 2; size > 1; size /= 2 {
		for at := 0; at+size <= len(todo); at += size {
			c := slices.Clone(r.vec)
			for _, v := range todo[at : at+size] {
				c[v.Off] = v.plainest()
			}
			if !r.try(c) {
				return false
			}
		}
	}
	return true
}

// plainest returns the word of lowest cost.
func (v *Var) plainest() uint64 {
	if v.Role == RoleByte {
		return uint64(plain[0])
	}
	return 0
}

func (r *shrinker) scalars() bool {
	for i := range r.vars {
		v := &r.vars[i]
		if v.Role == RoleLen || v.Role == RoleNil {
			continue
		}
		for _, w := range v.smaller(r.vec[v.Off]) {
			if !r.try(r.set(v, w)) {
				return false
			}
		}
	}
	return true
}

// smaller returns words of lower cost, the boldest first.
func (v *Var) smaller(w uint64) (list []uint64) {
	switch v.Role {
	case RoleBool:
		return []uint64{0}
	case RoleByte:
		for rank, c := byteRank(byte(w)), 0; c < len(plain) && uint64(c) < rank; c++ {
			if c == 0 || plain[c] == '0' || plain[c] == 'A' || plain[c] == ' ' || uint64(c) == rank-1 {
				list = append(list, uint64(plain[c]))
			}
		}
	case RoleInt:
		x := int64(w)
		if x < 0 {
			list = append(list, v.FromInt(-max(x, -math.MaxInt64)))
		}
		for d := x; d != 0; d /= 2 {
			list = append(list, uint64(x-d))
		}
	case RoleFloat:
		list = v.smallerFloats(math.Float64frombits(w))
	default:
		for d := w; d != 0; d /= 2 {
			list = append(list, w-d)
		}
	}
	return list
}

func (v *Var) smallerFloats(f float64) (list []uint64) {
	add := func(f float64) { list = append(list, v.FromFloat(f)) }
	add(0)
	if f != f || f-f != 0 {
		add(1)
		add(-1)
		add(math.MaxFloat64)
		return list
	}
	if f < 0 {
		add(-f)
	}
	whole := math.Trunc(f)
	if whole == f {
		for d := math.Trunc(f / 2); d != 0; d = math.Trunc(d / 2) {
			add(f - d)
		}
		add(f - math.Copysign(1, f))
		return list
	}
	add(whole)
	add(whole + math.Copysign(1, f))
	for _, scale := range [...]float64{10, 100, 1000} {
		add(math.Round(f*scale) / scale)
	}
	add(math.Trunc(f / 2))
	return list
}

// groups lowers all integers that are equal at once.
func (r *shrinker) groups() bool {
	for i := range r.vars {
		v := &r.vars[i]
		if !r.whole(v) || r.vec[v.Off] == 0 || r.first(v) != i {
			continue
		}
		for _, w := range v.smaller(r.vec[v.Off]) {
			c := slices.Clone(r.vec)
			for j := i; j < len(r.vars); j++ {
				if u := &r.vars[j]; r.whole(u) && r.vec[u.Off] == r.vec[v.Off] {
					c[u.Off] = u.Clamp(w)
				}
			}
			if !r.try(c) {
				return false
			}
		}
	}
	return true
}

// whole reports whether v is an integer that moves freely.
func (r *shrinker) whole(v *Var) bool {
	return (v.Role == RoleInt || v.Role == RoleUint) && !v.Key
}

// first returns the index of the first integer with the value of v.
func (r *shrinker) first(v *Var) int {
	for i := range r.vars {
		if u := &r.vars[i]; r.whole(u) && r.vec[u.Off] == r.vec[v.Off] {
			return i
		}
	}
	panic("input: BUG: a variable without itself")
}

// maxPairs bounds the integers that are lowered in pairs: there are n² of them.
const maxPairs = 8

// pairs lowers two integers by the same amount, which keeps their difference.
func (r *shrinker) pairs() bool {
	var ints []*Var
	for i := range r.vars {
		if v := &r.vars[i]; r.whole(v) && r.vec[v.Off] != 0 && len(ints) < maxPairs {
			ints = append(ints, v)
		}
	}
	for i, u := range ints {
		for _, v := range ints[i+1:] {
			if !r.lower(u, v) {
				return false
			}
		}
	}
	return true
}

func (r *shrinker) lower(u, v *Var) bool {
	x, y := u.Int(r.vec[u.Off]), v.Int(r.vec[v.Off])
	if x > 0 != (y > 0) {
		return true
	}
	d := min(x, y)
	if x < 0 {
		d = max(x, y)
	}
	for ; d != 0; d /= 2 {
		c := slices.Clone(r.vec)
		c[u.Off], c[v.Off] = u.FromInt(x-d), v.FromInt(y-d)
		if !r.try(c) {
			return false
		}
	}
	return true
}
