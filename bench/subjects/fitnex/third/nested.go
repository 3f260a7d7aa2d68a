package third

// Queens wants six queens, one in each row, that do not attack each other.
func Queens(columns []int) bool {
	if len(columns) != 6 {
		return false
	}
	safe := 0
	for i, c := range columns {
		if c < 0 || c > 5 {
			return false
		}
		for j := 0; j < i; j++ {
			across := c - columns[j]
			if across == 0 {
				return false
			}
			if across != i-j && across != j-i {
				safe++
			}
		}
	}
	if safe == 15 {
		return true // target
	}
	return false
}

// Islands wants a map of three rows of four fields, # for land and . for sea, with
// three islands, the greatest of three fields.
func Islands(fields []byte) bool {
	if len(fields) != 12 {
		return false
	}
	for _, f := range fields {
		if f != '#' && f != '.' {
			return false
		}
	}
	rest := append([]byte(nil), fields...)
	islands, greatest := 0, 0
	for y := 0; y < 3; y++ {
		for x := 0; x < 4; x++ {
			if size := flood(rest, x, y); size > 0 {
				islands++
				greatest = max(greatest, size)
			}
		}
	}
	if islands != 3 {
		return false
	}
	if greatest == 3 {
		return true // target
	}
	return false
}

// flood takes an island off the map and returns how many fields it had.
func flood(fields []byte, x, y int) int {
	if x < 0 || x > 3 || y < 0 || y > 2 {
		return 0
	}
	if fields[4*y+x] != '#' {
		return 0
	}
	fields[4*y+x] = '.'
	return 1 + flood(fields, x-1, y) + flood(fields, x+1, y) + flood(fields, x, y-1) + flood(fields, x, y+1)
}

// Subsequences wants 8 to 12 numbers of which five rise from left to right, and no
// more, and three fall, and no more.
func Subsequences(list []int) bool {
	if len(list) < 8 || len(list) > 12 {
		return false
	}
	rising := make([]int, len(list))
	falling := make([]int, len(list))
	up, down := 0, 0
	for i := range list {
		rising[i], falling[i] = 1, 1
		for j := 0; j < i; j++ {
			if list[j] < list[i] {
				rising[i] = max(rising[i], rising[j]+1)
			} else if list[j] > list[i] {
				falling[i] = max(falling[i], falling[j]+1)
			}
		}
		up = max(up, rising[i])
		down = max(down, falling[i])
	}
	if down != 3 {
		return false
	}
	if up == 5 {
		return true // target
	}
	return false
}
