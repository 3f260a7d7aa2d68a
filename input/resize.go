package input

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Set returns vec with a variable set to word, saturated at the domain. It sets a scalar in place.
// A longer length appends zero elements, and a shorter one removes the last elements; setting a
// pointer inserts a zero element or removes the element; another alternative keeps the parts
// that Choose keeps. For such a change of shape, and for map keys, the result is a new vector (see
// Var.Shape).
func (s *Space) Set(vec Vector, variable *Var, word uint64) Vector {
	if word = variable.Clamp(word); word == vec[variable.Off] {
		return vec
	}
	if !variable.Shape() {
		vec[variable.Off] = word
		return vec
	}
	var mid Vector
	switch {
	case variable.Role == RoleLen:
		mid = s.resized(vec, variable, word)
	case variable.Role == RoleAlt:
		mid = withAlternative(vec, variable, word)
	case variable.Role == RoleNil && word == 0:
		mid = Vector{0}
	case variable.Role == RoleNil:
		mid = append(make(Vector, 0, 8), 1)
		mid = appendZeros(mid, MinWords(variable.Type.Elem))
	default:
		mid = Vector{word}
	}
	return s.splice(vec, variable, mid)
}

// splice returns the canonical form of vec with the value of v replaced.
func (s *Space) splice(vec Vector, v *Var, mid Vector) Vector {
	return s.Replace(vec, v.Off, v.End, mid)
}

// Replace returns the canonical form of vec with words from to to replaced by mid, as a new
// vector.
func (s *Space) Replace(vec Vector, from, to int, mid Vector) Vector {
	raw := make(Vector, 0, len(vec)-(to-from)+len(mid))
	raw = append(raw, vec[:from]...)
	raw = append(raw, mid...)
	raw = append(raw, vec[to:]...)
	return s.Normalize(make(Vector, 0, len(raw)), raw)
}

func appendZeros(v Vector, n int) Vector { return append(v, make(Vector, n)...) }

// resized returns the value of a length variable with the length word w. A map has fewer entries if
// freshKey finds no more keys.
func (s *Space) resized(vec Vector, variable *Var, w uint64) Vector {
	old, typ := vec[variable.Off:variable.End], variable.Type
	count, have := w, old[0]
	if typ.Kind != String {
		count, have = max(w, 1)-1, max(have, 1)-1
	}
	mid := append(make(Vector, 0, len(old)+8), w)
	if count <= have {
		return append(mid, old[1:elemEnd(typ, old, int(count))]...)
	}
	mid = append(mid, old[1:]...)
	for n := have; n < count; n++ {
		switch typ.Kind {
		case String:
			mid = append(mid, 0)
		case Slice:
			mid = appendZeros(mid, MinWords(typ.Elem))
		case Map:
			key, ok := s.freshKey(variable, mid, int(n))
			if !ok {
				mid[0] = n + 1
				return mid
			}
			mid = append(mid, key...)
			mid = appendZeros(mid, MinWords(typ.Elem))
		}
	}
	return mid
}

// elemEnd returns the position behind the first n elements of the value old.
func elemEnd(t *Type, old Vector, n int) int {
	if t.Kind == String {
		return 1 + n
	}
	pos := 1
	for range n {
		if t.Kind == Map {
			pos = Skip(t.Key, old, pos)
		}
		pos = Skip(t.Elem, old, pos)
	}
	return pos
}

// freshKey returns a small key that differs from the keys of the count entries of the map value
// old; false if it finds none.
func (s *Space) freshKey(v *Var, old Vector, count int) (Vector, bool) {
	typ := v.Type
	for n := 0; n <= count; n++ {
		key, ok := nthKey(nil, typ.Key, n)
		if !ok {
			return nil, false
		}
		k := normalizer{vec: key, writer: s.writer(nil)}
		k.place = Place{Depth: v.Depth + 1, Key: true}
		k.value(typ.Key)
		key = k.out
		pos, taken := 1, false
		for range count {
			end := Skip(typ.Key, old, pos)
			taken = taken || slices.Equal(old[pos:end], key)
			pos = Skip(typ.Elem, old, end)
		}
		if !taken {
			return key, true
		}
	}
	return nil, false // clamping to the limits makes keys equal
}

// nthKey appends the value number nth of a key type, counted from 0, the smallest first. It varies
// only the first variable that has so many values, and returns false if there is none. Values with a
// domain count from its low end.
func nthKey(dst Vector, typ *Type, nth int) (v Vector, ok bool) {
	switch typ.Kind {
	case Bool:
		return append(dst, uint64(nth&1)), nth < 2
	case Int, Uint:
		lo, hi := typ.bounds(false)
		if typ.Domain == nil {
			lo = 0
		}
		return append(dst, lo+uint64(nth)), uint64(nth) <= hi-lo
	case Float, Complex:
		v := Var{Role: RoleFloat, Type: typ}
		v.Lo, v.Hi = typ.bounds(false)
		f := float64(nth)
		if typ.Domain != nil {
			f += math.Float64frombits(v.Lo)
		}
		w := v.FromFloat(f)
		return appendZeros(append(dst, w), MinWords(typ)-1), nth == 0 || w != v.FromFloat(f-1)
	case String:
		lo, hi := uint64('a'), uint64('z')
		if typ.Domain != nil {
			lo, hi = typ.bounds(false)
		}
		index, size := len(dst), int(hi-lo)+1
		for dst = append(dst, 0); nth > 0; nth = (nth - 1) / size {
			dst = append(dst, lo+uint64((nth-1)%size))
		}
		dst[index] = uint64(len(dst) - index - 1)
		return dst, true
	case Array:
		if typ.Len == 0 {
			return dst, nth == 0
		}
		dst, ok = nthKey(dst, typ.Elem, nth)
		return appendZeros(dst, (typ.Len-1)*MinWords(typ.Elem)), ok
	case Struct:
		return nthFieldsKey(dst, typ.Fields, nth)
	case Choice:
		return nthChoiceKey(dst, typ, nth)
	}
	return appendZeros(dst, MinWords(typ)), nth == 0 // types that occur within a Choice; nil
}

func nthFieldsKey(dst Vector, fields []Field, nth int) (v Vector, ok bool) {
	for i := range fields {
		index := len(dst)
		dst, ok = nthKey(dst, fields[i].Type, nth)
		if ok && nth > 0 {
			for _, f := range fields[i+1:] {
				dst = appendZeros(dst, MinWords(f.Type))
			}
			return dst, true
		}
		dst = appendZeros(dst[:index], MinWords(fields[i].Type))
	}
	return dst, nth == 0
}

// nthChoiceKey counts through the alternatives, one after the other.
func nthChoiceKey(dst Vector, typ *Type, nth int) (v Vector, ok bool) {
	for i := range typ.Alts {
		a, index := &typ.Alts[i], len(dst)
		for have := 0; ; have++ {
			if have > nth {
				if dst, _ = nthFieldsKey(append(dst[:index], uint64(i)), a.Fields, nth); a.Steps != nil {
					dst = append(dst, 0)
				}
				return dst, true
			}
			if _, ok := nthFieldsKey(nil, a.Fields, have); !ok {
				nth -= have
				break
			}
		}
	}
	return appendZeros(dst, MinWords(typ)), false
}

// Count returns the number of elements of length variable v.
func (v *Var) Count(vec Vector) int {
	w := int(vec[v.Off])
	if v.Type.Kind != String {
		w = max(w, 1) - 1
	}
	return w
}

// Elements returns the words of the n elements from element index of length
// variable v.
func (v *Var) Elements(vec Vector, index, n int) Vector {
	old := vec[v.Off:v.End]
	return old[elemEnd(v.Type, old, index):elemEnd(v.Type, old, index+n)]
}

// Insert returns a new vector with the element words elem inserted before element index of the
// string or slice of a length variable. For a map it inserts a fresh key. It returns an equal
// vector if there is no room.
func (s *Space) Insert(vec Vector, variable *Var, index int, elem Vector) Vector {
	if vec[variable.Off] >= variable.Hi {
		return slices.Clone(vec)
	}
	if variable.Type.Kind == Map {
		return s.Set(slices.Clone(vec), variable, uint64(variable.Count(vec))+2)
	}
	old := vec[variable.Off:variable.End]
	pos := elemEnd(variable.Type, old, index)
	mid := append(make(Vector, 0, len(old)+len(elem)), old[:pos]...)
	mid = append(append(mid, elem...), old[pos:]...)
	mid[0] = old[0] + 1
	if variable.Type.Kind == Slice && old[0] == 0 {
		mid[0] = 2
	}
	return s.splice(vec, variable, mid)
}

// Delete returns a new vector without the n elements from element index of the
// string, slice or map of length variable v.
func (s *Space) Delete(vec Vector, v *Var, index, n int) Vector {
	old := vec[v.Off:v.End]
	mid := append(make(Vector, 0, len(old)), old[:elemEnd(v.Type, old, index)]...)
	mid = append(mid, old[elemEnd(v.Type, old, index+n):]...)
	mid[0] = old[0] - uint64(n)
	return s.splice(vec, v, mid)
}

func (s *Space) randomElem(v *Var, rng *rand.Rand, made *returnCounts) Vector {
	d := drawer{s: s, rng: rng, writer: s.writer(nil)}
	d.returns, d.place = made, Place{Depth: v.Depth + 1, Key: v.Key}
	if v.Type.Kind == String {
		d.appendChars(1, printable)
	} else {
		d.value(v.Type.Elem)
	}
	return d.out
}
