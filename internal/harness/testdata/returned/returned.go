// Package subject has lists whose elements exist only as what methods return.
package subject

import "strconv"

type List struct {
	first, last *Element
	spare       []*List
}

type Element struct {
	prev, next *Element
	list       *List
	v          int
}

var made int // lists

func New() *List {
	made++
	return &List{}
}

func (l *List) Push(v int) *Element {
	e := &Element{prev: l.last, list: l, v: v}
	if l.last == nil {
		l.first = e
	} else {
		l.last.next = e
	}
	l.last = e
	return e
}

// InsertBefore returns false for an element of another list.
func (l *List) InsertBefore(v int, mark *Element) (*Element, bool) {
	if mark == nil || mark.list != l {
		return nil, false
	}
	e := &Element{prev: mark.prev, next: mark, list: l, v: v}
	if mark.prev == nil {
		l.first = e
	} else {
		mark.prev.next = e
	}
	mark.prev = e
	return e, true
}

func (l *List) Spare(other *List) { l.spare = append(l.spare, other) }

func (l *List) Front() *Element { return l.first }

func (l *List) place(e *Element) string {
	if e == nil {
		return "nil"
	}
	if l != nil {
		i := 0
		for x := l.first; x != nil && i < 100; x, i = x.next, i+1 {
			if x == e {
				return strconv.Itoa(i)
			}
		}
	}
	return "other"
}

// Places says where in a list two elements are, and whether the list knows itself.
func Places(l *List, a, b *Element) string {
	text := l.place(a) + " " + l.place(b)
	if l != nil {
		for _, s := range l.spare {
			if s == l {
				return text + " itself"
			}
		}
	}
	return text
}

// A Mark is nothing but a number.
type Mark struct{ at int }

func (l *List) Mark(at int) *Mark { return &Mark{at} }

// Same says whether two marks are one.
func Same(l *List, a, b *Mark) string {
	switch {
	case a == nil || b == nil:
		return "nil"
	case a == b:
		return "same"
	}
	return strconv.Itoa(a.at) + " " + strconv.Itoa(b.at)
}

// Alone takes nothing that could be returned before.
func Alone(l *Plain) string { return strconv.Itoa(l.n) }

type Plain struct{ n int }

func NewPlain(n int) *Plain { return &Plain{n} }

func (p *Plain) Add(n int) { p.n += n }

// A Pool is of any type, and so are its items.
type Pool[T any] struct{ items []*Item[T] }

type Item[T any] struct {
	pool *Pool[T]
	v    T
}

func NewPool[T any]() *Pool[T] { return &Pool[T]{} }

func (p *Pool[T]) Put(v T) *Item[T] {
	i := &Item[T]{p, v}
	p.items = append(p.items, i)
	return i
}

func (p *Pool[T]) Has(i *Item[T]) string {
	for _, x := range p.items {
		if x == i {
			return "yes"
		}
	}
	return "no"
}

// A Cursor is returned as a value.
type Cursor struct {
	at    *Element
	moved int
}

func (l *List) Cursor() Cursor { return Cursor{at: l.first} }

// Seek fails on an empty list.
func (l *List) Seek(v int) (Cursor, error) {
	for e := l.first; e != nil; e = e.next {
		if e.v == v {
			return Cursor{at: e}, nil
		}
	}
	return Cursor{}, strconv.ErrRange
}

func (c *Cursor) Next() {
	if c.at != nil {
		c.at, c.moved = c.at.next, c.moved+1
	}
}

// Value is the number of moves and the value there.
func (c *Cursor) Value() string {
	if c == nil || c.at == nil {
		return "none"
	}
	return strconv.Itoa(c.moved) + " " + strconv.Itoa(c.at.v)
}

// ValueOf is Value of a copy.
func ValueOf(c Cursor) string { return c.Value() }
