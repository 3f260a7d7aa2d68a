package search

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// A Table keeps what init functions register, by name: searches, fitness functions,
// strategies, operators. The zero Table is empty.
type Table[T any] struct {
	names  []string
	values []T
}

// Add adds a value. It panics, and says of what, if the name is empty or taken, or the
// value is zero.
func (t *Table[T]) Add(what, name string, v T) {
	fault := ""
	switch {
	case name == "":
		fault = "without a name"
	case slices.Contains(t.names, name):
		fault = "twice"
	case reflect.ValueOf(&v).Elem().IsZero():
		fault = "and is nothing"
	}
	if fault != "" {
		panic(fmt.Sprintf("%s %q is registered %s", what, name, fault))
	}
	t.names, t.values = append(t.names, name), append(t.values, v)
}

// Find returns the value of a name, or zero and an error that lists the names as they
// were added.
func (t *Table[T]) Find(name string) (v T, err error) {
	if i := slices.Index(t.names, name); i >= 0 {
		return t.values[i], nil
	}
	return v, fmt.Errorf("%q is none of %s", name, strings.Join(t.names, ", "))
}

// Names lists the names in alphabetical order.
func (t *Table[T]) Names() []string { return slices.Sorted(slices.Values(t.names)) }

// Values lists the values as they were added.
func (t *Table[T]) Values() []T { return slices.Clone(t.values) }
