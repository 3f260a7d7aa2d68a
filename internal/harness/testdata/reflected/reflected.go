// Package subject asks values for their kinds.
package subject

import "reflect"

// Set sets a value to zero if it is a number of some kinds.
func Set(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Uint16:
		v.SetUint(0)
	case reflect.Float32:
		v.SetFloat(0)
	default:
		return false
	}
	return true
}

// Holds reports whether values of a type hold others.
func Holds(t reflect.Type) bool { return t.Kind() == reflect.Interface || t.Kind() == reflect.Slice }
