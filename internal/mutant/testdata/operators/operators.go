// Package operators has functions with mutants. Comments begin with their number.
package operators

import "errors"

// 5: the condition negated, < becomes <=, 10 plus one, and two results.
func Small(n int) bool {
	if n < 10 {
		return true
	}
	return false
}

// 6: +, * and /, two constants, and the result.
func Sum(a, b int64) int64 { return a + b*3/2 }

// 4: && becomes ||, the condition negated, two results.
func Both(a, b bool) bool {
	if a && b {
		return true
	}
	return false
}

// 7: the loop negated, < becomes <=, 0 plus one, the call and the assignment deleted, ++ becomes --, and the results.
func Count(list []string, add func(s string)) (n int, last string) {
	for i := 0; i < len(list); i++ {
		add(list[i])
		last = list[i]
		n++
	}
	return n, last
}

// 4: the condition negated, 0 plus one, and two errors.
func Fail(n int) error {
	if n == 0 {
		return errors.New("zero")
	}
	return errors.New("not zero")
}

// 0: constants, blank assignments and panics have none.
func None(x any) {
	const a = 1 + 2
	var list [3 + a]int
	_ = list
	_ = x
	panic("none")
}
