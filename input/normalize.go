package input

import "slices"

// Normalize appends to dst the canonical vector nearest to vec: every word in its domain,
// missing words zero, surplus words dropped, lengths within the limits, map keys sorted and
// unique. A canonical vector does not change.
func (s *Space) Normalize(dst, vec Vector) Vector {
	n := normalizer{vec: vec, writer: s.writer(dst)}
	pos := 0
	for i := range s.Sig.Inputs() {
		pos = n.value(s.Sig.Input(i).Type, pos, 0, false)
	}
	return n.out
}

// Zero returns the smallest vector: zeros, empty strings, nil.
func (s *Space) Zero() Vector { return s.Normalize(nil, nil) }

// Canonical reports whether vec is canonical.
func (s *Space) Canonical(vec Vector) bool { return slices.Equal(s.Normalize(nil, vec), vec) }

// Limits on vectors of unknown origin.
const (
	mostWords = 1 << 18 // most words of a vector
	mostDepth = 1 << 10 // deepest nesting of pointers, slices, maps and choices
)

// Canonical reports whether vec is canonical under some limits. Untrusted vectors are safe:
// lengths in them cost no more time than the words that they have.
func (s *Signature) Canonical(vec Vector) bool {
	if len(vec) > mostWords {
		return false
	}
	wide := Limits{Len: mostWords, Steps: mostWords, Depth: mostDepth, Words: 2*len(vec) + 1<<12}
	return (&Space{Sig: s, Limits: wide}).Canonical(vec)
}

// A writer appends a vector within limits.
type writer struct {
	out  Vector
	base int // index in out at which the vector begins
	lim  Limits
	made *returned
}

func (s *Space) writer(dst Vector) writer {
	return writer{out: dst, base: len(dst), lim: s.Limits.withDefaults(), made: s.returned()}
}

func (w *writer) put(word uint64) { w.out = append(w.out, word) }

// room returns how many elements of at least size words still fit.
func (w *writer) room(size int) int {
	return max(w.lim.Words-(len(w.out)-w.base)-1, 0) / max(size, 1)
}

// smallest appends the value of t with the fewest words.
func (w *writer) smallest(t *Type, depth int, key bool) {
	n := normalizer{writer: *w}
	n.value(t, 0, depth, key)
	w.out = n.out
}

type normalizer struct {
	writer
	vec Vector
}

// value appends the canonical form of the value at pos, and returns the position behind it.
func (n *normalizer) value(t *Type, pos, depth int, key bool) int {
	w := wordAt(n.vec, pos)
	switch t.Kind {
	case Bool:
		n.out = append(n.out, min(w, 1))
	case Int:
		lo, hi := t.bounds(false)
		n.out = append(n.out, uint64(min(max(int64(w), int64(lo)), int64(hi))))
	case Uint:
		lo, hi := t.bounds(false)
		n.out = append(n.out, min(max(w, lo), hi))
	case Earlier:
		n.out = append(n.out, min(w, uint64(max(n.made.count(t), 1)-1)))
	case Float:
		n.float(t, w, key)
	case Complex:
		n.float(t, w, key)
		n.float(t, wordAt(n.vec, pos+1), key)
		return pos + 2
	case String:
		n.bytes(t, w, pos)
		return skipBytes(n.vec, pos)
	case Slice:
		return n.slice(t, pos, depth, key)
	case Map:
		return n.entries(t, pos, depth)
	case Pointer:
		return n.pointer(t, pos, depth, key)
	case Choice:
		return n.choice(t, pos, depth, key)
	case Array:
		for range t.Len {
			pos = n.value(t.Elem, pos, depth, key)
		}
		return pos
	case Struct:
		for i := range t.Fields {
			if n.lim.Legal && t.own(i) {
				n.smallest(t.Fields[i].Type, depth, key)
				pos = Skip(t.Fields[i].Type, n.vec, pos)
			} else {
				pos = n.value(t.Fields[i].Type, pos, depth, key)
			}
		}
		return pos
	default:
		panic("input: BUG: " + t.Kind.String() + " is not an input")
	}
	return pos + 1
}

func (n *normalizer) float(t *Type, w uint64, key bool) {
	v := Var{Role: RoleFloat, Type: t, Place: Place{Key: key}}
	v.Lo, v.Hi = t.bounds(n.lim.Finite)
	n.out = append(n.out, v.Clamp(w))
}

func (n *normalizer) bytes(t *Type, w uint64, pos int) {
	lo, hi := t.bounds(false)
	k := int(min(w, uint64(n.lim.Len), uint64(n.room(1))))
	n.out = append(n.out, uint64(k))
	for i := range k {
		n.out = append(n.out, min(max(wordAt(n.vec, pos+1+i), lo), hi))
	}
}

func (n *normalizer) slice(t *Type, pos, depth int, key bool) int {
	w, end := wordAt(n.vec, pos), Skip(t, n.vec, pos)
	if w == 0 || w == Cut || depth >= n.lim.Depth {
		n.out = append(n.out, 0)
		return end
	}
	k := int(min(w-1, uint64(n.lim.Len), uint64(n.room(MinWords(t.Elem)))))
	n.out = append(n.out, uint64(k)+1)
	for pos++; k > 0; k-- {
		start := pos
		if pos = n.value(t.Elem, pos, depth+1, key); pos == start {
			break // the elements have no words
		}
	}
	return end
}

func (n *normalizer) pointer(t *Type, pos, depth int, key bool) int {
	w, end := wordAt(n.vec, pos), Skip(t, n.vec, pos)
	if w == 0 || w == Cut || depth >= n.lim.Depth || n.room(MinWords(t.Elem)) == 0 {
		n.out = append(n.out, 0)
		return end
	}
	n.out = append(n.out, 1)
	n.value(t.Elem, pos+1, depth+1, key)
	return end
}

// entry is a map entry to be sorted: its canonical key, and the position of its value.
type entry struct {
	key Vector
	pos int
}

// entries appends the canonical form of the map at pos. All keys are made first, with unlimited
// room, so that the order of the entries does not affect which keys they have.
func (n *normalizer) entries(t *Type, pos, depth int) int {
	w, end := wordAt(n.vec, pos), Skip(t, n.vec, pos)
	if w == 0 || w == Cut || depth >= n.lim.Depth {
		n.out = append(n.out, 0)
		return end
	}
	list := n.keys(t, pos+1, int(min(w-1, uint64(n.lim.Len))), depth)
	at, count := len(n.out), uint64(0)
	n.out = append(n.out, 0)
	for _, e := range list {
		if n.room(len(e.key)+MinWords(t.Elem)) == 0 {
			break
		}
		n.out = append(n.out, e.key...)
		n.value(t.Elem, e.pos, depth+1, false)
		count++
	}
	n.out[at] = count + 1
	return end
}

func (n *normalizer) keys(t *Type, pos, count, depth int) []entry {
	list := make([]entry, 0, count)
	for range count {
		beyond := pos >= len(n.vec)
		k := normalizer{vec: n.vec, writer: writer{lim: n.lim}}
		next := k.value(t.Key, pos, depth+1, true)
		list = append(list, entry{k.out, next})
		if beyond {
			break // only zeros follow, and the zero key is already there
		}
		pos = Skip(t.Elem, n.vec, next)
	}
	slices.SortStableFunc(list, func(a, b entry) int { return slices.Compare(a.key, b.key) })
	return slices.CompactFunc(list, func(a, b entry) bool { return slices.Equal(a.key, b.key) })
}
