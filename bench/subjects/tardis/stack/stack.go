// Package stack is a stack of numbers that is made for so many.
//
// Invariant of Stack: items has one to sixteen elements, 0 <= n <= high <= len(items), and the
// elements from n on are 0.
package stack

import "errors"

// Stack is a bounded stack.
type Stack struct {
	items []int
	n     int // elements on the stack
	high  int // the most there ever were
}

var (
	ErrSize  = errors.New("stack: no such size")
	ErrFull  = errors.New("stack: full")
	ErrEmpty = errors.New("stack: empty")
)

// New makes a stack for one to sixteen numbers.
func New(size int) (*Stack, error) {
	if size < 1 || size > 16 {
		return nil, ErrSize
	}
	return &Stack{items: make([]int, size)}, nil
}

// Push puts a number on top.
func (s *Stack) Push(v int) error {
	if s.n > len(s.items) {
		panic("stack: more numbers than room")
	}
	if s.n == len(s.items) {
		return ErrFull
	}
	s.items[s.n] = v
	s.n++
	if s.n > s.high {
		s.high = s.n
	}
	return nil
}

// Pop takes the number on top away.
func (s *Stack) Pop() (int, error) {
	if s.n == 0 {
		return 0, ErrEmpty
	}
	s.n--
	v := s.items[s.n]
	s.items[s.n] = 0
	return v, nil
}

// Swap exchanges the two numbers on top.
func (s *Stack) Swap() bool {
	if s.n < 2 {
		return false
	}
	s.items[s.n-1], s.items[s.n-2] = s.items[s.n-2], s.items[s.n-1]
	return true
}

// Add replaces the two numbers on top by their sum, unless they are equal: then by one of them.
func (s *Stack) Add() bool {
	if s.n < 2 {
		return false
	}
	x, y := s.items[s.n-1], s.items[s.n-2]
	if x != y {
		x += y
	}
	s.items[s.n-1] = 0
	s.n--
	s.items[s.n-1] = x
	return true
}

// Drain reports whether a stack that was full once is empty.
func (s *Stack) Drain() bool {
	if s.high < s.n {
		panic("stack: more numbers than there ever were")
	}
	return s.n == 0 && s.high == len(s.items)
}

// Clean reports whether what lies above the top is 0.
func (s *Stack) Clean() bool {
	for i := s.n; i < len(s.items); i++ {
		if s.items[i] != 0 {
			return false // never
		}
	}
	return true
}
