// Package odd holds functions with branches of every fate.
package odd

import (
	"math/big"
	"os"
	"sync"
	"sync/atomic"
)

// Fates ends the process with 1.
func Fates(n int, text string) int {
	if n == 1 {
		os.Exit(3)
	}
	if len(text) > 70 {
		return 3
	}
	if n > 5 && n < 4 {
		return 4
	}
	return helper(len(text))
}

var calls = new(atomic.Int32) // what it points to is not put back

// Counts keeps a count that is new to the executor in each run.
func Counts(n int) int {
	if calls.Add(1) == 1 {
		if n == 2 {
			return 2
		}
	}
	return 1
}

func helper(n int) int {
	if n == 3 {
		return 5
	}
	return n
}

type walker interface{ walk(n int) bool }

type feet struct{}

func (feet) walk(n int) bool { return n > 1 }

func (feet) run(n int) bool { return n > 2 }

var table = map[string]func(int) bool{"alone": alone}

func alone(n int) bool { return n > 3 }

func unused(n int) bool { return n > 4 }

// Calls mentions others in several ways.
func Calls(w walker, key string, n int) bool {
	if w == nil {
		return table[key](n)
	}
	return w.walk(n)
}

var names struct {
	once sync.Once
	long map[string]bool
}

func fill() {
	names.long = map[string]bool{}
	for _, name := range []string{"a", "abcde"} {
		if len(name) > 3 {
			names.long[name] = true
		}
	}
}

// Lazy makes its table when it needs it first.
func Lazy(n int) bool {
	if n > 6 {
		names.once.Do(fill)
	}
	return n == 9 && names.long["abcde"]
}

// Power takes longer than anybody waits.
func Power(n int) int {
	x := new(big.Int).Exp(big.NewInt(3), big.NewInt(1<<40), nil)
	if n > 3 && x.Sign() > 0 {
		return 1
	}
	return 0
}
