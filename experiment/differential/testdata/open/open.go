// Package open has functions of which Go leaves something open.
package open

// Order goes over a map, whose order shows in the branches.
func Order() (sum int) {
	for k := range map[int]bool{1: true, 2: true, 3: true, 4: true, 5: true} {
		if k < 3 {
			sum += k
		}
	}
	return sum
}

// Random returns what comes first.
func Random() int {
	for k := range map[int]bool{1: true, 2: true, 3: true, 4: true, 5: true} {
		return k
	}
	return 0
}

// Fixed leaves nothing open.
func Fixed() bool {
	return len("a") > len(text)
}

var text = "abc"
