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
func pathName(typ *Type, vec Vector, pos, off int, path string) (name string) {
	word := wordAt(vec, pos)
	switch typ.Kind {
	case Array, Struct:
	case Complex:
		if off == pos {
			return "real(" + path + ")"
		}
		return "imag(" + path + ")"
	case String, Slice, Map:
		if off == pos {
			return "len(" + path + ")"
		}
		if pos++; typ.Kind == String {
			return path + "[" + strconv.Itoa(off-pos) + "]"
		}
	default:
		if off == pos {
			return path
		}
		pos++
	}
	i := 0
	new(Place).each(typ, word, func(part *Type) {
		if end := Skip(part, vec, pos); off >= end {
			pos, i = end, i+1
		} else if name == "" {
			name = pathName(part, vec, pos, off, partName(typ, word, i, path))
		}
	})
	return name
}

// partName returns the name of part i of a value with the first word w and the given path.
func partName(t *Type, w uint64, i int, path string) string {
	switch t.Kind {
	case Struct:
		return path + "." + t.Fields[i].Name
	case Pointer:
		if t.Elem.Kind == Struct {
			return path
		}
		return "(*" + path + ")"
	case Choice:
		a := t.alt(w)
		if i == len(a.Fields) {
			return path + ".steps"
		}
		return path + "." + a.Name + "." + cmp.Or(a.Fields[i].Name, strconv.Itoa(i+1))
	case Map:
		path += [...]string{".key", ".value"}[i%2]
		i /= 2
	}
	return path + "[" + strconv.Itoa(i) + "]"
}
