package input

import "math/rand/v2"

// Limits on the values that Construct draws.
const (
	smallNumber = 4
	smallLength = 2
	smallSteps  = 3
	smallWords  = 256 // values beyond this many words are zero, because only the depth limit ends recursive types
)

// Construct returns a new vector in which the Choice of v has alternative w, with arguments that
// are easy to read (small numbers, short lists, the first characters) and a few steps. Values
// beyond smallWords words are the smallest ones.
func (s *Space) Construct(vec Vector, v *Var, w uint64, rng *rand.Rand) Vector {
	c := small{rng: rng, writer: s.writer(nil)}
	c.put(v.Clamp(w))
	c.payload(v.Type.alt(w), v.Depth)
	return s.splice(vec, v, c.out)
}

// small draws small values.
type small struct {
	writer
	rng *rand.Rand
}

func (c *small) payload(a *Alt, depth int) {
	for i := range a.Fields {
		c.value(a.Fields[i].Type, depth+1)
	}
	if a.Steps == nil {
		return
	}
	c.list(c.rng.IntN(smallSteps+1), func() { c.value(a.Steps.Elem, depth+1) })
}

// list appends the length word of n elements and the elements. An empty list is 0.
func (c *small) list(n int, element func()) {
	if n == 0 {
		c.put(0)
		return
	}
	c.put(uint64(n) + 1)
	for range n {
		element()
	}
}

func (c *small) value(t *Type, depth int) {
	if depth >= c.lim.Depth || len(c.out) >= smallWords {
		c.out = appendZeros(c.out, MinWords(t))
		return
	}
	switch t.Kind {
	case Bool:
		c.put(c.rng.Uint64N(2))
	case Int, Uint, Earlier:
		c.put(c.rng.Uint64N(smallNumber))
	case String:
		n := c.rng.IntN(smallLength + 1)
		c.put(uint64(n))
		for range n {
			c.put(uint64(Characters[c.rng.IntN(smallLength)]))
		}
	case Slice:
		c.list(c.rng.IntN(smallLength+1), func() { c.value(t.Elem, depth+1) })
	case Array:
		for range t.Len {
			c.value(t.Elem, depth)
		}
	case Struct:
		for i := range t.Fields {
			c.value(t.Fields[i].Type, depth)
		}
	case Pointer:
		c.put(1)
		c.value(t.Elem, depth+1)
	case Choice:
		w := c.rng.IntN(len(t.Alts))
		if t.Alts[w].Rare {
			w = 0
		}
		c.put(uint64(w))
		c.payload(&t.Alts[w], depth)
	default: // floats and maps: the smallest value
		c.out = appendZeros(c.out, MinWords(t))
	}
}
