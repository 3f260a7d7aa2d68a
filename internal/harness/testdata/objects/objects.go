// Package subject has types with invariants, which their constructors
// establish and their methods keep, and functions that tell whether they hold.
package subject

import (
	"bytes"
	"errors"
	"os"
	"strconv"
	"time"
)

// A Stack holds at most limit elements and knows their sum.
type Stack struct {
	items []int
	limit int
	sum   int
}

func NewStack(limit int8) (*Stack, error) {
	if limit <= 0 {
		return nil, errors.New("no room")
	}
	return &Stack{limit: int(limit)}, nil
}

// RestoreStack is no constructor to use: it reads a file.
func RestoreStack(name string) (*Stack, error) {
	if _, err := os.ReadFile(name); err != nil {
		return nil, err
	}
	return &Stack{limit: -1}, nil
}

// unchecked is not exported, and NewStack is.
func unchecked() *Stack { return &Stack{limit: -1} }

func (s *Stack) Push(x int) bool {
	if len(s.items) == s.limit {
		return false
	}
	s.items = append(s.items, x)
	s.sum += x
	return true
}

func (s *Stack) Pop() int {
	x := s.items[len(s.items)-1]
	s.shrink()
	return x
}

func (s *Stack) shrink() {
	s.sum -= s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
}

func (s *Stack) Len() int           { return len(s.items) }
func (s *Stack) Same(o *Stack) bool { return &s.sum == &o.sum }

func (s *Stack) state() string {
	sum := 0
	for _, x := range s.items {
		sum += x
	}
	if s.limit <= 0 || len(s.items) > s.limit || sum != s.sum {
		return "broken"
	}
	return "ok " + strconv.Itoa(len(s.items))
}

func UseStack(s *Stack) string {
	if s == nil {
		return "nil"
	}
	return s.state()
}

func UseStackValue(s Stack) string { return s.state() }

// Money is a value: its methods return another.
type Money struct {
	cents    int64
	currency string
}

func Euros(n int32) Money { return Money{int64(n) * 100, "EUR"} }

func ParseMoney(s string) (Money, error) {
	n, err := strconv.ParseInt(s, 10, 32)
	return Money{n, "USD"}, err
}

func MustParseMoney(s string) Money {
	m, err := ParseMoney(s)
	if err != nil {
		panic(err)
	}
	return m
}

func (m Money) Half() Money      { return Money{m.cents / 2, m.currency} }
func (m Money) Currency() string { return m.currency }

func UseMoney(m Money) string {
	if m.currency == "" {
		return "broken"
	}
	return "ok " + m.currency
}

func UseMoneyPointer(m *Money) string {
	if m == nil {
		return "nil"
	}
	return UseMoney(*m)
}

// A Tree is made of trees.
type Tree struct {
	kids  []*Tree
	count int
}

func NewTree(kids ...*Tree) *Tree {
	t := &Tree{count: 1}
	for _, k := range kids {
		if k != nil {
			t.kids = append(t.kids, k)
			t.count += k.count
		}
	}
	return t
}

func UseTree(t *Tree) string {
	if t == nil {
		return "nil"
	}
	n := 1
	for _, k := range t.kids {
		if UseTree(k) == "broken" {
			return "broken"
		}
		n += k.count
	}
	if n != t.count {
		return "broken"
	}
	return "ok " + strconv.Itoa(n)
}

// A Ring is generic.
type Ring[T any] struct {
	items []T
	next  int
}

func NewRing[T any](n uint8) *Ring[T] { return &Ring[T]{items: make([]T, int(n)+1)} }

func (r *Ring[T]) Add(x T) {
	r.items[r.next] = x
	r.next = (r.next + 1) % len(r.items)
}

func UseRing(r *Ring[string]) string {
	switch {
	case r == nil:
		return "nil"
	case r.next >= len(r.items):
		return "broken"
	}
	return "ok " + strconv.Itoa(r.next)
}

// A Queue waits for its elements: none of this is a way to make one.
type Queue struct {
	in   chan int
	last int
}

func NewQueue() *Queue { q := &Queue{in: make(chan int)}; q.last = <-q.in; return q }
func (q *Queue) Next() { q.last = <-q.in }

func UseQueue(q *Queue) string {
	if q == nil {
		return "nil"
	}
	return "ok"
}

// A Pair is not made by what changes one: all its fields are for everybody.
type Pair struct{ A, B int }

var pairs int // made so far

func NewPair(a, b int) *Pair {
	pairs++
	return &Pair{a, b}
}

func UsePair(p *Pair) string { return "ok" }

func UseForeign(b *bytes.Buffer, t time.Time) string {
	if b == nil {
		return "nil"
	}
	return "ok " + strconv.Itoa(t.Year()) + " " + b.String()
}

// A Label keeps its text: go vet wants the result of its String to be used.
type Label struct {
	name string
	text string
}

func NewLabel(name string) *Label { return &Label{name: name} }

func (l *Label) String() string {
	if l.text == "" {
		l.text = "<" + l.name + ">"
	}
	return l.text
}

func (l *Label) Rename(name string) string {
	l.name, l.text = name, ""
	return name
}

func UseLabel(l *Label) string {
	if l == nil {
		return "nil"
	}
	return "ok " + l.text
}
