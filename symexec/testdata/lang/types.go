package lang

import (
	"errors"
	"fmt"
)

type shape interface {
	area() int
	name() string
}

type square struct{ side int }
type rect struct {
	square
	h int
}

func (s square) area() int  { return s.side * s.side }
func (square) name() string { return "square" }
func (r *rect) area() int   { return r.side * r.h }

func Interfaces(n int, b bool) (int, string, bool) {
	var s shape = square{n}
	if b {
		s = &rect{square{n}, 3}
	}
	_, isSquare := s.(square)
	f := s.area
	return f() + s.area(), s.name(), isSquare
}

func Assert(k uint8) string {
	v := pickAny(k)
	return v.(string)
}

func AssertShape(k uint8) int {
	v := pickAny(k)
	return v.(shape).area()
}

func pickAny(k uint8) any {
	switch k % 6 {
	case 0:
		return "text"
	case 1:
		return 7
	case 2:
		return nil
	case 3:
		return square{2}
	case 4:
		return &rect{h: 1}
	}
	return []int{1}
}

func TypeSwitch(k uint8) (string, int) {
	switch v := pickAny(k).(type) {
	case string:
		return "string", len(v)
	case int, int8:
		return "number", 0
	case nil:
		return "nil", 0
	case shape:
		return v.name(), v.area()
	case []int:
		return "list", v[0]
	}
	return "?", -1
}

func CompareAny(k, l uint8) (eq bool, failed bool) {
	defer func() { failed = recover() != nil }()
	return pickAny(k) == pickAny(l), false
}

type number interface{ ~int | ~int8 | ~float64 }

func addAll[T number](xs ...T) (s T) {
	for _, x := range xs {
		s += x
	}
	return s
}

type pair[K comparable, V any] struct {
	key K
	val V
}

func (p pair[K, V]) swap(o pair[K, V]) (pair[K, V], bool) { return o, p.key == o.key }

type stack[T any] []T

func (s *stack[T]) push(x T) { *s = append(*s, x) }
func (s *stack[T]) pop() (x T, ok bool) {
	if len(*s) == 0 {
		return x, false
	}
	x = (*s)[len(*s)-1]
	*s = (*s)[:len(*s)-1]
	return x, true
}

func greatest[T int | string](a, b T) T {
	if a > b {
		return a
	}
	return b
}

func Generics(a, b int8, s string) (int8, float64, bool, string, int, string) {
	p, same := pair[string, int]{s, 1}.swap(pair[string, int]{"a", int(a)})
	var st stack[string]
	st.push(s)
	st.push("x")
	st.pop()
	top, _ := st.pop()
	return addAll(a, b), addAll(1.5, float64(a)), same, top, p.val + greatest(int(a), int(b)), greatest(s, "m")
}

type myError struct{ code int }

func (e *myError) Error() string { return fmt.Sprintf("code %d", e.code) }

func Errors(n int) (string, bool, int) {
	var err error
	if n > 0 {
		err = fmt.Errorf("wrapped: %w", &myError{n})
	}
	var me *myError
	if errors.As(err, &me) {
		return err.Error(), true, me.code
	}
	return "", err == nil, 0
}

func NilMethod(b bool) int {
	var s shape
	if b {
		s = square{3}
	}
	return s.area()
}

func NilFunc(b bool) int {
	var f func() int
	if b {
		f = func() int { return 1 }
	}
	return f()
}

func Embedded(n int) (int, int) {
	r := rect{square{n}, 2}
	s := struct {
		*rect
		extra int
	}{&r, 5}
	s.side++
	return s.area() + s.square.area(), r.side + s.extra
}

func NilEmbedded(b bool) (n int) {
	var s struct{ *square }
	if b {
		s.square = &square{4}
	}
	var sh interface{ area() int } = s
	return sh.area()
}

func Strings(a, b string) (string, bool, bool, bool, int) {
	c := a + "-" + b
	return c, a < b, a == b, c >= "m", len(c)
}
