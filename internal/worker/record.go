package worker

import (
	"fmt"
	"reflect"

	"nearmiss/internal/probe"
)

func init() { probe.Format = formatCall }

// formatCall returns the text of a call of a function among the inputs. ok is false if some argument has no
// text that is the same in each run.
func formatCall(format string, args []any) (text string, ok bool) {
	for _, a := range args {
		if t := reflect.TypeOf(a); t != nil && !isTold(t, 0) {
			return "", false
		}
	}
	return fmt.Sprintf(format, args...), true
}

var errorType = reflect.TypeFor[error]()

// maxTold is the deepest nesting of values in the text of a call.
const maxTold = 4

// isTold reports whether package fmt prints the contents of a value of type t, and no address. It prints what a
// pointer points to at depth 0 alone.
func isTold(t reflect.Type, depth int) bool {
	if t.Implements(errorType) {
		return true
	}
	if depth > maxTold {
		return false
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		return isTold(t.Elem(), depth+1)
	case reflect.Map:
		return isTold(t.Key(), depth+1) && isTold(t.Elem(), depth+1)
	case reflect.Pointer:
		return depth == 0 && t.Elem().Kind() == reflect.Struct && isTold(t.Elem(), depth+1)
	case reflect.Struct:
		for i := range t.NumField() {
			if !isTold(t.Field(i).Type, depth+1) {
				return false
			}
		}
		return true
	case reflect.Func, reflect.Chan, reflect.UnsafePointer, reflect.Interface, reflect.Uintptr:
		return false
	}
	return true
}
