package input

// A Place is the location of a value within an input.
type Place struct {
	Depth int  // nesting of pointers, slices, maps and choices
	Key   bool // the value is part of a map key: a change may move or merge entries
	Item  bool // the value is part of an element of a string, slice, array or map
	Text  bool // the value is an element of a []byte
	Steps bool // the value is the list of steps of a Choice: the first words 0 and 1 both mean none, and 0 is canonical
}

// each visits the parts of an input of type typ with this first word: elements, keys and values, the
// target of a pointer, fields; of a Choice the fields of the alternative and then the steps. During
// a visit, at is the place of the part.
func (at *Place) each(typ *Type, word uint64, visit func(*Type)) {
	outer := *at
	if at.Steps = false; typ.Kind != Struct && typ.Kind != Array {
		at.Depth++
	}
	at.Item = at.Item || typ.Kind == Slice || typ.Kind == Map || typ.Kind == Array
	switch typ.Kind {
	case Struct:
		for i := range typ.Fields {
			visit(typ.Fields[i].Type)
		}
	case Array:
		for range typ.Len {
			visit(typ.Elem)
		}
	case Slice:
		at.Text = typ.Elem.Go == "byte"
		for ; word > 1; word-- {
			visit(typ.Elem)
		}
	case Map:
		for ; word > 1; word-- {
			at.Key = true
			visit(typ.Key)
			at.Key = outer.Key
			visit(typ.Elem)
		}
	case Pointer:
		if word != 0 {
			visit(typ.Elem)
		}
	case Choice:
		a := typ.alt(word)
		for i := range a.Fields {
			visit(a.Fields[i].Type)
		}
		if at.Depth, at.Steps = outer.Depth, true; a.Steps != nil {
			visit(a.Steps)
		}
	}
	*at = outer
}
