package input

import "math/rand/v2"

// A Domain bounds the numbers of a type: those of an integer or a float, of either half of
// a complex number, or the bytes of a string. Both ends are included, and are words as a
// Vector has them.
type Domain struct {
	Lo, Hi uint64
}

// among returns w, or a word that is drawn if w is not in the domain, which is one of
// integers or bytes; nil has all words.
func (d *Domain) among(w uint64, rng *rand.Rand) uint64 {
	if d == nil || w-d.Lo <= d.Hi-d.Lo {
		return w
	}
	return d.uniform(rng)
}

// uniform draws an integer or a byte.
func (d *Domain) uniform(rng *rand.Rand) uint64 {
	if n := d.Hi - d.Lo + 1; n != 0 {
		return d.Lo + rng.Uint64N(n)
	}
	return rng.Uint64()
}

// bounds returns the ends of what a word of t may be: its Domain, or all that the kind has.
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
