package input

import (
	"cmp"
	"strconv"
)

// Name returns the path of the variable at word off of vec, for messages: p.f[2], len(s),
// m.key[0]. The nil flag of a pointer has the name of the pointer.
func (s *Space) Name(vec Vector, off int) string {
	pos := 0
	for i := range s.Sig.Inputs() {
		f := s.Sig.Input(i)
		end := Skip(f.Type, vec, pos)
		if off < end {
			return pathName(f.Type, vec, pos, off, f.Name)
		}
		pos = end
	}
	panic("input: BUG: no variable at word " + strconv.Itoa(off))
}

// pathName returns the name of word off in the value at pos with the given path: p.f[2], or
// within a Choice p.New.size and p.steps[1].Push.x.
func pathName(t *Type, vec Vector, pos, off int, path string) (name string) {
	at := func(i int) string { return "[" + strconv.Itoa(i) + "]" }
	// in sets name if the word is in the part at pos, and otherwise moves pos behind the part.
	in := func(t *Type, path string) bool {
		if end := Skip(t, vec, pos); off >= end {
			pos = end
			return false
		}
		name = pathName(t, vec, pos, off, path)
		return true
	}
	switch t.Kind {
	case Complex:
		if off == pos {
			return "real(" + path + ")"
		}
		return "imag(" + path + ")"
	case String, Slice, Map:
		if off == pos {
			return "len(" + path + ")"
		}
		if t.Kind == String {
			return path + at(off-pos-1)
		}
		elem := path
		if t.Kind == Map {
			elem += ".value"
		}
		pos++
		for i := 0; ; i++ {
			if t.Kind == Map && in(t.Key, path+".key"+at(i)) || in(t.Elem, elem+at(i)) {
				return name
			}
		}
	case Array:
		for i := range t.Len {
			if in(t.Elem, path+at(i)) {
				return name
			}
		}
	case Struct:
		for i := range t.Fields {
			if f := &t.Fields[i]; in(f.Type, path+"."+f.Name) {
				return name
			}
		}
	case Choice:
		if off == pos {
			break
		}
		a := t.alt(wordAt(vec, pos))
		pos++
		for i := range a.Fields {
			if f := &a.Fields[i]; in(f.Type, path+"."+a.Name+"."+cmp.Or(f.Name, strconv.Itoa(i+1))) {
				return name
			}
		}
		return pathName(a.Steps, vec, pos, off, path+".steps")
	case Pointer:
		if off > pos {
			if t.Elem.Kind != Struct {
				path = "(*" + path + ")"
			}
			return pathName(t.Elem, vec, pos+1, off, path)
		}
	}
	return path
}
