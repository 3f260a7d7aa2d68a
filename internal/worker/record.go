package worker

import (
	"fmt"
	"reflect"

	"nearmiss/internal/probe"
)

func init() { probe.Format = formatCall }

// The values that the text of a call holds: the most of them, and how deep they are nested.
const (
	maxTold      = 64
	maxToldDepth = 5
)

// formatCall returns the text of a call of a function among the inputs. ok is false if some argument has no
// text that is the same in each run.
func formatCall(format string, args []any) (text string, ok bool) {
	t := teller{room: maxTold}
	for _, a := range args {
		if a != nil && !t.tells(reflect.ValueOf(a), 0) {
			return "", false
		}
	}
	return fmt.Sprintf(format, args...), true
}

type teller struct{ room int } // room: values that may still be told

// tells reports whether package fmt prints the contents of a value, and no address. It prints what a pointer points to
// at depth 0 alone.
func (t *teller) tells(v reflect.Value, depth int) bool {
	if t.room--; t.room < 0 || depth > maxToldDepth {
		return false
	}
	if v.Type().Implements(reflect.TypeFor[error]()) {
		return true
	}
	switch v.Kind() {
	case reflect.Interface:
		return v.IsNil() || t.tells(v.Elem(), depth)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			if !t.tells(v.Index(i), depth+1) {
				return false
			}
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			if !t.tells(it.Key(), depth+1) || !t.tells(it.Value(), depth+1) {
				return false
			}
		}
	case reflect.Pointer:
		return v.IsNil() || depth == 0 && v.Elem().Kind() == reflect.Struct && t.tells(v.Elem(), 1)
	case reflect.Struct:
		for i := range v.NumField() {
			if !t.tells(v.Field(i), depth+1) {
				return false
			}
		}
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		return false
	}
	return true
}
