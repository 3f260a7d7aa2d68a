package input

import "math/rand/v2"

// Limits on the values that ChooseConstructed draws.
const (
	smallNumber = 4   // numbers are less
	smallLength = 2   // elements of the longest string, slice and map
	smallSteps  = 3   // most steps of a Choice
	smallWords  = 256 // values beyond this many words are the smallest ones: only the depth limit would end recursive types
)

// ChooseConstructed returns a new vector in which the Choice of v has alternative w, with random
// arguments that are easy to read (small numbers, short lists, the first characters), and a few
// random steps. Values beyond smallWords words are the smallest ones.
func (s *Space) ChooseConstructed(vec Vector, v *Var, w uint64, rng *rand.Rand) Vector {
	c := smallDrawer{rng: rng, writer: s.writer(nil)}
	c.place = v.Place
	c.put(v.Clamp(w))
	c.place.each(v.Type, w, c.value)
	return s.splice(vec, v, c.out)
}

// Small returns a random value of type t that is easy to read, as ChooseConstructed draws arguments.
func (s *Space) Small(t *Type, rng *rand.Rand) Vector {
	c := smallDrawer{rng: rng, writer: s.writer(nil)}
	c.place.Depth = 1
	c.value(t)
	return c.out
}

// A smallDrawer appends small values that are easy to read.
type smallDrawer struct {
	writer
	rng *rand.Rand
}

// shape appends a value of type t with the first word w and small parts.
func (c *smallDrawer) shape(t *Type, w uint64) {
	c.put(w)
	c.place.each(t, w, c.value)
}

func (c *smallDrawer) value(typ *Type) {
	if !c.place.Steps && (c.place.Depth >= c.limits.Depth || len(c.out) >= smallWords) {
		c.out = appendZeros(c.out, MinWords(typ))
		return
	}
	switch typ.Kind {
	case Bool:
		c.put(c.rng.Uint64N(2))
	case Int, Uint, Earlier:
		c.put(c.rng.Uint64N(smallNumber))
	case String:
		n := c.rng.IntN(smallLength + 1)
		c.put(uint64(n))
		for range n {
			c.put(uint64(characters[c.rng.IntN(smallLength)]))
		}
	case Slice:
		most := smallLength
		if c.place.Steps {
			most = smallSteps
		}
		if n := c.rng.IntN(most + 1); n > 0 {
			c.shape(typ, uint64(n)+1)
		} else {
			c.put(0)
		}
	case Array, Struct:
		c.place.each(typ, 0, c.value)
	case Pointer:
		c.shape(typ, 1)
	case Choice:
		w := c.rng.IntN(len(typ.Alts))
		if a := &typ.Alts[w]; a.Rare || a.Repeats && c.rng.IntN(smallNumber) > 0 {
			w = 0
		}
		c.shape(typ, uint64(w))
	default: // floats and maps: the smallest value
		c.out = appendZeros(c.out, MinWords(typ))
	}
}
