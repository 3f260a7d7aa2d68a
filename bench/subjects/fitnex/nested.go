package fitnex

// Bubble wants a list of at most 10 that takes 21 swaps to sort.
func Bubble(list []int) bool {
	if len(list) > 10 {
		return false
	}
	a := append([]int(nil), list...)
	swaps := 0
	for end := len(a) - 1; end > 0; end-- {
		for i := 0; i < end; i++ {
			if a[i] > a[i+1] {
				a[i], a[i+1] = a[i+1], a[i]
				swaps++
			}
		}
	}
	if swaps == 21 {
		return true // target
	}
	return false
}

// RowSums wants a matrix of digits, three in a row, where 6 rows have a sum
// of 20.
func RowSums(rows [][]int) bool {
	full := 0
	for _, row := range rows {
		if len(row) != 3 {
			return false
		}
		sum := 0
		for _, v := range row {
			if v < 0 || v > 9 {
				return false
			}
			sum += v
		}
		if sum == 20 {
			full++
		}
	}
	if full == 6 {
		return true // target
	}
	return false
}

// Overlaps wants 5 spans, none of them empty, of which 4 pairs overlap.
func Overlaps(spans [][2]int) bool {
	if len(spans) != 5 {
		return false
	}
	pairs := 0
	for i, a := range spans {
		if a[0] >= a[1] {
			return false
		}
		for _, b := range spans[:i] {
			if a[0] < b[1] && b[0] < a[1] {
				pairs++
			}
		}
	}
	if pairs == 4 {
		return true // target
	}
	return false
}
