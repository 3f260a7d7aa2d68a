// Package open has functions that ask for the lengths of lists in many ways.
package open

import "strings"

func Range(list []int) (n int) {
	for range list {
		n++
	}
	return n
}

func Until(list []int) (n int) {
	for i := 0; i != len(list); i++ {
		n += list[i] * 0
	}
	return n
}

func Back(list []int) (n int) {
	for i := len(list) - 1; i >= 0; i-- {
		n += list[i] * 0
	}
	return n
}

func Third(list []int) int { return list[2] }

func Last(list []int) int { return list[len(list)-1] }

func Nil(list []int) bool { return list == nil }

func Pair(list []int) bool { return len(list) == 2 }

func Rest(list []int) bool { return len(list) > 2 && len(list[2:]) > 1 }

func Pop(list []int) (n int) {
	for len(list) > 0 {
		list = list[:len(list)-1]
		n++
	}
	return n
}

func Head(list []int, n int) int { return len(list[:n]) }

func Push(list []int) []int { return append(list, 7) }

func Rows(rows [][]int) (n int) {
	for _, row := range rows {
		for range row {
			n++
		}
	}
	return n
}

type Node struct {
	Name string
	Next *Node
}

func Names(nodes []*Node) (n int) {
	for _, node := range nodes {
		if node == nil || node.Name != "a" {
			return n
		}
		n++
	}
	return n
}

func Runes(s string) (n int) {
	for range s {
		n++
	}
	return n
}

func Is(s string) bool { return s == "ab" }

func Same(s, t string) bool { return s == t }

func Prefix(s string) bool { return strings.HasPrefix(s, "ab") }

func Colon(s string) int { return strings.IndexByte(s, ':') }

func Bytes(s string) bool { return string([]byte(s)[1:]) == "b" }

func Less(s string) bool { return s < "b" }

func Concat(s string) string { return s + "!" }

func Count(words []string) map[string]int {
	m := map[string]int{}
	for _, w := range words {
		m[w]++
	}
	return m
}

func Double(list []int) []int {
	out := make([]int, 2*len(list))
	copy(out, list)
	return out
}

func Caught(list []int) (text string) {
	defer func() {
		if err, ok := recover().(error); ok {
			text = err.Error()
		}
	}()
	list[2]++
	return ""
}

func Half(list []int) int { return list[len(list)/2] }

func Clear(list []int) []int {
	clear(list[1:])
	return list
}
