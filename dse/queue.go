package dse

import "container/heap"

// A queue is a priority queue: it pops the value of the least rank, and of equal ranks the one
// pushed first.
type queue[T any] struct {
	list      items[T]
	numPushed int
}

// A rank is compared lexicographically.
type rank [2]int

type item[T any] struct {
	rank  rank
	order int // number of the push, which breaks ties of ranks
	value T
}

type items[T any] []item[T]

func (q items[T]) Len() int      { return len(q) }
func (q items[T]) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *items[T]) Push(x any)   { *q = append(*q, x.(item[T])) }

func (q items[T]) Less(i, j int) bool {
	a, b := &q[i], &q[j]
	switch {
	case a.rank[0] != b.rank[0]:
		return a.rank[0] < b.rank[0]
	case a.rank[1] != b.rank[1]:
		return a.rank[1] < b.rank[1]
	}
	return a.order < b.order
}

func (q *items[T]) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	(*q)[last] = item[T]{}
	*q = (*q)[:last]
	return x
}

func (q *queue[T]) len() int { return len(q.list) }

func (q *queue[T]) push(x T, r rank) {
	q.numPushed++
	heap.Push(&q.list, item[T]{r, q.numPushed, x})
}

// first returns the value that pop returns next. The queue must not be empty.
func (q *queue[T]) first() T { return q.list[0].value }

func (q *queue[T]) pop() T { return heap.Pop(&q.list).(item[T]).value }
