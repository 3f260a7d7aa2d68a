// Package forms has questions about what functions return.
package forms

import (
	"errors"
	"fmt"
	"strconv"
)

var errEmpty = errors.New("empty")

func digit(c byte) bool { return c >= '0' && c <= '9' }

func even(n int) bool {
	if n < 0 {
		return false
	}
	for n > 1 {
		n -= 2
	}
	return n == 0
}

func either(a, b int) bool {
	if a == 7 {
		return true
	}
	return !(b != 8)
}

func parse(s string) (int, error) {
	if s == "" {
		return 0, errEmpty
	}
	if !digit(s[0]) {
		return 0, fmt.Errorf("%q", s)
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0, err
	}
	if n > 99 {
		return 0, wrong(n)
	}
	return n, nil
}

type bad int

func (b *bad) Error() string { return "bad" }

func wrong(n int) error {
	b := bad(n)
	return &b
}

func passes(s string) (n int, err error) { return parse(s) }

func named(s string) (n int, err error) {
	n, err = parse(s)
	return
}

func value(c byte) int {
	switch {
	case digit(c):
		return int(c - '0')
	case c == 'x':
		return 10
	}
	return -1
}

func deep(s string) bool {
	if s == "" {
		return true
	}
	if s[0] != '(' {
		return false
	}
	return deep(s[1:])
}

func never(a, b bool) bool {
	if a {
		return false
	}
	return b && false
}

func swap(a bool) (b bool) {
	c := a
	a = c
	c = a
	b = c
	return
}

// Ask asks.
func Ask(s string, a, b int) int {
	if even(a) {
		return 1
	}
	if either(a, b) == true {
		return 2
	}
	n, err := parse(s)
	if err != nil {
		return 3
	}
	if _, err = passes(s); nil == err {
		return 4
	}
	if m, err := named(s); err != nil && m > n {
		return 5
	}
	if value(s[0]) < 0 {
		return 6
	}
	ok := deep(s)
	for !ok {
		ok = deep(s[1:])
	}
	if never(a == 1, b == 1) {
		return 7
	}
	if swap(a == 3) {
		return 8
	}
	return 0
}
