package fifth

// Toll wants 45 paid for a convoy in which three are lorries: 3 for a car of two
// axles, 5 for a lorry of three to five.
func Toll(paid int, axles []int) bool {
	if paid != 45 {
		return false
	}
	due, lorries := 0, 0
	for _, n := range axles {
		switch {
		case n == 2:
			due += 3
		case n >= 3 && n <= 5:
			due += 5
			lorries++
		}
	}
	if lorries != 3 {
		return false
	}
	if due == paid {
		return true // target
	}
	return false
}

// Valleys wants a walk of steps up and down that comes out of three valleys, the
// deepest 4 below the sea, and ends on a hill of 2.
func Valleys(steps []int) bool {
	height, deepest, valleys := 0, 0, 0
	for _, s := range steps {
		switch s {
		case 1:
			height++
			if height == 0 {
				valleys++
			}
		case -1:
			height--
			deepest = min(deepest, height)
		default:
			return false
		}
	}
	if valleys != 3 || deepest != -4 {
		return false
	}
	if height == 2 {
		return true // target
	}
	return false
}

// Battery wants a battery that is at 50 first to be overfilled twice, emptied twice
// and at 35 in the end. It is a trap for whoever charges fast: there are at most 12
// changes, so fast never exceeds 12.
func Battery(changes []int) bool {
	if len(changes) > 12 {
		return false
	}
	level, full, empty, fast := 50, 0, 0, 0
	for _, c := range changes {
		if c < -60 || c > 60 {
			return false
		}
		if c > 30 {
			fast++
		}
		level += c
		if level > 100 {
			level = 100
			full++
		} else if level < 0 {
			level = 0
			empty++
		}
		if fast > 12 {
			full, empty = 2, 2
		}
	}
	if full != 2 || empty != 2 {
		return false
	}
	if level == 35 {
		return true // target
	}
	return false
}

// Streak wants ten days of 10000 steps or more, six of them in a row and three
// others in a row at the end. No streak is longer than all such days are, which is a
// trap.
func Streak(days []int) bool {
	best, run, active := 0, 0, 0
	for _, steps := range days {
		if steps < 0 {
			return false
		}
		if steps >= 10000 {
			run++
			active++
		} else {
			run = 0
		}
		if run > best {
			best = run
		}
		if best > active {
			active = 10
		}
	}
	if active != 10 || best != 6 {
		return false
	}
	if run == 3 {
		return true // target
	}
	return false
}
