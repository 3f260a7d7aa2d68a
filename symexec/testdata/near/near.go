// Package near has conditions of all classes.
package near

import "slices"

type number interface {
	~int | ~int8 | ~uint16 | ~uint64 | ~float32 | ~float64 | ~string
}

type own int

func order[T number](x, y T) (n int) {
	if x < y {
		n++
	}
	if x <= y {
		n++
	}
	if x == y {
		n++
	}
	return n
}

func same[T comparable](x, y T) int {
	if x == y {
		return 1
	}
	if x != y {
		return 2
	}
	return 3
}

func Ints(x, y int, a, b int8) (n int) {
	if x == y || x < y-5 {
		n++
	}
	if x <= y && a > b {
		n++
	}
	if a >= 7 {
		n++
	}
	if a != b {
		n++
	}
	return n + order(x, y) + order(a, b) + order(own(x), own(y)) + same(own(a), own(b))
}

func Uints(x, y uint64, a, b uint16) (n int) {
	if x < y || x == 3 {
		n++
	}
	if x <= 1<<63 {
		n++
	}
	if a > b && a != 9 {
		n++
	}
	if x >= y {
		n++
	}
	return n + order(x, y) + order(a, b)
}

func Floats(x, y float64, a, b float32) (n int) {
	if x < y || x == y {
		n++
	}
	if a <= b || a > 0.1 {
		n++
	}
	if x >= 2 && x != y+1 {
		n++
	}
	return n + order(x, y) + order(a, b) + same(a, b)
}

func Complexes(x, y complex128, a, b complex64) (n int) {
	if x == y {
		n++
	}
	if a != b {
		n++
	}
	return n + same(x, y) + same(a, b)
}

func Strings(s, t string) (n int) {
	if s == t || s < t {
		n++
	}
	if s <= "m" || s > t[len(t)/2:] {
		n++
	}
	if s != "abc" && t >= "b" {
		n++
	}
	switch s {
	case "", "a", "abd":
		n++
	case "xyz":
		n += 2
	}
	return n + order(s, t) + same(s, t)
}

func Flags(p, q bool, s []int) (n int) {
	if p && !q {
		n++
	}
	if p == q {
		n++
	}
	if s == nil {
		n++
	}
	return n + same(p, q) + same([2]bool{p, q}, [2]bool{q, p})
}

func Loops(a []int16, s string) (n int) {
	for i, x := range a {
		switch {
		case x < 3, x == 8:
			n++
		case i > 2:
			n += 2
		default:
			continue
		}
		if n > 4 {
			break
		}
	}
	for _, r := range s {
		switch r {
		case 'a', 'b':
			n++
		case 'é':
			n--
		}
	}
	return n
}

func Arrays(p, q [2]int, ok bool) (n int) {
	n = slices.Index([][2]int{p, p}, q)
	if ok {
		n++
	}
	if p == q || p != q && ok {
		n++
	}
	return n + same(p, q)
}
