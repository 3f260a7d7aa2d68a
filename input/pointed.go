package input

// A pointer that methods return too is a Choice of which the first alternative
// is the pointer as plain data.

// pointed returns the type of the pointer that v is as plain data, and its
// words; nil if it is none.
func (t *Type) pointed(v Vector) (*Type, Vector) {
	if t.Kind == Choice && len(v) > 0 {
		if a := t.alt(v[0]); len(a.Fields) == 1 && a.Fields[0].Name == "value" && a.Fields[0].Type.Kind == Pointer && !a.Runs {
			return a.Fields[0].Type, v[1:]
		}
	}
	if t.Kind == Pointer {
		return t, v
	}
	return nil, nil
}

// PointerToZero returns the words of a pointer to a zero value, nil if values of
// the type are not pointers as plain data.
func (t *Type) PointerToZero() Vector {
	p, _ := t.pointed(Vector{0})
	if p == nil {
		return nil
	}
	v := appendZeros(Vector{1}, MinWords(p.Elem))
	if t.Kind == Choice {
		v = append(Vector{0}, v...)
	}
	return v
}
