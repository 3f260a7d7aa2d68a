package dse

import (
	"slices"

	"nearmiss/input"
)

// latest remembers a list that was made of the last input.
type concolicLatest[T any] struct {
	input input.Vector
	list  []T
}

// of is the list of an input. One that came out as nil is made again.
func (l *concolicLatest[T]) of(in input.Vector, list func() []T) []T {
	if l.list == nil || !slices.Equal(l.input, in) {
		l.input, l.list = append(l.input[:0], in...), list()
	}
	return l.list
}
