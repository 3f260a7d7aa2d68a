// Package subject reads the tags of fields.
package subject

import (
	"reflect"
	"strings"
)

const defaultTagName = "field"

type Reader struct{ tag string }

func NewReader() *Reader { return &Reader{tag: defaultTagName} }

// Names lists the names of the fields of a struct.
func (r *Reader) Names(v interface{}) (names []string) {
	t := reflect.TypeOf(v)
	if t == nil || t.Kind() != reflect.Struct {
		return nil
	}
	for i := 0; i < t.NumField(); i++ {
		name, options, _ := strings.Cut(t.Field(i).Tag.Get(r.tag), ",")
		switch {
		case name == "-", strings.Contains(options, "omitempty") && i > 0:
			continue
		case options == "required":
			name += "!"
		}
		if other := t.Field(i).Tag.Get("json"); other != "" {
			name = other
		}
		names = append(names, name)
	}
	return names
}

// Columns counts the fields of a struct that have a name.
func Columns(t reflect.Type) (n int) {
	for i := 0; i < t.NumField(); i++ {
		if t.Field(i).Tag.Get(defaultTagName) != "" {
			n++
		}
	}
	return n
}
