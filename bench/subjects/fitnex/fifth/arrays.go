package fifth

// Zigzag wants nine numbers that go up and down in turn, by more than 10 each time,
// end where they began and add up to 200.
func Zigzag(list []int) bool {
	if len(list) != 9 {
		return false
	}
	sum := 0
	for i, v := range list {
		if v < 0 || v > 100 {
			return false
		}
		sum += v
		if i%2 == 1 && v <= list[i-1]+10 {
			return false
		}
		if i > 0 && i%2 == 0 && v >= list[i-1]-10 {
			return false
		}
	}
	if sum != 200 {
		return false
	}
	if list[8] == list[0] {
		return true // target
	}
	return false
}

// Kadane wants numbers that are negative in all, of which the third to the sixth have
// the greatest sum of those side by side, and that is 50.
func Kadane(list []int) bool {
	best, from, to, start, sum, total := 0, -1, -1, 0, 0, 0
	for i, v := range list {
		if v < -60 || v > 40 {
			return false
		}
		total += v
		sum += v
		if sum <= 0 {
			sum, start = 0, i+1
		} else if sum > best {
			best, from, to = sum, start, i
		}
	}
	if from != 2 || to != 5 {
		return false
	}
	if total >= 0 {
		return false
	}
	if best == 50 {
		return true // target
	}
	return false
}

// Gray wants all numbers below eight round in a ring, 5 first and 6 at the fifth
// place, so that neighbours differ in one bit.
func Gray(list []int) bool {
	if len(list) != 8 || list[0] != 5 {
		return false
	}
	seen := 0
	for i, v := range list {
		if v < 0 || v > 7 || seen&(1<<v) != 0 {
			return false
		}
		seen |= 1 << v
		change := v ^ list[(i+1)%8]
		if change == 0 || change&(change-1) != 0 {
			return false
		}
	}
	if list[4] == 6 {
		return true // target
	}
	return false
}

// Probing wants seven different keys that meet six taken places of a table of eleven
// on the way to theirs, one of them three, and 43 to go round to the first place.
func Probing(keys []int) bool {
	if len(keys) != 7 {
		return false
	}
	var table [11]int
	met, most := 0, 0
	for _, k := range keys {
		if k < 1 || k > 99 {
			return false
		}
		at, tries := k%11, 0
		for table[at] != 0 {
			if table[at] == k {
				return false
			}
			at = (at + 1) % 11
			tries++
		}
		table[at] = k
		met += tries
		most = max(most, tries)
	}
	if met != 6 || most != 3 {
		return false
	}
	if table[0] == 43 {
		return true // target
	}
	return false
}
