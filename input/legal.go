package input

import "slices"

// A value is legal if code that keeps the rules of its package can reach its state: it is made
// by a constructor, is a zero value of use, or is a literal of fields that other packages may
// set, each possibly followed by calls. A literal with other fields may be in a reachable state
// too, but this is not known.

// FirstIllegal returns the type of the first value within v that is not known to be legal, or nil if
// all values are. It returns the Choice if there are several ways to make the value.
func FirstIllegal(sig *Signature, v Vector) *Type { return setupsOf(sig, v).firstIllegal }

// SetsFields reports whether a literal within v sets an unexported field, as only code of the package can. Calls may never make the
// state.
func SetsFields(sig *Signature, v Vector) bool { return setupsOf(sig, v).setsFields }

func setupsOf(sig *Signature, v Vector) *setups {
	w := setups{reader: reader{vec: v}}
	for i := range sig.Inputs() {
		w.value(sig.Input(i).Type, 2)
	}
	return &w
}

// Legal reports whether all values within v are legal.
func Legal(sig *Signature, v Vector) bool { return FirstIllegal(sig, v) == nil }

// MayBeIllegal reports whether inputs of sig may hold values that are not known to be legal.
func (s *Signature) MayBeIllegal() bool {
	return s.Has(true, func(t *Type) bool {
		return t.PackageOnly != nil || slices.ContainsFunc(t.Alts, func(a Alt) bool { return a.Raw })
	})
}

// packageOnly reports whether only the package of struct t sets its field i.
func (t *Type) packageOnly(i int) bool { return t.PackageOnly != nil && t.PackageOnly[i] }
