// Package records has functions that tell other functions something. Comments say what these record.
package records

import "context"

type Handler func(ctx context.Context, key string, s int) error

type order struct {
	id    int
	items []string
	next  *order
}

type plain struct{ id int }

type Store interface {
	Save(o *plain, data []byte)
	Chain(o *order) error
	Find(id int) (*plain, error)
}

// record(nil, "Handler(_, %v, %v)", key, a2)
func Handle(h Handler) { h(nil, "", 0) }

// record(nil, "func(%v, %v)", a, a1)
func Twice(f func(a, _ any)) { f(1, 2) }

// record(nil, "func(%v)", theOrder)
func Shadow(f func(order int)) { f(1) }

// record(nil, "func()")
func Done(f func()) { f() }

// not reported
func Ask(f func(n int) bool) bool { return f(1) }

// record(s.calls, "Chain(_)"); record(s.calls, "Save(%+v, %q)", o, data)
func Use(s Store) { s.Save(nil, nil) }

// record(nil, "func(%q)", list) not reported
func Apart(f func(list []string)) { go f(nil) }
