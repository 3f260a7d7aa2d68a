package dse

// An order is that of a heap.
type order[T any] struct {
	less func(a, b T) bool
}

// push adds an element to a heap, of which the first element is the least. The
// standard library's takes an allocation for each.
func push[T any](h []T, x T, o order[T]) []T {
	h = append(h, x)
	i := len(h) - 1
	for i > 0 {
		above := (i - 1) / 2
		if !o.less(x, h[above]) {
			break
		}
		h[i], i = h[above], above
	}
	h[i] = x
	return h
}

// pop removes the first element of a heap.
func pop[T any](h []T, o order[T]) []T {
	var none T
	last := len(h) - 1
	x := h[last]
	h[last] = none
	if h = h[:last]; last == 0 {
		return h
	}
	i := 0
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
		h[i], i = h[below], below
	}
	h[i] = x
	return h
}
