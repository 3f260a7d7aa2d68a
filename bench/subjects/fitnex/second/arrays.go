package second

// Rotated wants a rising list of 7 or more that was rotated so that its smallest
// number is the fourth.
func Rotated(list []int) bool {
	if len(list) < 7 {
		return false
	}
	drops, smallest := 0, 0
	for i := 1; i < len(list); i++ {
		if list[i] == list[i-1] {
			return false
		}
		if list[i] < list[i-1] {
			drops++
			smallest = i
		}
	}
	if drops != 1 {
		return false
	}
	if list[len(list)-1] >= list[0] {
		return false
	}
	if smallest == 3 {
		return true // target
	}
	return false
}

// Majority wants 5 votes or more, over half of them for candidate 42, and the
// first for another.
func Majority(votes []int) bool {
	if len(votes) < 5 {
		return false
	}
	candidate, lead := 0, 0
	for _, v := range votes {
		switch {
		case lead == 0:
			candidate, lead = v, 1
		case v == candidate:
			lead++
		default:
			lead--
		}
	}
	n := 0
	for _, v := range votes {
		if v == candidate {
			n++
		}
	}
	if 2*n <= len(votes) {
		return false
	}
	if votes[0] == candidate {
		return false
	}
	if candidate == 42 {
		return true // target
	}
	return false
}

// Balance wants 9 weights or more with a sum of 60 that are in balance around
// the fifth.
func Balance(weights []int) bool {
	if len(weights) < 9 {
		return false
	}
	total := 0
	for _, w := range weights {
		if w < 1 || w > 50 {
			return false
		}
		total += w
	}
	if total != 60 {
		return false
	}
	left, pivot := 0, -1
	for i, w := range weights {
		if left == total-left-w {
			pivot = i
			break
		}
		left += w
	}
	if pivot == 4 {
		return true // target
	}
	return false
}

// Histogram wants marks from 1 to 5, each of them given, that are more frequent
// the nearer they are to 3.
func Histogram(marks []int) bool {
	var counts [6]int
	for _, m := range marks {
		if m < 1 || m > 5 {
			return false
		}
		counts[m]++
	}
	if counts[1] == 0 || counts[5] == 0 {
		return false
	}
	for m := 1; m < 3; m++ {
		if counts[m] >= counts[m+1] {
			return false
		}
	}
	for m := 5; m > 4; m-- {
		if counts[m] >= counts[m-1] {
			return false
		}
	}
	if counts[4] < counts[3] {
		return true // target
	}
	return false
}
