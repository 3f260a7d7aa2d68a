package value

import (
	"go/types"
	"slices"

	"nearmiss/code"
	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// DynamicValue returns the dynamic value of an interface. It returns nil for a stub, for nil and
// for an unknown value.
func (v *Value) DynamicValue() *Value {
	if v.Type.Kind != input.Dynamic || v.IsNil || v.LeftOut || v.Alt().Decl != nil {
		return nil
	}
	return v.Kids[0]
}

// holdsSameValue reports whether an interface has the same dynamic value after a call as before it.
// It returns true if that is unknown.
func (v *Value) holdsSameValue(before *Value) bool {
	before = before.Unwrapped()
	nothing := before.IsNil && (before.Type.Kind == input.Choice && syntax.IsInterface(before.GoType) || before.Type.Kind == input.Dynamic)
	if v.IsNil || nothing {
		return v.IsNil == nothing
	}
	if v.LeftOut || before.LeftOut {
		return true
	}
	kid := v.DynamicValue()
	switch {
	case before.Type.Kind == input.Dynamic:
		return v.IsSameStub(before) && v.Alt().Name == before.Alt().Name && sameParts(v, before)
	case before.Type.Kind != input.Choice:
		return kid != nil && types.Identical(kid.GoType, before.GoType) && kid.IsUnchanged(before)
	case before.Alt().Decl != nil && kid == nil:
		return !before.IsSameStub(v) || sameParts(v, before)
	case kid == nil || len(before.Steps) > 0:
		return true
	case before.Alt().Make.Is(code.Address, code.Argument) && kid.Type.Kind == input.Pointer && types.Identical(syntax.ElemOf(kid.GoType), before.Kids[0].GoType):
		return !kid.IsNil && (kid.LeftOut || kid.Kids[0].IsUnchanged(before.Kids[0]))
	}
	return true
}

// IsSameStub reports whether v and w are stubs with the same declaration, or no stubs.
func (v *Value) IsSameStub(w *Value) bool { return v.Alt().Decl.Is(w.Alt().Decl) }

// sameParts reports whether the fields of v, such as those of a stub, are as before. It ignores
// errors. A field that only v has must be zero.
func sameParts(v, before *Value) bool {
	for i, k := range v.Kids {
		if i >= len(before.Kids) {
			if !k.IsZero() {
				return false
			}
		} else if k.Type.Kind != input.Error && !k.IsUnchanged(before.Kids[i]) {
			return false
		}
	}
	return true
}

// IsUnchanged reports whether v, read after a call, equals the value before the call. The value
// before may have fewer fields; the missing fields were zero.
func (v *Value) IsUnchanged(before *Value) bool {
	if v.Type.Kind == input.Dynamic {
		return v.holdsSameValue(before)
	}
	before = before.Unwrapped()
	if before.Type.Kind == input.Choice { // of the value before, only whether it is nil is known
		return v.IsNil && before.IsNil || v.Type.Kind == input.Opaque && v.IsNil == before.IsNil
	}
	if v.Type.Kind == input.Sealed && before.Type.Kind == input.Struct { // the input left the opaque struct zero
		return v.IsZero()
	}
	if v.Type.Kind != before.Type.Kind || v.IsNil != before.IsNil || v.LeftOut {
		return false
	}
	if v.Type.Kind == input.Struct {
		for i, k := range v.Kids {
			if j := slices.Index(before.Names, v.Names[i]); j >= 0 && !k.IsUnchanged(before.Kids[j]) || j < 0 && !k.IsZero() {
				return false
			}
		}
		return true
	}
	if len(v.Kids) == 0 {
		return v.Compare(before) == 0
	}
	return slices.EqualFunc(v.Keys, before.Keys, (*Value).IsUnchanged) && slices.EqualFunc(v.Kids, before.Kids, (*Value).IsUnchanged)
}
