// Package ends has a function for each way in which a path can end.
package ends

func Loop(n int) (s int) {
	for n > 0 {
		s++
	}
	return s
}

func Deep(n int) int { return Deep(n+1) + 1 }

func Hoard(n int) int {
	var all [][]int
	for n > 0 {
		all = append(all, make([]int, 1000))
	}
	return len(all)
}

// Grow makes ever more terms.
func Grow(n int) int {
	for i := range 1 << 20 {
		n = n*n ^ i
	}
	return n
}

func Wait(n int) int {
	c := make(chan int)
	return <-c + n
}

func Fail(n int) int {
	if n == 0 {
		return 0
	}
	return 10 / (n - 1)
}

// Pick reads an element that depends on the input.
func Pick(i uint8) int {
	a := []int{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71}
	return a[i]
}

// classes of characters: 1 for digits, 2 for letters.
var classes = func() (c [256]uint8) {
	for i := '0'; i <= '9'; i++ {
		c[i] = 1
	}
	for i := 'a'; i <= 'z'; i++ {
		c[i], c[i-'a'+'A'] = 2, 2
	}
	return c
}()

// Class looks its input up in a table.
func Class(b byte) string {
	switch classes[b] {
	case 1:
		return "digit"
	case 2:
		return "letter"
	}
	return "other"
}

// digits are the values of hexadecimal digits, and 255.
const digits = "" +
	"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff" +
	"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff" +
	"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff" +
	"\x00\x01\x02\x03\x04\x05\x06\x07\x08\x09\xff\xff\xff\xff\xff\xff" +
	"\xff\x0a\x0b\x0c\x0d\x0e\x0f"

// Digit reads a digit from a table.
func Digit(b byte) (value byte) {
	if b > 'F' {
		return 255
	}
	if value = digits[b]; value > 15 {
		return 254
	}
	return value
}

var (
	count int
	table = map[string]int{"a": 1}
	list  = []int{1, 2, 3}
)

// State changes all that it can reach.
func State(n int) (int, int, int, int) {
	count += n
	table["b"] = n
	list[0] += n
	list = append(list, n)
	first := list[0]
	delete(table, "c")
	return count, len(table), first, table["a"]
}

func Double(s string) int {
	for range 12 {
		s += s
	}
	return len(s)
}

// Wide makes a slice of one-byte elements, and one of elements of eight.
func Wide(n int) int { return len(make([]byte, n)) }

func Wider(n int) int { return len(make([]int64, n)) }
