package input

// A Place is the location of a value within an input.
type Place struct {
	Depth int  // nesting of pointers, slices, maps and choices
	Key   bool // part of a map key: a change may move or merge entries
	Item  bool // part of an element of a string, slice, array or map
	Text  bool // an element of a []byte
	Steps bool // the steps of a Choice; 1 means none, like 0
}

// each visits the parts of an input of type t whose first word is w: elements, keys and values, the
// target of a pointer, fields; of a Choice the fields of the alternative and then the steps. During
// a visit, at is the place of the part.
func (at *Place) each(t *Type, w uint64, visit func(*Type)) {
	outer := *at
	if at.Steps = false; t.Kind != Struct && t.Kind != Array {
		at.Depth++
	}
	at.Item = at.Item || t.Kind == Slice || t.Kind == Map || t.Kind == Array
	switch t.Kind {
	case Struct:
		for i := range t.Fields {
			visit(t.Fields[i].Type)
		}
	case Array:
		for range t.Len {
			visit(t.Elem)
		}
	case Slice:
		at.Text = t.Elem.Go == "byte"
		for ; w > 1; w-- {
			visit(t.Elem)
		}
	case Map:
		for ; w > 1; w-- {
			at.Key = true
			visit(t.Key)
			at.Key = outer.Key
			visit(t.Elem)
		}
	case Pointer:
		if w != 0 {
			visit(t.Elem)
		}
	case Choice:
		a := t.alt(w)
		for i := range a.Fields {
			visit(a.Fields[i].Type)
		}
		if at.Depth, at.Steps = outer.Depth, true; a.Steps != nil {
			visit(a.Steps)
		}
	}
	*at = outer
}
