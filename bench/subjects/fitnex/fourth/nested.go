package fourth

// Saddle wants a table of three rows and columns or more in which one number alone
// is the greatest of its row and the least of its column: 50, below the first row.
func Saddle(rows [][]int) bool {
	if len(rows) < 3 || len(rows) > 5 {
		return false
	}
	width := len(rows[0])
	if width < 3 || width > 5 {
		return false
	}
	for _, row := range rows {
		if len(row) != width {
			return false
		}
	}
	saddles, where, value := 0, 0, 0
	for y, row := range rows {
		for x, v := range row {
			saddle := true
			for _, other := range row {
				if other > v {
					saddle = false
				}
			}
			for _, other := range rows {
				if other[x] < v {
					saddle = false
				}
			}
			if saddle {
				saddles++
				where, value = y, v
			}
		}
	}
	if saddles != 1 {
		return false
	}
	if where == 0 {
		return false
	}
	if value == 50 {
		return true // target
	}
	return false
}

// Friends wants eight pairs of friends, the lower number first, among six people who
// all have a friend, with four groups of three of whom each two are friends.
func Friends(pairs [][2]int) bool {
	if len(pairs) != 8 {
		return false
	}
	const n = 6
	var know [n][n]bool
	for _, p := range pairs {
		a, b := p[0], p[1]
		if a < 0 || a >= b || b >= n {
			return false
		}
		if know[a][b] {
			return false
		}
		know[a][b], know[b][a] = true, true
	}
	groups := 0
	for a := 0; a < n; a++ {
		friends := 0
		for b := 0; b < n; b++ {
			if !know[a][b] {
				continue
			}
			friends++
			for c := b + 1; c < n; c++ {
				if a < b && know[a][c] && know[b][c] {
					groups++
				}
			}
		}
		if friends == 0 {
			return false
		}
	}
	if groups == 4 {
		return true // target
	}
	return false
}

// Distance wants a word of seven letters that becomes "kitten" when three letters
// are changed, put in or taken out, but not with fewer, and does not begin like it.
func Distance(word string) bool {
	const other = "kitten"
	if len(word) != 7 {
		return false
	}
	for i := 0; i < len(word); i++ {
		if !isLower(word[i]) {
			return false
		}
	}
	if word[0] == other[0] {
		return false
	}
	var costs [len(other) + 1]int
	for j := range costs {
		costs[j] = j
	}
	for i := 0; i < len(word); i++ {
		diagonal := costs[0]
		costs[0] = i + 1
		for j := 0; j < len(other); j++ {
			cost := diagonal
			if word[i] != other[j] {
				cost = 1 + min(diagonal, costs[j], costs[j+1])
			}
			diagonal = costs[j+1]
			costs[j+1] = cost
		}
	}
	if costs[len(other)] == 3 {
		return true // target
	}
	return false
}
