package dse

// A room makes short lists, which are pieces of long ones: an allocation for each
// takes longer than what is done with most of them. It keeps them for the next search; long
// ones are on their own, and nobody keeps them.
type room[T any] struct {
	left   []T
	blocks [][]T // all that were made
	used   int   // of these
	made   int
	least  int // that are made at once; 0: leastBlock
}

// take returns a list of n zero elements, which has no capacity beyond.
func (r *room[T]) take(n int) []T {
	switch {
	case n > mostBlock:
		return make([]T, n)
	case n > len(r.left):
		r.next(n)
	}
	l := r.left[:n:n]
	r.left = r.left[n:]
	return l
}

// next goes on with a block that has room for n elements.
func (r *room[T]) next(n int) {
	for ; r.used < len(r.blocks); r.used++ {
		if r.left = r.blocks[r.used]; n <= len(r.left) {
			r.used++
			clear(r.left)
			return
		}
	}
	size := max(n, min(max(r.made, r.least, leastBlock), mostBlock))
	r.left = make([]T, size)
	r.blocks = append(r.blocks, r.left)
	r.used, r.made = len(r.blocks), r.made+size
}

// renew takes all lists back.
func (r *room[T]) renew() { r.left, r.used = nil, 0 }

// at is element i of a list, which becomes longer if need be.
func (r *room[T]) at(list *[]T, i int) *T {
	if n := i + 1; n > len(*list) {
		if n > cap(*list) {
			*list = append(r.take(max(n, 2*cap(*list), 4))[:0], *list...)
		}
		*list = (*list)[:n]
	}
	return &(*list)[i]
}
