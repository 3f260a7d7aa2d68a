package manual

// An adversary answers the comparisons of a sort so that it takes long, and
// makes up the list on the way (McIlroy, "A killer adversary for quicksort",
// Software: Practice and Experience 29, 1999). An item of the list is gas, and
// greater than all that is not, until it must be compared with other gas: then
// one of the two gets the next number. It is the one that looks like a pivot,
// because it was compared with gas before; so a pivot is little greater than
// the least, and next to nothing is less.
//
// The sort is QuicksortJDK's own code, word for word, with a call in place of
// each comparison (adversary.go); a test compares the two.
type adversary struct {
	value     []int // by item; gas is len(value)
	next      int   // number to be given
	candidate int   // item that may be a pivot
}

// Killer is the list of n numbers that the adversary makes up.
func Killer(n int) []int {
	a := &adversary{value: make([]int, n)}
	items := make([]int, n)
	for i := range items {
		items[i] = i
		a.value[i] = n
	}
	a.QuicksortJDK(items)
	return a.value
}

// compare compares two items.
func (z *adversary) compare(x, y int) int {
	gas := len(z.value)
	if x != y && z.value[x] == gas && z.value[y] == gas {
		if x == z.candidate {
			z.freeze(x)
		} else {
			z.freeze(y)
		}
	}
	switch {
	case z.value[x] == gas:
		z.candidate = x
	case z.value[y] == gas:
		z.candidate = y
	}
	return z.value[x] - z.value[y]
}

// freeze gives an item the next number.
func (z *adversary) freeze(x int) {
	z.value[x] = z.next
	z.next++
}

// quicksortOptimum: lists of less than 7 numbers are sorted by insertion, and
// most is moved if every number is less than all before it. Each move takes a
// round of the loop, which is two statements. Of longer lists nothing is known.
func quicksortOptimum(n int) (statements uint64, known bool) {
	if n >= 7 {
		return 0, false
	}
	return uint64(3 + 1 + 2*n + n*(n-1)), true
}
