// Package closed has functions of which every input can be tried.
package closed

import (
	"errors"
	"math/bits"
	"strconv"
	"strings"
)

const mask = 0x0f

var (
	table   = [4]uint8{1, 2, 4, 8}
	limit   = 200 // nobody changes it
	state   = 3   // Step does
	words   = []uint8{1, 2, 3}
	strange = len(strconv.Itoa(int(table[1])))
	Open    = 9
)

// Even has a branch that nothing takes.
func Even(a uint8, ok bool) int {
	if a%2 == 0 {
		if ok && a&1 == 1 {
			return 3
		}
		return 1
	}
	return 2
}

// Square has one that only arithmetic rules out.
func Square(a uint8) bool {
	return a*a == 3
}

// Exact has one that a single input takes.
func Exact(a, b uint8, ok bool) int {
	if a*7+b == 77 && a^b == 7 && ok {
		return 1
	}
	return 0
}

// Table reads variables that nobody changes.
func Table(i uint8) int {
	if table[i%4] > 8 {
		return 1
	}
	if int(i) > limit+100 {
		return 2
	}
	return 0
}

// Index panics with most inputs.
func Index(i uint8) uint8 {
	if table[i] == 3 {
		return 1
	}
	return 0
}

// Ones calls other packages and its own.
func Ones(a uint8) int {
	n := half(bits.OnesCount8(a))
	if n > 4 {
		return 1
	}
	if n == 4 {
		return 2
	}
	return 0
}

func half(n int) int {
	if n < 0 {
		return -1
	}
	return n / 2
}

// Loop comes to its end.
func Loop(n int8) int {
	sum := 0
	for i := int8(0); i < n&mask; i++ {
		sum += int(i)
	}
	if sum == 106 {
		return 1
	}
	if sum == 105 {
		return 2
	}
	return 0
}

// Step changes a variable.
func Step(a uint8) int {
	state += int(a)
	if state < 0 {
		return 1
	}
	return 0
}

// Stateful reads what Step changes.
func Stateful(ok bool) int {
	if ok && state == 100 {
		return 1
	}
	return 0
}

// Through reads it by another function.
func Through(ok bool) int {
	if ok && get() == 100 {
		return 1
	}
	return 0
}

func get() int { return state }

// Handed reads it by a function that it hands on.
func Handed(ok bool) int {
	if ok && strings.Map(keep, "ab") == "" {
		return 1
	}
	return 0
}

func keep(r rune) rune {
	if state == 100 {
		return -1
	}
	return r
}

// Upper hands on what hangs on nothing.
func Upper(a uint8) int {
	if a > 9 && strings.Map(shift, "ab") != "bc" {
		return 1
	}
	return 0
}

func shift(r rune) rune { return r + 1 }

type odd struct{}

func (odd) Error() string { return "odd" }

// Is reads what Step changes.
func (odd) Is(error) bool { return state == 100 }

// Asked has it read by a method that a library calls.
func Asked(ok bool) int {
	if ok && errors.Is(odd{}, errOdd) {
		return 1
	}
	return 0
}

var errOdd = errors.New("odd")

// Sentinel compares errors that nothing changes.
func Sentinel(a uint8) int {
	if err := check(a); err != nil && err != errOdd {
		return 1
	}
	return 0
}

func check(a uint8) error {
	if a > 99 {
		return errOdd
	}
	return nil
}

// Opened reads what other packages may change.
func Opened(ok bool) int {
	if ok && Open == 100 {
		return 1
	}
	return 0
}

// Made reads what code makes.
func Made(ok bool) int {
	if ok && strange == 100 {
		return 1
	}
	return 0
}

// Shared reads what others could reach.
func Shared(i uint8) int {
	if words[i%3] == 100 {
		return 1
	}
	return 0
}

// Ranging hangs on the order of a map.
func Ranging(a uint8) int {
	first := 0
	for k := range map[int]bool{int(a): true, 1: true, 2: true, 3: true} {
		first = k
		break
	}
	if a > 9 && first == 3 {
		return 1
	}
	return 0
}

// Later hangs on who calls what it returns.
func Later(a uint8) func(int) bool {
	return func(n int) bool { return n == 1000 }
}

// Racing has a goroutine.
func Racing(a uint8) int {
	c := make(chan uint8, 1)
	go func() { c <- a }()
	if <-c != a {
		return 1
	}
	return 0
}

// Dynamic calls what it does not know.
func Dynamic(a uint8) int {
	var e interface{ Error() string }
	if a == 255 {
		e = strconv.ErrRange
	}
	if e != nil && len(e.Error()) == 0 {
		return 1
	}
	return 0
}

// Float computes with what may be rounded.
func Float(a uint8) bool {
	x := float64(a) / 3
	return x*3 > 1000
}

// Text has an input of any length.
func Text(s string, ok bool) bool {
	return ok && len(s) == 1_000_000
}

// Place has all of its fields made.
type Place struct{ X, Y uint8 }

// Corner has a value as receiver.
func (p Place) Corner() bool {
	return p.X > p.Y && p.Y > p.X
}
