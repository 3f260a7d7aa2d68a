// Package records has functions that tell other functions something. Comments say what these record.
package records

import (
	"context"
	"fmt"
	"io"
)

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

// record(nil, "func(%v)", n); record(nil, "func(%v)", n); record(nil, "func(%v)", n); record(nil, "func(%v)", n)
func Walk(f func(n int) bool) { f(1) }

// record(nil, "func(%v, %v)", key, val); record(nil, "func(%v, %v)", key, val); record(nil, "func(%v, %v)", key, val); record(nil, "func(%v, %v)", key, val)
func Range(f func(key, val string) bool) { f("", "") }

// record(nil, "func(%v)", b); record(nil, "func(%v)", b)
func Toggle(f func(b bool) bool) { f(true) }

// record(nil, "func(_, _)")
func Links(f func(from *order, to func()) bool) { f(nil, nil) }

// not reported
func Sort(less func(a, b int) bool) { less(1, 2) }

// not reported
func Same(f func(a, b any) bool) { f(1, 2) }

// not reported
func Until(f func() bool) bool { return f() }

// not reported
func Ask(f func(n int) int) int { return f(1) }

// record(s.calls, "Chain(_)"); record(s.calls, "Save(%+v, %q)", o, data)
func Use(s Store) { s.Save(nil, nil) }

// record(nil, "func(%q)", list) not reported
func Apart(f func(list []string)) { go f(nil) }

type sink struct{ W io.Writer }

type syncer interface {
	io.Writer
	Sync() error
}

// written
func Field(s *sink) { fmt.Fprint(s.W, 1) }

// written
func Elements(ws ...io.Writer) { fmt.Fprint(ws[0], 1) }

// record(s.calls, "Write(%q)", p)
func Argument(w io.Writer) { fmt.Fprint(w, 1) }

// record(s.calls, "Sync()"); record(s.calls, "Write(%q)", p)
func Further(s syncer) { s.Sync() }

// not reported
func Elsewhere(s *sink) { go fmt.Fprint(s.W, 1) }

// An out is made by calls alone.
type out struct{ w io.Writer }

// not reported
func newOut() *out { return &out{w: io.Discard} }

func (o *out) setWriter(w io.Writer) { o.w = w }

func (o *out) say() { fmt.Fprint(o.w, 1) }

var standard = newOut()

// written
func Say() { standard.say() }

// not reported
func Said() int { standard.say(); return 1 }
