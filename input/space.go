package input

import (
	"math"
	"slices"
)

// Limits bound the vectors of a space. Zero fields mean the defaults.
type Limits struct {
	Len    int  // longest string, slice and map, in elements; default 64
	Steps  int  // most steps of a Choice, not above Len; default 8
	Depth  int  // deepest nesting of pointers, slices, maps and choices; below it only nil, or the first alternative, is used; default 10
	Words  int  // number of words at which a vector stops growing; default 4096
	Finite bool // floats stay in the declared finite domain: no NaN, no infinity
	Legal  bool // fields of a struct that only its package may set stay zero
	Modest bool // integers of more than 16 bits are drawn, and vary, as if they had 13: for code whose time or memory grows with them
}

// modestBits is the width to which Limits.Modest reduces wide integers, in bits.
const modestBits = 13

func (l Limits) withDefaults() Limits {
	if l.Len <= 0 {
		l.Len = 64
	}
	if l.Steps <= 0 {
		l.Steps = 8
	}
	if l.Depth <= 0 {
		l.Depth = 10
	}
	if l.Words <= 0 {
		l.Words = 4096
	}
	return l
}

// Seeds are values worth trying, by class: constants of the function under test, and operands
// observed at its comparisons.
type Seeds struct {
	Ints    []int64 // for signed and unsigned integers alike; uint64 values as their bits
	Floats  []float64
	Strings []string
}

// Space is the set of inputs of one function, with the parameters of their distribution.
// NewSpace makes it and sets all limits. Its methods never change it, so it is safe for
// concurrent use.
type Space struct {
	Sig    *Signature
	Limits Limits
	Seeds  Seeds
	Paper  bool // values are drawn uniformly over the whole domain, without seeds

	choices bool // a type of the inputs is or contains a Choice
}

// NewSpace returns the space of sig under the limits.
func NewSpace(sig *Signature, limits Limits) *Space {
	choices := sig.Has(false, func(t *Type) bool { return t.Kind == Choice })
	return &Space{Sig: sig, Limits: limits.withDefaults(), choices: choices}
}

// decimals is the precision of every float: the AVM moves a float by 10^-decimals.
const decimals = 3

// The declared finite domain of floats is ±2^21 for 32 bits and ±2^43 for 64 bits. In steps of a
// thousandth, the 32-bit domain has as many values as a float32 has bit patterns, and the 64-bit
// domain as many as a float64 can distinguish.
const (
	finite32 = 1 << 21
	finite64 = 1 << 43
)

// floatBound returns the largest magnitude of the finite domain.
func floatBound(bits int) float64 {
	if bits == 32 {
		return finite32
	}
	return finite64
}

func intBounds(bits int) (lo, hi int64) {
	return math.MinInt64 >> (64 - bits), math.MaxInt64 >> (64 - bits)
}

func uintMax(bits int) uint64 { return math.MaxUint64 >> (64 - bits) }

// MinWords returns the length of the smallest value of typ, which is also the length of its zero
// value.
func MinWords(typ *Type) int {
	switch typ.Kind {
	case Complex:
		return 2
	case Array:
		if typ.Len == 0 {
			return 0
		}
		return typ.Len * MinWords(typ.Elem)
	case Struct:
		n := 0
		for i := range typ.Fields {
			n += MinWords(typ.Fields[i].Type)
		}
		return n
	case Choice:
		return 1 + typ.Alts[0].minWords()
	}
	return 1
}

// Skip returns the position behind the value of type typ at pos. Missing words at the end of a
// vector are read as zeros.
func Skip(typ *Type, vec Vector, pos int) int {
	switch typ.Kind {
	case Complex:
		return pos + 2
	case String:
		return skipBytes(vec, pos)
	case Slice, Map:
		return skipList(typ, vec, pos)
	case Pointer:
		if w := wordAt(vec, pos); w == 0 || w == Cut {
			return pos + 1
		}
		return Skip(typ.Elem, vec, pos+1)
	case Array:
		for range typ.Len {
			start := pos
			if pos = Skip(typ.Elem, vec, pos); pos == start {
				break
			}
		}
		return pos
	case Struct:
		for i := range typ.Fields {
			pos = Skip(typ.Fields[i].Type, vec, pos)
		}
		return pos
	case Choice:
		return typ.alt(wordAt(vec, pos)).skipPayload(vec, pos+1)
	case Dynamic:
		if a := typ.HeldAlt(wordAt(vec, pos)); a != nil {
			return a.stepsAt(vec, pos+1)
		}
	case ChannelContents:
		if wordAt(vec, pos) != 0 {
			return skipList(typ, vec, pos+1)
		}
	case Sealed:
		if pos++; typ.Text == "" {
			return pos
		}
		return skipText(vec, pos)
	case Error:
		if hasMessage(wordAt(vec, pos)) {
			return skipBytes(vec, pos+1)
		}
	}
	return pos + 1
}

// skipText skips a word and, if it is 1, the string behind it.
func skipText(vec Vector, pos int) int {
	if wordAt(vec, pos) == 1 {
		return skipBytes(vec, pos+1)
	}
	return pos + 1
}

func skipList(typ *Type, vec Vector, pos int) int {
	w := wordAt(vec, pos)
	pos++
	if w == Cut {
		return pos
	}
	for n := uint64(1); n < w && pos < len(vec); n++ {
		start := pos
		if typ.Kind == Map {
			pos = Skip(typ.Key, vec, pos)
		}
		if pos = Skip(typ.Elem, vec, pos); pos == start {
			break
		}
	}
	return pos
}

func skipBytes(vec Vector, pos int) int {
	w := wordAt(vec, pos)
	if w == Cut {
		return pos + 1
	}
	return pos + 1 + int(min(w, uint64(max(0, len(vec)-pos-1))))
}

func wordAt(vec Vector, pos int) uint64 {
	if pos < len(vec) {
		return vec[pos]
	}
	return 0
}

// Span returns where the words of input i begin and end.
func (s *Signature) Span(vec Vector, i int) (from, to int) { return span(vec, i, s.Input) }

// Part returns the words of input i.
func (s *Signature) Part(vec Vector, i int) Vector {
	from, to := s.Span(vec, i)
	return vec[from:to]
}

// Outcome returns the words of output i of an outcome vector, counting the results first and
// then After.
func (s *Signature) Outcome(out Vector, i int) Vector {
	from, to := span(out, i, func(i int) *Field {
		if i < len(s.Results) {
			return &s.Results[i]
		}
		return &s.After[i-len(s.Results)]
	})
	return out[from:to]
}

// span returns where the words of field i begin and end.
func span(vec Vector, i int, field func(int) *Field) (from, to int) {
	for j := range i {
		from = Skip(field(j).Type, vec, from)
	}
	return min(from, len(vec)), min(Skip(field(i).Type, vec, from), len(vec))
}

// Unordered reports whether v has a map with several entries, over which each run may iterate in
// another order.
func (s *Space) Unordered(v Vector) bool { return s.unordered(v) != nil }

// Ordered lists inputs like v with at most one entry in each map: the first one of each map, then the
// second one, and so on; of a map with fewer entries the last one.
func (s *Space) Ordered(v Vector) (list []Vector) {
	for i, more := 0, true; more; i++ {
		more = false
		ordered := v
		for at := s.unordered(ordered); at != nil; at = s.unordered(ordered) {
			if last := at.Count(ordered) - 1; i < last {
				ordered, more = s.Delete(ordered, at, i+1, last-i), true
			} else {
				ordered = s.Delete(ordered, at, 0, last)
			}
		}
		list = append(list, ordered)
	}
	return list
}

// unordered returns the first length of a map with several entries, or nil.
func (s *Space) unordered(v Vector) *Var {
	vars := s.Vars(nil, v)
	i := slices.IndexFunc(vars, func(x Var) bool { return x.Role == RoleLen && x.Type.Kind == Map && v[x.Off] > 2 })
	if i < 0 {
		return nil
	}
	return &vars[i]
}
