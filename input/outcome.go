package input

import "math"

// Reports reports whether out can be the vector of an outcome: each word fits its kind, each list
// has as many elements as its length says, and no words follow. A run that did not return has an
// empty outcome. out may be untrusted.
func (s *Signature) Reports(out Vector) bool {
	if len(out) == 0 {
		return true
	}
	outcome := reader{vec: out}
	for i := range s.Results {
		outcome.value(s.Results[i].Type, 0)
	}
	for i := range s.After {
		outcome.value(s.After[i].Type, 0)
	}
	for i := range s.After {
		if s.ReportsChange(i) {
			outcome.wordBelow(2)
		}
	}
	for _, r := range s.Readers {
		if outcome.wordBelow(2) == 1 { // else it panicked
			outcome.fields(r.Results, 0)
		}
	}
	return !outcome.malformed && outcome.pos == len(out)
}

// A reader reads an outcome. After the first fault, malformed stays true.
type reader struct {
	vec       Vector
	pos       int
	malformed bool // some word or length was invalid
}

func (r *reader) next() uint64 {
	if r.malformed = r.malformed || r.pos >= len(r.vec); r.malformed {
		return 0
	}
	r.pos++
	return r.vec[r.pos-1]
}

// wordBelow reads a word that must be less than limit.
func (r *reader) wordBelow(limit uint64) uint64 {
	w := r.next()
	if w >= limit {
		r.malformed = true
		return 0
	}
	return w
}

// value reads a value nested at the given depth.
func (r *reader) value(typ *Type, depth int) {
	if r.malformed = r.malformed || depth > maxNesting; r.malformed {
		return
	}
	switch typ.Kind {
	case Bool, Opaque:
		r.wordBelow(2)
	case Int:
		lo, hi := intBounds(typ.Bits)
		x := int64(r.next())
		r.malformed = r.malformed || x < lo || x > hi
	case Uint:
		x := r.next()
		r.malformed = r.malformed || x > uintMax(typ.Bits)
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
			r.malformed = r.malformed || w != 0 && w != Cut
		}
	case Struct:
		r.fields(typ.Fields, depth)
	case Error:
		if hasMessage(r.wordBelow(maxErrorWord)) {
			r.text()
		}
	case Dynamic:
		if a := typ.HeldAlt(r.wordBelow(uint64(len(typ.Alts)) + 2)); a != nil {
			r.fields(a.Fields, depth+1)
		}
	case ChannelContents:
		if r.wordBelow(ChannelLimit+1) != 0 {
			r.list(typ, depth)
		}
	case Sealed:
		if r.wordBelow(2); typ.Text != "" {
			r.methodText()
		}
	default:
		r.malformed = true
	}
}

// float reads a float. A float of 32 bits must be the value of a float32.
func (r *reader) float(bits int) {
	f := math.Float64frombits(r.next())
	r.malformed = r.malformed || bits == 32 && f == f && float64(float32(f)) != f
}

// methodText reads the text of a method, if the outcome has one.
func (r *reader) methodText() {
	if r.wordBelow(3) == 1 {
		r.text()
	}
}

func (r *reader) text() {
	n := r.next()
	if r.malformed || n == Cut {
		return
	}
	if n > uint64(len(r.vec)-r.pos) {
		r.malformed = true
		return
	}
	for range n {
		r.wordBelow(1 << 8)
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
	for i := uint64(0); i < n && !r.malformed; i++ {
		if t.Kind == Map {
			r.value(t.Key, depth)
		}
		if r.value(t.Elem, depth); r.pos == start { // the elements have no words
			r.malformed = r.malformed || n > maxWords && t.Kind != Array
			return
		}
	}
}

func (r *reader) fields(fields []Field, depth int) {
	for i := range fields {
		r.value(fields[i].Type, depth)
	}
}
