package input

import "slices"

// Normalize appends to dst the canonical vector nearest to vec: every word in its domain,
// missing words zero, surplus words dropped, lengths within the limits, map keys sorted and
// unique. A canonical vector does not change.
func (s *Space) Normalize(dst, vec Vector) Vector {
	n := normalizer{vec: vec, writer: s.writer(dst)}
	for i := range s.Sig.Inputs() {
		n.value(s.Sig.Input(i).Type)
	}
	return n.out
}

// Zero returns the smallest vector: zeros, empty strings, nil.
func (s *Space) Zero() Vector { return s.Normalize(nil, nil) }

// Canonical reports whether vec is canonical.
func (s *Space) Canonical(vec Vector) bool { return slices.Equal(s.Normalize(nil, vec), vec) }

// Limits on vectors of unknown origin.
const (
	maxWords   = 1 << 18 // largest number of words of a vector
	maxNesting = 1 << 10 // deepest nesting of pointers, slices, maps and choices
)

// Canonical reports whether vec is canonical under the limits maxWords and maxNesting. vec may be
// untrusted: a length in it costs no more time than the words that vec has.
func (s *Signature) Canonical(vec Vector) bool {
	if len(vec) > maxWords {
		return false
	}
	wide := Limits{Len: maxWords, Steps: maxWords, Depth: maxNesting, Words: 2*len(vec) + 1<<12}
	return (&Space{Sig: s, Limits: wide}).Canonical(vec)
}

// A writer appends a vector within limits.
type writer struct {
	out     Vector
	base    int // index in out at which the vector begins
	limits  *Limits
	returns *returnCounts // counts of the values that calls have returned so far
	place   Place         // place of the next value
}

func (s *Space) writer(dst Vector) writer {
	return writer{out: dst, base: len(dst), limits: &s.Limits, returns: s.newReturnCounts()}
}

func (w *writer) put(word uint64) { w.out = append(w.out, word) }

// capacity returns how many elements of at least size words still fit within Limits.Words.
func (w *writer) capacity(size int) int {
	return max(w.limits.Words-(len(w.out)-w.base)-1, 0) / max(size, 1)
}

// smallest appends the value of t with the fewest words.
func (w *writer) smallest(t *Type) {
	n := normalizer{writer: *w}
	n.value(t)
	w.out = n.out
}

// A normalizer appends the canonical form of a vector.
type normalizer struct {
	writer
	vec Vector
	pos int
}

func (n *normalizer) next() uint64 {
	n.pos++
	return wordAt(n.vec, n.pos-1)
}

// value appends the canonical form of the next value.
func (n *normalizer) value(typ *Type) {
	switch typ.Kind {
	case Bool:
		n.put(min(n.next(), 1))
	case Int:
		lo, hi := typ.bounds(false)
		n.put(uint64(min(max(int64(n.next()), int64(lo)), int64(hi))))
	case Uint:
		lo, hi := typ.bounds(false)
		n.put(min(max(n.next(), lo), hi))
	case Earlier:
		n.put(min(n.next(), uint64(max(n.returns.count(typ), 1)-1)))
	case Float:
		n.float(typ)
	case Complex:
		n.float(typ)
		n.float(typ)
	case String:
		n.bytes(typ)
	case Map:
		n.entries(typ)
	case Slice, Pointer, Choice:
		n.shape(typ)
	case Array:
		n.place.each(typ, 0, n.value)
	case Struct:
		for i := range typ.Fields {
			if f := typ.Fields[i].Type; n.limits.Legal && typ.packageOnly(i) {
				n.smallest(f)
				n.pos = Skip(f, n.vec, n.pos)
			} else {
				n.value(f)
			}
		}
	default:
		panic("input: BUG: " + typ.Kind.String() + " is not an input")
	}
}

func (n *normalizer) float(t *Type) {
	v := Var{Role: RoleFloat, Type: t, Place: n.place}
	v.Lo, v.Hi = t.bounds(n.limits.Finite)
	n.put(v.Clamp(n.next()))
}

func (n *normalizer) bytes(t *Type) {
	lo, hi := t.bounds(false)
	end := skipBytes(n.vec, n.pos)
	k := min(n.next(), uint64(n.limits.Len), uint64(n.capacity(1)))
	n.put(k)
	for range k {
		n.put(min(max(n.next(), lo), hi))
	}
	n.pos = end
}

// shape appends the canonical form of a slice, a pointer or a Choice. At the depth limit, without
// room for the payload, and with an Earlier that has no value to select, a Choice is its first
// alternative without steps.
func (n *normalizer) shape(typ *Type) {
	end := Skip(typ, n.vec, n.pos)
	word := n.next()
	if typ.Kind != Choice {
		word = n.length(typ, word)
	} else if word = min(word, uint64(len(typ.Alts)-1)); word != 0 && !n.canUse(typ.alt(word)) {
		n.smallest(typ)
		n.pos = end
		return
	}
	n.put(word)
	if typ.Kind != Slice || MinWords(typ.Elem) > 0 {
		n.place.each(typ, word, n.value)
	}
	if typ.Kind == Choice {
		n.returns.unlessKey(n.place.Key).add(typ.alt(word))
	}
	n.pos = end
}

// canUse reports whether an alternative other than the first can be used at the current place.
func (n *normalizer) canUse(a *Alt) bool {
	return n.place.Depth < n.limits.Depth && n.capacity(a.minWords()) > 0 && n.returns.unlessKey(n.place.Key).canMake(a)
}

// length returns the canonical first word of a slice or a pointer. For an empty list of steps it is
// 0, not 1.
func (n *normalizer) length(t *Type, word uint64) uint64 {
	if word == 0 || word == Cut || n.place.Depth >= n.limits.Depth {
		return 0
	}
	room := uint64(n.capacity(MinWords(t.Elem)))
	if t.Kind == Pointer {
		return min(room, 1)
	}
	if word = min(word-1, uint64(n.limits.maxLen(n.place)), room); n.place.Steps && word == 0 {
		return 0
	}
	return word + 1
}

// entry is a map entry to be sorted: its canonical key, and the position of its value.
type entry struct {
	key Vector
	pos int
}

// entries appends the canonical form of a map. All keys are made first, each with the room of an
// empty vector, so that the order of the entries does not affect which keys they have.
func (n *normalizer) entries(typ *Type) {
	outer, end := n.place, Skip(typ, n.vec, n.pos)
	w := n.next()
	if w == 0 || w == Cut || outer.Depth >= n.limits.Depth {
		n.put(0)
		n.pos = end
		return
	}
	n.place = Place{Depth: outer.Depth + 1}
	list := n.keys(typ, int(min(w-1, uint64(n.limits.Len))))
	index, count := len(n.out), uint64(0)
	n.put(0)
	for _, e := range list {
		if n.capacity(len(e.key)+MinWords(typ.Elem)) == 0 {
			break
		}
		n.out = append(n.out, e.key...)
		n.pos = e.pos
		n.value(typ.Elem)
		count++
	}
	n.out[index] = count + 1
	n.place, n.pos = outer, end
}

func (n *normalizer) keys(t *Type, count int) []entry {
	list := make([]entry, 0, count)
	for range count {
		beyond := n.pos >= len(n.vec)
		k := normalizer{vec: n.vec, pos: n.pos, writer: writer{limits: n.limits, place: Place{Depth: n.place.Depth, Key: true}}}
		k.value(t.Key)
		list = append(list, entry{k.out, k.pos})
		if beyond {
			break // only zeros follow, and the zero key is already there
		}
		n.pos = Skip(t.Elem, n.vec, k.pos)
	}
	slices.SortStableFunc(list, func(a, b entry) int { return slices.Compare(a.key, b.key) })
	return slices.CompactFunc(list, func(a, b entry) bool { return slices.Equal(a.key, b.key) })
}
