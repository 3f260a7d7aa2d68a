package ese

// KMP returns where the pattern first stands in the text, or -1, by the
// algorithm of Knuth, Morris and Pratt ("Fast pattern matching in strings",
// 1977).
//
// Worst are texts in which the pattern almost stands again and again; which
// ones depends on what the pattern repeats of itself.
func KMP(text, pattern []int) int {
	if len(pattern) == 0 {
		return 0
	}
	borders := bordersOf(pattern)
	matched := 0
	for i, v := range text {
		for matched > 0 && pattern[matched] != v {
			matched = borders[matched-1]
		}
		if pattern[matched] == v {
			matched++
		}
		if matched == len(pattern) {
			return i - matched + 1
		}
	}
	return -1
}

// bordersOf returns for every beginning of the pattern the length of the
// longest shorter one that it ends with.
func bordersOf(pattern []int) []int {
	borders := make([]int, len(pattern))
	n := 0
	for i := 1; i < len(pattern); i++ {
		for n > 0 && pattern[n] != pattern[i] {
			n = borders[n-1]
		}
		if pattern[n] == pattern[i] {
			n++
		}
		borders[i] = n
	}
	return borders
}
