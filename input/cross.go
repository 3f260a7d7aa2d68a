package input

import "math/rand/v2"

// Cross returns a child of two vectors that respects their structure: each scalar comes from one
// parent. A string or slice comes from one parent, is cut at one point in each parent and joined,
// or is mixed element by element. A map has some entries of each parent. Pointers are followed
// where neither parent has nil.
func (s *Space) Cross(a, b Vector, rng *rand.Rand) Vector {
	c := crosser{rng: rng, a: a, b: b, writer: s.writer(make(Vector, 0, max(len(a), len(b))))}
	pa, pb := 0, 0
	for i := range s.Sig.Inputs() {
		pa, pb = c.value(s.Sig.Input(i).Type, pa, pb)
	}
	if c.needsNormalize || s.Sig.Shares || len(c.out) > c.limits.Words {
		return s.Normalize(nil, c.out)
	}
	return c.out
}

// A crosser appends the child of two vectors.
type crosser struct {
	writer
	rng            *rand.Rand
	a, b           Vector
	needsNormalize bool // the child may not be canonical
}

func (c *crosser) coin() bool { return c.rng.IntN(2) == 0 }

// either appends the words of one of two values, each with probability 1/2.
func (c *crosser) either(a, b Vector) {
	if !c.coin() {
		a = b
	}
	c.out = append(c.out, a...)
}

// value appends the child of the values at pa and pb, and returns the positions behind them.
func (c *crosser) value(typ *Type, pa, pb int) (ea, eb int) {
	switch typ.Kind {
	case Struct, Array:
		return c.parts(typ, 0, pa, pb)
	case String, Slice:
		return c.list(typ, pa, pb, c.limits.maxLen(c.place))
	case Choice:
		if c.a[pa] != c.b[pb] {
			return c.choice(typ, pa, pb)
		}
		c.put(c.a[pa])
		return c.parts(typ, c.a[pa], pa+1, pb+1)
	case Pointer:
		if c.a[pa] != 0 && c.b[pb] != 0 {
			c.put(1)
			return c.value(typ.Elem, pa+1, pb+1)
		}
	case Map:
		if c.a[pa] > 1 && c.b[pb] > 1 {
			return c.entries(typ, pa, pb)
		}
	}
	ea, eb = Skip(typ, c.a, pa), Skip(typ, c.b, pb)
	c.either(c.a[pa:ea], c.b[pb:eb])
	return ea, eb
}

// parts crosses the parts of two values with the same first word one by one.
func (c *crosser) parts(t *Type, w uint64, pa, pb int) (ea, eb int) {
	c.place.each(t, w, func(part *Type) { pa, pb = c.value(part, pa, pb) })
	return pa, pb
}

// list crosses the strings or slices at pa and pb, and returns the positions behind them. A legal
// list has at most limit elements.
func (c *crosser) list(typ *Type, pa, pb, limit int) (ea, eb int) {
	ea, eb = Skip(typ, c.a, pa), Skip(typ, c.b, pb)
	va, vb := c.a[pa:ea], c.b[pb:eb]
	na, nb, base := int(va[0]), int(vb[0]), uint64(0)
	if typ.Kind == Slice {
		na, nb, base = max(na, 1)-1, max(nb, 1)-1, 1
	}
	switch k := c.rng.IntN(4); {
	case k == 0 || na == 0 || nb == 0:
		c.either(vb, va)
	case k == 1: // one cut in each parent
		i, j := c.rng.IntN(na+1), c.rng.IntN(nb+1)
		n := i + nb - j
		c.needsNormalize = c.needsNormalize || n > limit || base == 1 && n == 0 // an empty list of steps is 0, not 1
		c.join(typ, va, vb, i, j, uint64(n)+base)
	case k == 2: // the same cut in both
		i := c.rng.IntN(min(na, nb) + 1)
		c.join(typ, va, vb, i, i, uint64(nb)+base)
	default:
		c.mix(typ, pa, pb, na, nb, base)
	}
	return ea, eb
}

// join appends a list with the first word length: the first i elements of va, and the elements of
// vb from index j on.
func (c *crosser) join(t *Type, va, vb Vector, i, j int, length uint64) {
	c.out = append(c.out, length)
	c.out = append(c.out, va[1:elemEnd(t, va, i)]...)
	c.out = append(c.out, vb[elemEnd(t, vb, j):]...)
}

// mix crosses the lists at pa and pb, of na and nb elements, element by element. The child has as
// many elements as one of the parents; its first word is that number plus base.
func (c *crosser) mix(t *Type, pa, pb, na, nb int, base uint64) {
	n := na
	if c.coin() {
		n = nb
	}
	c.out = append(c.out, uint64(n)+base)
	pa, pb = pa+1, pb+1
	elem := t.Elem
	for i := range n {
		switch {
		case t.Kind == String:
			c.character(pa+i, pb+i, i < na, i < nb)
		case i < na && i < nb:
			pa, pb = c.value(elem, pa, pb)
		case i < na:
			end := Skip(elem, c.a, pa)
			c.out = append(c.out, c.a[pa:end]...)
			pa = end
		default:
			end := Skip(elem, c.b, pb)
			c.out = append(c.out, c.b[pb:end]...)
			pb = end
		}
	}
}

// character appends a byte of a string: of the only parent that has a byte there, or of a random
// parent.
func (c *crosser) character(pa, pb int, ina, inb bool) {
	if !inb || ina && c.coin() {
		c.out = append(c.out, c.a[pa])
	} else {
		c.out = append(c.out, c.b[pb])
	}
}

// entries appends each entry of the maps at pa and pb with probability 1/2. Normalize drops
// duplicate keys.
func (c *crosser) entries(t *Type, pa, pb int) (ea, eb int) {
	c.needsNormalize = true
	index, n := len(c.out), uint64(0)
	c.out = append(c.out, 0)
	take := func(vec Vector, pos int) int {
		count := vec[pos] - 1
		pos++
		for range count {
			end := Skip(t.Elem, vec, Skip(t.Key, vec, pos))
			if c.coin() {
				c.out = append(c.out, vec[pos:end]...)
				n++
			}
			pos = end
		}
		return pos
	}
	ea, eb = take(c.a, pa), take(c.b, pb)
	c.out[index] = n + 1
	return ea, eb
}
