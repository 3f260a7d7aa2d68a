package input

// A pointer type whose values are plain data, but are returned by methods too, is a Choice. Its
// first alternative is the pointer as plain data.

// pointed returns the pointer type and the words of v as plain data. It returns nil if v is not
// a pointer or is made in another way.
func (t *Type) pointed(v Vector) (*Type, Vector) {
	if t.Kind == Choice && len(v) > 0 {
		if a := t.alt(v[0]); len(a.Fields) == 1 && a.Fields[0].Name == "value" && a.Fields[0].Type.Kind == Pointer && !a.RunsCode {
			return a.Fields[0].Type, v[1:]
		}
	}
	if t.Kind == Pointer {
		return t, v
	}
	return nil, nil
}

// PointerToZero returns the words of a pointer to a zero value, or nil if values of t are not
// pointers as plain data.
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
