// Package ring is a queue in a circle of fixed size, from which the oldest numbers may be dropped.
//
// Invariant of Ring: cells has two to eight elements, 0 <= head < len(cells), 0 <= n <= len(cells),
// and the cells that hold no number are 0.
package ring

import "errors"

// Ring is a queue.
type Ring struct {
	cells   []int
	head, n int
	lost    int // numbers that were dropped
}

var ErrSize = errors.New("ring: no such size")

// New makes a queue for two to eight numbers.
func New(size int) (*Ring, error) {
	if size < 2 || size > 8 {
		return nil, ErrSize
	}
	return &Ring{cells: make([]int, size)}, nil
}

// Put adds a number, if there is room.
func (r *Ring) Put(v int) bool {
	if r.n > len(r.cells) {
		panic("ring: more numbers than cells")
	}
	if r.n == len(r.cells) {
		return false
	}
	at := r.head + r.n
	if at >= len(r.cells) {
		at -= len(r.cells)
	}
	if r.cells[at] != 0 {
		panic("ring: a free cell is not empty")
	}
	r.cells[at] = v
	r.n++
	return true
}

// Force adds a number, in place of the oldest if there is no room.
func (r *Ring) Force(v int) {
	if r.n == len(r.cells) {
		r.Take()
		r.lost++
	}
	r.Put(v)
}

// Take takes the oldest number.
func (r *Ring) Take() (int, bool) {
	if r.n == 0 {
		return 0, false
	}
	v := r.cells[r.head]
	r.cells[r.head] = 0
	if r.head++; r.head == len(r.cells) {
		r.head = 0
	}
	r.n--
	return v, true
}

// Rotate makes the oldest number the newest.
func (r *Ring) Rotate() bool {
	if r.n < 2 {
		return false
	}
	v, _ := r.Take()
	return r.Put(v)
}

// At is a number by its age, the oldest first.
func (r *Ring) At(i int) (int, bool) {
	if i < 0 || i >= r.n {
		return 0, false
	}
	at := r.head + i
	if at >= len(r.cells) {
		at -= len(r.cells)
	}
	return r.cells[at], true
}

// Phase says how the numbers lie in the circle.
func (r *Ring) Phase() string {
	switch {
	case r.head >= len(r.cells):
		return "outside" // never
	case r.n == 0 && r.lost > 2:
		return "worn"
	case r.n == 0:
		return "empty"
	case r.head+r.n > len(r.cells):
		return "wrapped"
	case r.head > 0 && r.head+r.n == len(r.cells):
		return "at the end"
	}
	return "straight"
}
