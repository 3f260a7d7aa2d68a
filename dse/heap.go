package dse

// An order is that of a heap. moved, if not nil, is told where an element is.
type order[T any] struct {
	less  func(a, b T) bool
	moved func(x T, i int)
}

// push adds an element to a heap, of which the first element is the least. The
// standard library's takes an allocation for each.
func push[T any](h []T, x T, o order[T]) []T {
	h = append(h, x)
	up(h, len(h)-1, o)
	return h
}

// pop removes the first element of a heap.
func pop[T any](h []T, o order[T]) []T { return cut(h, 0, o) }

// cut removes element i of a heap.
func cut[T any](h []T, i int, o order[T]) []T {
	var none T
	last := len(h) - 1
	h[i], h[last] = h[last], none
	if h = h[:last]; i < last {
		fix(h, i, o)
	}
	return h
}

// fix puts element i of a heap, which was changed, where it belongs.
func fix[T any](h []T, i int, o order[T]) {
	if !up(h, i, o) {
		down(h, i, o)
	}
}

// up moves element i up, and reports whether it did.
func up[T any](h []T, i int, o order[T]) bool {
	x, from := h[i], i
	for i > 0 {
		above := (i - 1) / 2
		if !o.less(x, h[above]) {
			break
		}
		o.put(h, i, h[above])
		i = above
	}
	o.put(h, i, x)
	return i != from
}

func down[T any](h []T, i int, o order[T]) {
	x := h[i]
	for {
		below := 2*i + 1
		if below >= len(h) {
			break
		}
		if below+1 < len(h) && o.less(h[below+1], h[below]) {
			below++
		}
		if !o.less(h[below], x) {
			break
		}
		o.put(h, i, h[below])
		i = below
	}
	o.put(h, i, x)
}

func (o order[T]) put(h []T, i int, x T) {
	h[i] = x
	if o.moved != nil {
		o.moved(x, i)
	}
}
