// Package subject has type parameters of every sort. The comment of a function
// lists the type arguments that are to be tried.
package subject

import (
	"fmt"
	"strconv"
)

type ordered interface {
	~int | ~int8 | ~uint16 | ~float32 | ~float64 | ~string
}

type text interface{ ~string | ~[]byte }

type celsius float64

func (c celsius) String() string { return strconv.FormatFloat(float64(c), 'f', 1, 64) }

type label struct{ name string }

func (l *label) Set(s string)   { l.name = s }
func (l *label) String() string { return l.name }

var calls int

// [int] [string]
func Any[T any](x T) T { calls++; return x }

// [int] [string]
func Comparable[T comparable](a, b T) bool { return a == b }

// [int] [string] [float64]
func Ordered[T ordered](a, b T) bool { return a < b }

// [string] [[]byte]
func Text[T text](x T) int { return len(x) }

// [uint8] [float32] [uint16]
func Numbers[T uint8 | uint16 | float32](x T) T { return x + 1 }

// [[]int, int] [[]string, string]
func Index[S ~[]E, E comparable](s S, v E) int {
	for i := range s {
		if s[i] == v {
			return i
		}
	}
	return -1
}

// [map[int]int, int, int] [map[string]string, string, string] [map[int]float64, int, float64]
func Sum[M ~map[K]V, K comparable, V ordered](m M) (sum V) {
	for _, v := range m {
		sum += v
	}
	return sum
}

// [celsius] [*label] [fmt.Stringer]
func Methods[T fmt.Stringer](x T) string { return fmt.Sprintf("%T", x) }

// [label, *label]
func Pointer[T any, P interface {
	*T
	Set(string)
}](s string) T {
	var x T
	P(&x).Set(s)
	return x
}

// [int] [string] [[]byte] [label] [bool]
func Kind[T any](x T) string {
	switch any(x).(type) {
	case []byte, label:
		return "known"
	}
	return "unknown"
}

// [int, int] [string, string]
func Apply[T, U any](x T, f func(T) U) U { return f(x) }

type pair[A comparable, B any] struct {
	a A
	b B
}

// [int, int] [string, string]
func (p *pair[X, Y]) Has(x X) bool { return p != nil && p.a == x }

type closed interface {
	ordered
	forbidden()
}

// none
func Closed[T closed](x T) {}
