// Package other has types that say what they hold in many ways.
package other

import (
	"errors"
	"strings"
)

type Loud struct{ n int }

func NewLoud(n int) Loud { return Loud{n} }

func (l Loud) String() string {
	if l.n == 1 {
		panic("loud")
	}
	return "l"
}

type Long struct{ n int }

func NewLong(n int) *Long { return &Long{n} }

func (l *Long) String() string { return strings.Repeat("x", l.n) }

// Half has a field that others read and two that they do not.
type Half struct {
	A int8
	b bool
	c string
}

func NewHalf(n int) Half { return Half{A: int8(n % 2), b: n > 1} }

type Quiet struct{ n int }

func NewQuiet(n int) Quiet { return Quiet{n} }

type Coded struct{ n int }

func NewCoded(n int) Coded { return Coded{n} }

func (c Coded) MarshalText() ([]byte, error) {
	if c.n == 1 {
		return nil, errors.New("one")
	}
	return []byte("c"), nil
}

type Fault struct{ n int }

func NewFault(n int) *Fault { return &Fault{n} }

func (f *Fault) Error() string { return "f" }

// Misled has methods by these names that are something else.
type Misled struct{ n int }

func NewMisled(n int) Misled { return Misled{n} }

func (m Misled) String(base int) string { return "" }

func (m Misled) Error() int { return 0 }
