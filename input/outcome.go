package input

import "math"

// Reports reports whether out can be the vector of an outcome: each word is in its domain, each
// list has as many elements as its length says, and no words follow. A run that did not return
// has an empty outcome. out may be untrusted.
func (s *Signature) Reports(out Vector) bool {
	if len(out) == 0 {
		return true
	}
	r := reader{vec: out}
	for i := range s.Results {
		r.value(s.Results[i].Type, 0)
	}
	for i := range s.After {
		r.value(s.After[i].Type, 0)
	}
	for i := range s.After {
		if s.After[i].Type.Speaks() {
			r.below(2)
		}
	}
	return !r.bad && r.pos == len(out)
}

// A reader reads an outcome. After the first fault, bad stays true.
type reader struct {
	vec Vector
	pos int
	bad bool
}

func (r *reader) next() uint64 {
	if r.bad = r.bad || r.pos >= len(r.vec); r.bad {
		return 0
	}
	r.pos++
	return r.vec[r.pos-1]
}

// below reads a word that must be less than limit.
func (r *reader) below(limit uint64) uint64 {
	w := r.next()
	if w >= limit {
		r.bad = true
		return 0
	}
	return w
}

// value reads a value nested at the given depth.
func (r *reader) value(typ *Type, depth int) {
	if r.bad = r.bad || depth > mostDepth; r.bad {
		return
	}
	switch typ.Kind {
	case Bool, Opaque:
		r.below(2)
	case Int:
		lo, hi := intBounds(typ.Bits)
		x := int64(r.next())
		r.bad = r.bad || x < lo || x > hi
	case Uint:
		x := r.next()
		r.bad = r.bad || x > uintMax(typ.Bits)
	case Float:
		r.float(typ.Bits)
	case Complex:
		r.float(typ.Bits / 2)
		r.float(typ.Bits / 2)
	case String:
		r.text()
	case Slice, Map:
		r.list(typ, depth)
	case Array:
		r.elements(typ, uint64(typ.Len), depth)
	case Pointer:
		if w := r.next(); w == 1 {
			r.value(typ.Elem, depth+1)
		} else {
			r.bad = r.bad || w != 0 && w != Cut
		}
	case Struct:
		r.fields(typ.Fields, depth)
	case Error:
		r.said()
	case Dynamic:
		if a := typ.Held(r.below(uint64(len(typ.Alts)) + 2)); a != nil {
			r.fields(a.Fields, depth+1)
		}
	case Drained:
		if r.below(Enough+1) != 0 {
			r.list(typ, depth)
		}
	case Sealed:
		if r.below(2); typ.Text != "" {
			r.said()
		}
	default:
		r.bad = true
	}
}

// float reads a float. One of 32 bits must be exact.
func (r *reader) float(bits int) {
	f := math.Float64frombits(r.next())
	r.bad = r.bad || bits == 32 && f == f && float64(float32(f)) != f
}

// said reads the text that a method returned, if it returned one.
func (r *reader) said() {
	if r.below(3) == 1 {
		r.text()
	}
}

func (r *reader) text() {
	n := r.next()
	if r.bad || n == Cut {
		return
	}
	if n > uint64(len(r.vec)-r.pos) {
		r.bad = true
		return
	}
	for range n {
		r.below(1 << 8)
	}
}

func (r *reader) list(t *Type, depth int) {
	if n := r.next(); n > 0 && n != Cut {
		r.elements(t, n-1, depth+1)
	}
}

// elements reads n elements, each after its key if t is a map.
func (r *reader) elements(t *Type, n uint64, depth int) {
	start := r.pos
	for i := uint64(0); i < n && !r.bad; i++ {
		if t.Kind == Map {
			r.value(t.Key, depth)
		}
		if r.value(t.Elem, depth); r.pos == start { // the elements have no words
			r.bad = r.bad || n > mostWords && t.Kind != Array
			return
		}
	}
}

func (r *reader) fields(fields []Field, depth int) {
	for i := range fields {
		r.value(fields[i].Type, depth)
	}
}
