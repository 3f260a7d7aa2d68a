package input

// A value is legal in a state that code which keeps to the rules of its package can come
// to: a constructor made it, it is the zero value where that is of use, or a literal of
// fields that others may set, and calls were made on it after that. What a literal of other
// fields has may be such a state as well; nobody has seen that it is.

// Unmade returns the type of the first value within v that is not known to be legal, nil if
// all are: a Choice where there are several ways to make it.
func Unmade(sig *Signature, v Vector) *Type {
	w := setups{reader: reader{vec: v}}
	for i := range sig.Inputs() {
		w.value(sig.Input(i).Type, 2)
	}
	return w.unmade
}

// Legal reports whether all values within v are legal.
func Legal(sig *Signature, v Vector) bool { return Unmade(sig, v) == nil }

// Lawless reports whether inputs of sig may hold values that are not legal.
func (s *Signature) Lawless() bool {
	for i := range s.Inputs() {
		if s.Input(i).Type.Has(true, func(t *Type) bool { return t.Own != nil || t.raw() }) {
			return true
		}
	}
	return false
}

// raw reports whether the zero value of t is not known to be legal.
func (t *Type) raw() bool {
	for i := range t.Alts {
		if t.Alts[i].Raw {
			return true
		}
	}
	return false
}

// own reports whether field i of a struct is one that no code but that of its package sets.
func (t *Type) own(i int) bool { return t.Own != nil && t.Own[i] }
