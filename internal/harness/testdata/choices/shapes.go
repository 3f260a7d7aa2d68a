package subject

import (
	"fmt"
	"io"
)

type shape interface{ Area() int }

type square struct{ side int }

type circle struct {
	radius int
	inside shape
}

type line int

func (s square) Area() int  { return s.side * s.side }
func (c *circle) Area() int { return 3 * c.radius * c.radius }
func (l line) Area() int    { return 0 }

type sealed interface{ hidden() }

func (square) hidden() {}

type expr interface{ eval() int }

type sum struct{ x, y expr }

type number int

func (s *sum) eval() int {
	n := 0
	for _, e := range []expr{s.x, s.y} {
		if e != nil {
			n += e.eval()
		}
	}
	return n
}
func (n number) eval() int { return int(n) }

// Told tells what it got.
func Told(s shape) string {
	switch s := s.(type) {
	case nil:
		return "nil"
	case square:
		return fmt.Sprint("square ", s.side)
	case *circle:
		if s.inside != nil {
			return fmt.Sprint("circle ", s.radius, " around ", Told(s.inside))
		}
		return fmt.Sprint("circle ", s.radius)
	case line:
		return fmt.Sprint("line ", int(s))
	}
	return fmt.Sprint("stub ", s.Area())
}

func Sealed(s sealed) string { return fmt.Sprintf("%T", s) }

func Eval(e expr) int {
	if e == nil {
		return -1
	}
	return e.eval()
}

func Kinds(x any, more []any) string {
	s := ""
	for _, x := range append(more, x) {
		switch x := x.(type) {
		case nil:
			s += "nil "
		case int:
			s += fmt.Sprint("int ", x, " ")
		case string:
			s += fmt.Sprintf("string %q ", x)
		case []byte:
			s += fmt.Sprintf("bytes %q ", x)
		case uint16:
			s += fmt.Sprint("uint16 ", x, " ")
		case *person:
			s += "person "
		case fmt.Stringer:
			s += "stringer "
		case error:
			s += "error "
		default:
			s += fmt.Sprintf("%T ", x)
		}
	}
	return s
}

type option func(*person)

func withAge(n int) option { return func(p *person) { p.age = n } }

var calls int

func Options(opts ...option) int {
	calls++
	p := &person{}
	for _, o := range opts {
		if o != nil {
			o(p)
		}
	}
	return p.age
}

type failing interface{ Fail() }

type fails struct{ n int }

func (fails) Fail() {}

// newFailing refuses odd numbers and panics at 4.
func newFailing(n int) (failing, error) {
	switch {
	case n%2 != 0:
		return nil, errOwn
	case n == 4:
		panic("four")
	}
	return fails{n}, nil
}

func Failing(f failing) string { return fmt.Sprint(f) }

type holder struct {
	shape    shape
	less     func(a, b int) bool
	events   chan bool
	r        io.Reader
	payload  any
	children map[string]shape
}

func Holder(h *holder) string {
	if h == nil {
		return "nil"
	}
	s := ""
	for _, set := range []bool{h.shape != nil, h.less != nil, h.events != nil, h.r != nil, h.payload != nil, len(h.children) > 0} {
		s += fmt.Sprint(set)[:1]
	}
	return s
}
