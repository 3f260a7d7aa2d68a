// Package panics has one function for each way to panic.
package panics

import "strings"

// Explicit panics if n is negative.
func Explicit(n int) int {
	if n < 0 {
		panic("negative")
	}
	return n
}

func Index(s []int, i int) int {
	return s[i]
}

func Deep(s []int, i int) int {
	if i > 1000 && i < 1000000 {
		return s[i*2-2500]
	}
	return 0
}

func Slice(s string, i, j int) string {
	if i > j {
		i, j = j, i
	}
	return s[i:j]
}

func Divide(a, b int) int {
	if a > 100 {
		return a / (b - 4711)
	}
	return 1
}

type T struct {
	n    int
	next *T
}

func Next(t *T) int {
	if t == nil {
		return 0
	}
	return t.next.n
}

func (t *T) Get() int { return t.n }

func Fill(m map[string]int, k string) {
	m[k]++
}

func Array(s []byte) [4]byte { return [4]byte(s) }

func Make(n int) int { return len(make([]byte, n&0xff-3)) }

func Shift(n int) int { return 1 << n }

func Look(m map[any]int, k any) int { return m[k] }

func Same(a, b any) bool { return a == b }

func Repeat(n int8) string { return strings.Repeat("ab", int(n)) }

func Safe(s []int) (n int) {
	for i := range s {
		n += s[i]
	}
	return n
}

func Assert(v any, n int) int {
	if n != 77 {
		return 0
	}
	return v.(int)
}

func Call(f func() int, n int) int {
	if n > 10 {
		return f()
	}
	return 0
}

func Close(c chan int) {
	close(c)
}

// Twice panics where its caller cannot see it.
func Twice(n int) (m int) {
	defer func() {
		if recover() != nil {
			m = -1
		}
	}()
	return 10 / n
}

// Far divides by a number that no constant of the source gives away.
func Far(a, b int32) int32 {
	if a < 1000 || b < 1000 {
		return 0
	}
	return a / (b - a*3 + 17)
}

type Stack struct {
	items []int
	top   int
}

// NewStack returns a stack for n items. It panics if n is negative.
func NewStack(n int) *Stack {
	return &Stack{items: make([]int, n)}
}

func (s *Stack) Push(v int) {
	s.items[s.top] = v
	s.top++
}

// Pop has its fault on the second line of a statement.
func (s *Stack) Pop() int {
	s.top--
	return 1 +
		s.items[s.top]
}

func wrapped(s []int, i int) int { return s[i+1] }

func Wrapper(s []int) int { return wrapped(s, len(s)) }

func Hard(s []int, i int, k int) int {
	if k == 12345 {
		return 0
	}
	if len(s) < 3 {
		return 1
	}
	if i < 0 {
		return 3
	}
	return s[i%100]
}

func Hash(a, b int) int {
	if a < 0 || b < 0 {
		return 0
	}
	return a / (b - 12345678)
}
