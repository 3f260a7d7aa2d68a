package search

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Table maps names to values that init functions register, such as searches, fitness functions,
// strategies or operators. The zero Table is empty.
type Table[T any] struct {
	names  []string
	values []T
}

// Add adds a value under a name. It panics if the name is empty or taken, or the value is zero; the
// message begins with what, a name for the kind of value.
func (t *Table[T]) Add(what, name string, value T) {
	fault := ""
	switch {
	case name == "":
		fault = "without a name"
	case slices.Contains(t.names, name):
		fault = "twice"
	case reflect.ValueOf(&value).Elem().IsZero():
		fault = "and is nothing"
	}
	if fault != "" {
		panic(fmt.Sprintf("%s %q is registered %s", what, name, fault))
	}
	t.names, t.values = append(t.names, name), append(t.values, value)
}

// Find returns the value of a name. If there is none, the error lists the names in the order of
// their registration.
func (t *Table[T]) Find(name string) (v T, err error) {
	if i := slices.Index(t.names, name); i >= 0 {
		return t.values[i], nil
	}
	return v, fmt.Errorf("%q is none of %s", name, strings.Join(t.names, ", "))
}

// Names returns the names in alphabetical order.
func (t *Table[T]) Names() []string { return slices.Sorted(slices.Values(t.names)) }

// Values returns the values in the order of their registration.
func (t *Table[T]) Values() []T { return slices.Clone(t.values) }
