// Package pooled gets values from a sync.Pool.
package pooled

import (
	"sync"

	"nearmiss/internal/effects/testdata/pooled/wrap"
)

var pool = sync.Pool{New: func() any { return new(event) }}

type event struct {
	buf   []byte
	level int
	done  bool
}

func newEvent(level int) *event {
	e := pool.Get().(*event)
	e.buf = e.buf[:0]
	e.setLevel(level)
	return e
}

func (e *event) setLevel(n int) { e.level = n }

type reset struct{ a, b int }

func newReset() *reset {
	r, _ := pool.Get().(*reset)
	r.clear()
	return r
}

func (r *reset) clear() { *r = reset{} }

type passed struct{ a, b int }

func get() *passed { return pool.Get().(*passed) }

func newPassed() *passed {
	p := get()
	p.a = 1
	return p
}

type other struct{ a int }

func newOther() *other {
	o := new(other)
	return o
}

func again() *passed { return get() }

func made() *passed {
	v := pool.Get()
	if v == nil {
		return new(passed)
	}
	return v.(*passed)
}

type wrapped struct{ list []int }

var wraps = new(wrap.Pool[*wrapped])

func newWrapped() *wrapped {
	w := wraps.Get()
	w.reset()
	return w
}

func (w *wrapped) reset() { w.list = w.list[:0] }
