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

// An Account is made by its constructor alone.
type Account struct {
	owner string
	limit uint32
	spent uint32
}

// NewAccount opens one.
func NewAccount(owner string, limit uint32) *Account { return &Account{owner: owner, limit: limit} }

// Spend takes something.
func (a *Account) Spend(n uint32) { a.spent ^= n }

// Frozen compares what the constructor and the calls after it were given.
func (a *Account) Frozen() bool {
	h := a.limit*2654435761 ^ a.spent
	h ^= h >> 15
	return h*2246822519 == 87654321 && a.spent > 7 && strings.HasSuffix(a.owner, "#")
}

// A Seal is made in more ways than there are trees of a function.
type Seal interface{ Code() uint32 }

// These are the ways.
type (
	Wax   struct{ N uint32 }
	Lead  struct{ N uint32 }
	Stamp struct{ N uint32 }
	Tape  struct{ N uint32 }
	Lock  struct{ N uint32 }
)

func mix(n uint32) uint32 {
	n = (n ^ n>>16) * 73244475
	return n ^ n>>16
}

// Code implements Seal.
func (s Wax) Code() uint32 { return mix(s.N) }

// Code implements Seal.
func (s Lead) Code() uint32 { return mix(s.N) + 1 }

// Code implements Seal.
func (s Stamp) Code() uint32 { return mix(s.N) + 2 }

// Code implements Seal.
func (s Tape) Code() uint32 { return mix(s.N) + 3 }

// Code implements Seal.
func (s Lock) Code() uint32 { return mix(s.N) + 4 }

// Opens has a branch for each.
func Opens(s Seal) int {
	if s == nil || s.Code() != 987_654_321 {
		return 0
	}
	switch s.(type) {
	case Wax:
		return 1
	case Lead:
		return 2
	case Stamp:
		return 3
	case Tape:
		return 4
	case Lock:
		return 5
	}
	return 6
}
