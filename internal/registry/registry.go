// Package registry maps names to the values that init functions register, such as searches,
// fitness functions, strategies or operators.
//
//	var strategies registry.Of[Strategy]
//
//	func init() { strategies.Add("strategy", "depth-first", depthFirst) }
//
// A registry is not safe for concurrent change. The package is embedded in worker processes and
// imports only the standard library.
package registry

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Of is a registry of values of one type. The zero registry is empty.
type Of[T any] struct {
	names  []string
	values []T
}

// Add adds a value under a name. It panics if the name is empty or taken, or the value is zero;
// the message begins with what, the kind of the value.
func (r *Of[T]) Add(what, name string, v T) {
	fault := ""
	switch {
	case name == "":
		fault = "without a name"
	case slices.Contains(r.names, name):
		fault = "twice"
	case reflect.ValueOf(&v).Elem().IsZero():
		fault = "and is nothing"
	}
	if fault != "" {
		panic(fmt.Sprintf("%s %q is registered %s", what, name, fault))
	}
	r.names, r.values = append(r.names, name), append(r.values, v)
}

// Find returns the value of a name. If there is none, the error lists the names in the order of
// their registration.
func (r *Of[T]) Find(name string) (v T, err error) {
	if i := slices.Index(r.names, name); i >= 0 {
		return r.values[i], nil
	}
	return v, fmt.Errorf("%q is none of %s", name, strings.Join(r.names, ", "))
}

// Names returns the names in alphabetical order.
func (r *Of[T]) Names() []string { return slices.Sorted(slices.Values(r.names)) }

// Values returns the values in the order of their registration.
func (r *Of[T]) Values() []T { return slices.Clone(r.values) }
