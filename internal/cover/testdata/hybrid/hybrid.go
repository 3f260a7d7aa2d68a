// Package hybrid has branches that search alone, solving alone, or only both
// together reach soon.
package hybrid

import (
	"runtime"
	"strings"
)

// Mixed has a branch behind a relation that leads nowhere but at its end.
func Mixed(a, b uint32) int {
	h := a*2654435761 ^ b
	h ^= h >> 15
	h *= 2246822519
	if h == 12345678 {
		return 1
	}
	return 0
}

// Rooted has one behind floats, of which solvers know little.
func Rooted(x, y float64) int {
	if x > 1 && y > x && x*x+y*y == 25 {
		return 1
	}
	return 0
}

// Spelled has one behind text and a sum.
func Spelled(s string, sum uint16) int {
	n := uint16(0)
	for i := range len(s) {
		n = n*31 + uint16(s[i])
	}
	if strings.HasPrefix(s, "key:") && n == sum && sum > 60_000 {
		return 1
	}
	return 0
}

// Beyond has one behind a call that the executor does not model.
func Beyond(n int) int {
	if runtime.NumCPU() == 0 {
		return 0
	}
	if n*3+7 == 12_727_279 {
		return 1
	}
	return 2
}

// A Shape is made in several ways.
type Shape interface{ Area() int }

// Square and Flat are two of them.
type (
	Square struct{ Side uint16 }
	Flat   struct{}
)

// Area implements Shape.
func (s Square) Area() int { return int(s.Side) * int(s.Side) }

// Area implements Shape.
func (Flat) Area() int { return 0 }

// Same compares what only a choice of the input decides.
func Same(s Shape, key uint32) int {
	if s == nil {
		return 0
	}
	if k := key ^ key>>13; s.Area() == 0 && k*k == 841 && key > 1_000_000 {
		return 1
	}
	return 2
}
