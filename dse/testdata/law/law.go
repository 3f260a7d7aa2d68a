// Package law holds functions whose branches are taken in many ways: in loops,
// by strings, maps and pointers, over floats, in calls, before panics.
package law

import "strings"

// Max panics with a short list.
func Max(a []int) int {
	if a[0] < a[1] {
		return a[1]
	}
	return a[0]
}

// Count compares in a loop.
func Count(x int, list []int) (n int) {
	for i := 0; i < len(list); i++ {
		if list[i] >= x || list[i] == 7 {
			n++
		}
	}
	if n == 3 {
		return -1
	}
	return n
}

// Text compares strings.
func Text(s, prefix string) int {
	switch {
	case s == "nine" || len(s) > 6:
		return 1
	case strings.HasPrefix(s, prefix):
		return 2
	case s < prefix:
		return 3
	}
	for _, c := range s {
		if c == 'z' {
			return 4
		}
	}
	return 5
}

// A Node is linked.
type Node struct {
	Value int8
	Next  *Node
}

// Sum walks along a list and calls.
func (n *Node) Sum() (sum int) {
	for ; n != nil; n = n.Next {
		if even(n.Value) {
			sum += int(n.Value)
		}
	}
	small := sum <= 10
	if small && sum != 4 {
		return sum
	}
	return 10
}

func even(v int8) bool { return v%2 == 0 }

// Float compares floats, and a quotient of integers.
func Float(a, b float64, n, m uint16) bool {
	if a > b && a-b <= 1.5 {
		return n/m == 3
	}
	return a == b
}

// Table reads a map.
func Table(m map[uint8]bool, key uint8) int {
	if v, ok := m[key]; ok {
		if v {
			return 1
		}
		return len(m)
	}
	return 0
}

// Rows reads lists in a list.
func Rows(rows [][]int8) int {
	best := -1
	for i, row := range rows {
		sum := 0
		for _, v := range row {
			sum += int(v)
		}
		if sum > 9 && len(row) != 2 {
			best = i
		}
	}
	return best
}
