package second

// Latin wants the nine cells of a Latin square, with threes from the upper left
// to the lower right.
func Latin(cells []int) bool {
	const n = 3
	if len(cells) != n*n {
		return false
	}
	for i := 0; i < n; i++ {
		var row, column [n + 1]bool
		for j := 0; j < n; j++ {
			across, down := cells[n*i+j], cells[n*j+i]
			if across < 1 || across > n || down < 1 || down > n {
				return false
			}
			if row[across] || column[down] {
				return false
			}
			row[across], column[down] = true, true
		}
	}
	trace := 0
	for i := 0; i < n; i++ {
		trace += cells[n*i+i]
	}
	if trace == 9 {
		return true // target
	}
	return false
}

// Common wants a list that rises and one that falls, of at most 6 numbers each,
// with three numbers in common.
func Common(up, down []int) bool {
	if len(up) > 6 || len(down) > 6 {
		return false
	}
	for i := 1; i < len(up); i++ {
		if up[i] <= up[i-1] {
			return false
		}
	}
	for i := 1; i < len(down); i++ {
		if down[i] >= down[i-1] {
			return false
		}
	}
	common := 0
	for _, a := range up {
		for _, b := range down {
			if a == b {
				common++
			}
		}
	}
	if common == 3 {
		return true // target
	}
	return false
}

// Triples wants at most 7 different numbers of which five triples have the sum
// zero.
func Triples(list []int) bool {
	if len(list) > 7 {
		return false
	}
	triples := 0
	for i, a := range list {
		for j := i + 1; j < len(list); j++ {
			b := list[j]
			if a == b {
				return false
			}
			for _, c := range list[j+1:] {
				if a+b+c == 0 {
					triples++
				}
			}
		}
	}
	if triples == 5 {
		return true // target
	}
	return false
}
