package harness

import (
	"go/types"

	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// outcomeType returns the outcome type of t. Every type has one: parts that cannot be read are left
// out, and counted in Type.Hidden. Of the hidden fields of a struct, an outcome says whether all are zero.
func (c *Coder) outcomeType(t types.Type) *input.Type {
	t = types.Unalias(t)
	if known, ok := c.outcomeTypes.At(t).(*input.Type); ok {
		return known
	}
	out := c.newType(t)
	c.outcomeTypes.Set(t, out)
	c.fillOutcome(out, t)
	return out
}

func (c *Coder) fillOutcome(out *input.Type, t types.Type) {
	if syntax.IsError(t) {
		out.Kind = input.Error
		return
	}
	if c.unwritable(t) != "" || typeWords(t, maxWords) > maxWords {
		out.Kind, out.Hidden = input.Struct, 1
		if isNilable(t) {
			out.Kind, out.Hidden = input.Opaque, 0
		}
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		if u.Kind() == types.UnsafePointer {
			out.Kind = input.Opaque
			return
		}
		c.fillBasic(out, u)
		if named, ok := t.(*types.Named); ok {
			c.fillConstants(out, named)
		}
	case *types.Pointer:
		out.Kind, out.Elem = input.Pointer, c.outcomeType(u.Elem())
	case *types.Slice:
		out.Kind, out.Elem = input.Slice, c.outcomeType(u.Elem())
	case *types.Array:
		out.Kind, out.Len, out.Elem = input.Array, int(u.Len()), c.outcomeType(u.Elem())
	case *types.Map:
		if !isPlainKey(u.Key()) {
			out.Kind = input.Opaque
			return
		}
		out.Kind, out.Key, out.Elem = input.Map, c.outcomeType(u.Key()), c.outcomeType(u.Elem())
	case *types.Struct:
		fillFields(out, u, c.isVisible, c.outcomeType)
		switch {
		case out.Hidden == 0:
		case len(out.Fields) == 0:
			c.fillOpaqueStruct(out, t)
		default:
			hidden := c.newType(t)
			hidden.Kind = input.Sealed
			out.Fields = append(out.Fields, input.Field{Name: input.HiddenFields, Type: hidden})
		}
	case *types.Interface:
		c.fillDynamic(out, u)
	default:
		out.Kind = input.Opaque
	}
}

func isNilable(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return true
	case *types.Basic:
		return u.Kind() == types.UnsafePointer || u.Kind() == types.UntypedNil
	}
	return false
}
