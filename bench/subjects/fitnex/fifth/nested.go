package fifth

import "slices"

// generation is the next one of a board of four by four in the game of Life.
func generation(cells []byte) []byte {
	next := make([]byte, 16)
	for i := range 16 {
		alive := 0
		for row := max(i/4-1, 0); row <= min(i/4+1, 3); row++ {
			for column := max(i%4-1, 0); column <= min(i%4+1, 3); column++ {
				if row*4+column != i && cells[row*4+column] == '#' {
					alive++
				}
			}
		}
		next[i] = '.'
		if alive == 3 || alive == 2 && cells[i] == '#' {
			next[i] = '#'
		}
	}
	return next
}

// Life wants six living cells on a board of sixteen that change, and are back after
// another generation.
func Life(cells []byte) bool {
	if len(cells) != 16 {
		return false
	}
	alive := 0
	for _, c := range cells {
		switch c {
		case '#':
			alive++
		case '.':
		default:
			return false
		}
	}
	if alive != 6 {
		return false
	}
	next := generation(cells)
	if slices.Equal(next, cells) {
		return false
	}
	if slices.Equal(generation(next), cells) {
		return true // target
	}
	return false
}

// Change wants four coins of rising value with which 12 can be paid in seven ways,
// and 5 in one.
func Change(coins []int) bool {
	if len(coins) != 4 {
		return false
	}
	ways := [13]int{1}
	before := 0
	for _, coin := range coins {
		if coin <= before || coin > 12 {
			return false
		}
		before = coin
		for amount := coin; amount <= 12; amount++ {
			ways[amount] += ways[amount-coin]
		}
	}
	if ways[12] != 7 {
		return false
	}
	if ways[5] == 1 {
		return true // target
	}
	return false
}

// Spiral wants three rows of four numbers that rise round and round to the inside,
// from 3 to 50, by as much at the last step as at the first.
func Spiral(rows [][]int) bool {
	if len(rows) != 3 {
		return false
	}
	for _, row := range rows {
		if len(row) != 4 {
			return false
		}
	}
	var read []int
	for ring := 0; ring < 2; ring++ {
		bottom, right := 2-ring, 3-ring
		for column := ring; column <= right; column++ {
			read = append(read, rows[ring][column])
		}
		for row := ring + 1; row <= bottom; row++ {
			read = append(read, rows[row][right])
		}
		for column := right - 1; column >= ring && bottom > ring; column-- {
			read = append(read, rows[bottom][column])
		}
		for row := bottom - 1; row > ring; row-- {
			read = append(read, rows[row][ring])
		}
	}
	for i := 1; i < len(read); i++ {
		if read[i] <= read[i-1] {
			return false
		}
	}
	if read[0] != 3 || read[11] != 50 {
		return false
	}
	if read[11]-read[10] == read[1]-read[0] {
		return true // target
	}
	return false
}
