// Package inspected fills in what a pointer refers to, and knows many types.
package inspected

import (
	"reflect"
	"time"
)

// Config says what to fill in.
type Config struct{ Result any }

// Ready reports whether there is something to fill in.
func Ready(c Config) bool { return reflect.ValueOf(c.Result).Kind() == reflect.Ptr }

// Fill fills in what out refers to.
func Fill(out any) string {
	if v := reflect.ValueOf(out); v.Kind() == reflect.Ptr && v.Elem().Kind() == reflect.Struct {
		return "struct"
	}
	return known(out)
}

func known(x any) string {
	switch x.(type) {
	case int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64, complex64, complex128:
		return "number"
	case []byte, []string, time.Time, time.Duration:
		return "other"
	}
	return "unknown"
}
