// Package subject has functions that return functions. The comments say how what
// they return is called.
package subject

import (
	"errors"
	"fmt"
)

// Adder(arg...)(x)
func Adder(n int) func(int) int { return func(x int) int { return x + n } }

// Option(arg...)(c)
func Option(name string) Set { return func(c *Config) { c.name = name } }

// must(Match(arg...))(s)
func Match(p string) (func(s string) bool, error) {
	if p == "" {
		return nil, errors.New("nothing to match")
	}
	match := func(s string) bool { return s == p }
	return match, nil
}

// Wrap(arg...)(next).Handle(s)
func Wrap(prefix string) func(next Handler) Handler {
	return func(next Handler) Handler {
		return HandlerFunc(func(s string) error { return next.Handle(prefix + s) })
	}
}

// Thrice()(a)(b)
func Thrice() func(a int) func(b int) func(c int) int {
	return func(a int) func(b int) func(c int) int {
		return func(b int) func(c int) int {
			return func(c int) int { return a + b + c }
		}
	}
}

// Held().(func(int) bool)(x)
func Held() any { return func(x int) bool { return x > 3 } }

// HeldNamed().(HandlerFunc)(s)
func HeldNamed() any { return HandlerFunc(func(s string) error { return nil }) }

// take(Below(arg...), limit)
func Below(n int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i := 0; i < n && yield(i); i++ {
		}
	}
}

// take(s.Pairs(), limit)
func (s *Store) Pairs() func(yield func(string, int) bool) {
	return func(yield func(string, int) bool) {
		for i, k := range s.keys {
			if !yield(k, i) {
				return
			}
		}
	}
}

// Joined(arg...)(s, more...)
func Joined(all ...string) func(s string, more ...string) string {
	return func(s string, more ...string) string { return fmt.Sprint(all, s, more) }
}

// Same[int](arg...)(got)
func Same[T comparable](want T) func(got T) bool {
	return func(got T) bool { return got == want }
}

// none
func Passed(f func(int) int) func(int) int { return f }

// none
func Made() func(int) int { return Adder(1) }

// none
func Stringer(s string) fmt.Stringer { return text(s) }

// none
func Two() (func(int) int, func(int) int) {
	return func(x int) int { return x }, func(x int) int { return -x }
}

// none
func Local() any {
	type key int
	return func(k key) bool { return k == 1 }
}

type text string

func (t text) String() string { return string(t) }

type Config struct{ name string }

type Set func(c *Config)

type Store struct{ keys []string }

type Handler interface{ Handle(s string) error }

type HandlerFunc func(s string) error

// none
func (f HandlerFunc) Handle(s string) error {
	handled++
	return f(s)
}

var handled int
