// Package fifo has a queue of numbers.
package fifo

// A Queue gives back what was put into it, in the same order. The zero Queue is empty.
type Queue struct {
	ring  []int
	head  int // place of the next one
	count int
}

// Len returns how many numbers wait.
func (q *Queue) Len() int { return q.count }

// Push puts a number behind the others.
func (q *Queue) Push(n int) {
	if q.count == len(q.ring) {
		ring := make([]int, 2*q.count+2)
		copy(ring, q.ring[q.head:])
		q.ring, q.head = ring, 0
	}
	q.ring[(q.head+q.count)%len(q.ring)] = n
	q.count++
}

// Pop takes the number that waits longest.
func (q *Queue) Pop() (n int, ok bool) {
	if q.count == 0 {
		return 0, false
	}
	n = q.ring[q.head]
	q.head = (q.head + 1) % len(q.ring)
	q.count--
	return n, true
}
