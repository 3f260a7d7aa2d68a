package dse

// A room makes short lists, which are pieces of long ones: an allocation for each
// takes longer than what is done with most of them.
type room[T any] struct {
	left []T
	made int
}

// take returns a list of n zero elements, which has no capacity beyond.
func (r *room[T]) take(n int) []T {
	if n > len(r.left) {
		size := max(n, min(max(r.made, leastBlock), mostBlock))
		r.left = make([]T, size)
		r.made += size
	}
	l := r.left[:n:n]
	r.left = r.left[n:]
	return l
}
