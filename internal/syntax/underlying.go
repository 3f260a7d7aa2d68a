package syntax

import "go/types"

// IsInterface reports whether the underlying type of t is an interface. t may be nil.
func IsInterface(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := t.Underlying().(*types.Interface)
	return ok
}

// ElemOf returns the element type of a pointer, or t itself.
func ElemOf(t types.Type) types.Type {
	if p, ok := Underlying(t).(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// Underlying returns the underlying type of t, or nil if t is nil.
func Underlying(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return t.Underlying()
}
