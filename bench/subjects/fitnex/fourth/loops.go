package fourth

// Grades wants five marks or more with the average 4, of which the last is lower
// than the first.
func Grades(marks []int) bool {
	if len(marks) < 5 {
		return false
	}
	sum := 0
	for _, m := range marks {
		if m < 1 || m > 6 {
			return false
		}
		sum += m
	}
	if sum != 4*len(marks) {
		return false
	}
	if marks[len(marks)-1] < marks[0] {
		return true // target
	}
	return false
}

// Savings begins with 100 to 200 and puts money aside each month; each third month
// the bank adds a tenth of the whole. It wants 990 in the end, 140 of it from the
// bank.
func Savings(start int, deposits []int) bool {
	if start < 100 || start > 200 {
		return false
	}
	balance, interest := start, 0
	for month, d := range deposits {
		if d < 0 || d > 150 {
			return false
		}
		balance += d
		if month%3 == 2 {
			interest += balance / 10
			balance += balance / 10
		}
	}
	if balance != 990 {
		return false
	}
	if interest == 140 {
		return true // target
	}
	return false
}

// Race wants two runners who overtake each other three times, and who are both on
// field 20 in the end.
func Race(hare, tortoise []int) bool {
	if len(hare) != len(tortoise) {
		return false
	}
	x, y, leader, changes := 0, 0, 0, 0
	for i := range hare {
		if hare[i] < 0 || hare[i] > 6 || tortoise[i] < 0 || tortoise[i] > 6 {
			return false
		}
		x += hare[i]
		y += tortoise[i]
		ahead := 0
		if x > y {
			ahead = 1
		} else if x < y {
			ahead = -1
		}
		if ahead == 0 {
			continue
		}
		if ahead == -leader {
			changes++
		}
		leader = ahead
	}
	if changes != 3 {
		return false
	}
	if x != y {
		return false
	}
	if x == 20 {
		return true // target
	}
	return false
}

// Bowling wants the rolls of a whole game, ten frames and what is rolled after the
// last, with three strikes, two spares and 90 points.
func Bowling(rolls []int) bool {
	for _, pins := range rolls {
		if pins < 0 || pins > 10 {
			return false
		}
	}
	score, at, strikes, spares, extra := 0, 0, 0, 0, 0
	for frame := 0; frame < 10; frame++ {
		if at+1 >= len(rolls) {
			return false
		}
		extra = 0
		sum := rolls[at] + rolls[at+1]
		if rolls[at] == 10 {
			strikes++
			extra = 2
			at++
		} else {
			if sum > 10 {
				return false
			}
			if sum == 10 {
				spares++
				extra = 1
			}
			at += 2
		}
		score += sum
		if extra > 0 {
			third := at + extra - 1
			if third >= len(rolls) {
				return false
			}
			score += rolls[third]
		}
	}
	if at+extra != len(rolls) {
		return false
	}
	if strikes != 3 {
		return false
	}
	if spares != 2 {
		return false
	}
	if score == 90 {
		return true // target
	}
	return false
}
