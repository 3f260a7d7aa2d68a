package wire

import "slices"

// Fall says that runs were ended by a panic in another goroutine than the one
// that runs the function, which would have ended any other process: as far as is
// known, nothing else happened in them.
type Fall struct {
	Vector      []uint64 // of the first of them
	Evaluations uint64   // of the job up to that, which is included
	Text        string   // what the runtime would have said, one line
	Count       uint64
	Stray       bool // it happened between two runs: nobody knows whose goroutine it was
}

func (e *encoder) falls(list []Fall) {
	e.uint(uint64(len(list)))
	for i := range list {
		f := &list[i]
		e.words(f.Vector)
		e.uint(f.Evaluations)
		e.string(f.Text)
		e.uint(f.Count)
		e.bool(f.Stray)
	}
}

func (d *decoder) falls() (list []Fall) {
	n := count[Fall](d, 5) // none is shorter
	list = slices.Grow(list, n)
	for range n {
		list = append(list, Fall{d.words(), d.uint(), d.string(), d.uint(), d.bool()})
	}
	return list
}
