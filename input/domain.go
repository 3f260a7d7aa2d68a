package input

import "math/rand/v2"

// A Domain is an inclusive range for the numbers of a type: an integer, a float, either half of
// a complex number, or a byte of a string. Its ends are encoded as the words of a Vector.
type Domain struct {
	Lo, Hi uint64
}

// orRandom returns w if it is in the domain, or a random word of the domain. The domain is one of
// integers or bytes; nil contains all words.
func (d *Domain) orRandom(w uint64, rng *rand.Rand) uint64 {
	if d == nil || w-d.Lo <= d.Hi-d.Lo {
		return w
	}
	return d.uniform(rng)
}

// uniform draws an integer or a byte of the domain.
func (d *Domain) uniform(rng *rand.Rand) uint64 {
	if n := d.Hi - d.Lo + 1; n != 0 {
		return d.Lo + rng.Uint64N(n)
	}
	return rng.Uint64()
}

// bounds returns the least and the greatest word of t: the ends of its Domain or of its kind. With
// finite, the ends of floats are those of the declared finite domain (space.go).
func (t *Type) bounds(finite bool) (lo, hi uint64) {
	if t.Domain != nil {
		return t.Domain.Lo, t.Domain.Hi
	}
	switch t.Kind {
	case Int:
		lo, hi := intBounds(t.Bits)
		return uint64(lo), uint64(hi)
	case Uint:
		return 0, uintMax(t.Bits)
	case Float:
		return floatDomain(t.Bits, finite)
	case Complex:
		return floatDomain(t.Bits/2, finite)
	}
	return 0, 255 // a byte of a string
}
