package second

// Budget buys things in their order until the money does not last for the next,
// and wants three or more that take all of it.
func Budget(limit int, costs []int) bool {
	if limit < 100 || limit > 1000 {
		return false
	}
	left, bought := limit, 0
	for _, c := range costs {
		if c <= 0 {
			return false
		}
		if c > left {
			break
		}
		left -= c
		bought++
	}
	if left != 0 {
		return false
	}
	if bought > 2 {
		return true // target
	}
	return false
}

// Collatz wants a number that takes 16 steps to 1 and climbs to 52 on the way.
func Collatz(n int) bool {
	if n < 1 || n > 1000 {
		return false
	}
	steps, peak := 0, n
	for n != 1 {
		if n%2 == 0 {
			n /= 2
		} else {
			n = 3*n + 1
		}
		if n > peak {
			peak = n
		}
		steps++
	}
	if steps != 16 {
		return false
	}
	if peak == 52 {
		return true // target
	}
	return false
}

// Tank begins half full; it wants to spill twice, to run dry twice and to hold
// 73 at the end.
func Tank(flows []int) bool {
	level := 50
	spills, dry := 0, 0
	for _, f := range flows {
		if f < -40 || f > 40 {
			return false
		}
		level += f
		if level > 100 {
			level = 100
			spills++
		} else if level < 0 {
			level = 0
			dry++
		}
	}
	if spills != 2 {
		return false
	}
	if dry != 2 {
		return false
	}
	if level == 73 {
		return true // target
	}
	return false
}
