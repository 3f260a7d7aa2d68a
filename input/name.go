package input

import "strconv"

// Name returns the path of the variable at word off of vec, for messages:
// p.f[2], len(s), m.key[0]. A pointer's nil flag has the pointer's name.
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

// pathName returns the name of word off in the value at pos, which is called path.
func pathName(t *Type, vec Vector, pos, off int, path string) string {
	at := func(i int) string { return "[" + strconv.Itoa(i) + "]" }
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
		pos++
		for i := 0; ; i++ {
			if t.Kind == Map {
				end := Skip(t.Key, vec, pos)
				if off < end {
					return pathName(t.Key, vec, pos, off, path+".key"+at(i))
				}
				pos = end
			}
			end := Skip(t.Elem, vec, pos)
			if off < end {
				if t.Kind == Map {
					path += ".value"
				}
				return pathName(t.Elem, vec, pos, off, path+at(i))
			}
			pos = end
		}
	case Array:
		for i := range t.Len {
			end := Skip(t.Elem, vec, pos)
			if off < end {
				return pathName(t.Elem, vec, pos, off, path+at(i))
			}
			pos = end
		}
	case Struct:
		for i := range t.Fields {
			f := &t.Fields[i]
			end := Skip(f.Type, vec, pos)
			if off < end {
				return pathName(f.Type, vec, pos, off, path+"."+f.Name)
			}
			pos = end
		}
	case Choice:
		if off > pos {
			return choiceName(t.alt(wordAt(vec, pos)), vec, pos+1, off, path)
		}
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

// choiceName names a word of the payload at pos: p.New.size, p.steps[1].Push.x.
func choiceName(a *Alt, vec Vector, pos, off int, path string) string {
	for i := range a.Fields {
		f := &a.Fields[i]
		end := Skip(f.Type, vec, pos)
		if off < end {
			name := f.Name
			if name == "" {
				name = strconv.Itoa(i + 1)
			}
			return pathName(f.Type, vec, pos, off, path+"."+a.Name+"."+name)
		}
		pos = end
	}
	return pathName(a.Steps, vec, pos, off, path+".steps")
}
