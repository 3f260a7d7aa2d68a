// Package choices takes what is made in one of several ways.
package choices

import (
	"bufio"
	"errors"
	"io"
)

// A Stack is made by its constructor alone.
type Stack struct {
	items []int32
	most  int
}

// NewStack returns a stack for so many items.
func NewStack(most uint8, name string) *Stack {
	if name == "none" {
		most = 0
	}
	return &Stack{most: int(most)}
}

// Push puts an item on top, if there is room.
func (s *Stack) Push(x int32) {
	if len(s.items) < s.most {
		s.items = append(s.items, x)
	}
}

// Sum adds the items.
func (s *Stack) Sum() string {
	sum := int32(0)
	for _, x := range s.items {
		sum += 3 * x
	}
	if sum == 201 {
		return "201"
	}
	if s.most > 200 {
		return "large"
	}
	return "another"
}

// A Shape has implementations of its own.
type Shape interface{ Area() int }

// Square and Row are two of them.
type (
	Square struct{ Side uint16 }
	Row    []uint8
)

// Area implements Shape.
func (s Square) Area() int { return int(s.Side) * int(s.Side) }

// Area implements Shape.
func (r Row) Area() (n int) {
	for _, x := range r {
		n += int(x)
	}
	return n
}

// Largest returns the number of the shape with the largest area.
func Largest(shapes []Shape, least int) (at int, err error) {
	at = -1
	for i, s := range shapes {
		if s == nil {
			return 0, errors.New("no shape")
		}
		if a := s.Area(); a > least {
			at, least = i, a
		}
	}
	return at, nil
}

// Head reads a first line.
func Head(r io.Reader) (string, int) {
	if r == nil {
		return "", -1
	}
	line, err := bufio.NewReader(r).ReadString('\n')
	switch {
	case err == io.EOF:
		return line, 1
	case err != nil:
		return line, 2
	case len(line) > 3 && line[2] == 'x':
		return line, 3
	}
	return line, 4
}

// Made tells what is in an interface, behind a pointer.
func Made(p *struct {
	Value any
	Next  Shape
}) int {
	if p == nil {
		return 0
	}
	switch v := p.Value.(type) {
	case int:
		if v == 77_777 {
			return 1
		}
	case string:
		if v == "seventy" {
			return 2
		}
	case Square:
		if v.Side > 900 && p.Next == nil {
			return 3
		}
	}
	return 4
}
