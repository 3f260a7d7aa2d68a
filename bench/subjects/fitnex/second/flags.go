package second

// Permissions wants the mode of a file that others cannot use, whose group may
// read and run it, and nothing that the owner may not.
func Permissions(mode uint16) bool {
	const read, run = 4, 1
	if mode > 0o777 {
		return false
	}
	owner, group, others := mode>>6, mode>>3&7, mode&7
	if others != 0 {
		return false
	}
	if owner&read == 0 {
		return false
	}
	if group&^owner != 0 {
		return false
	}
	if group == read|run {
		return true // target
	}
	return false
}

// Login wants somebody to be logged in whose account was locked before. Three
// wrong numbers lock it, and the master key opens it again.
func Login(pins []int) bool {
	const secret, master = 4711, 8080
	tries, unlocked := 0, 0
	locked, in := false, false
	for _, pin := range pins {
		switch {
		case locked:
			if pin == master {
				locked = false
				tries = 0
				unlocked++
			}
		case pin == secret:
			in = true
		default:
			in = false
			tries++
			locked = tries == 3
		}
	}
	if !in {
		return false
	}
	if unlocked > 0 {
		return true // target
	}
	return false
}

// Vending sells drinks for 120. It wants to have sold two, given back 50, and to
// hold 10 for the next.
func Vending(coins []int) bool {
	const price = 120
	credit, sold, change := 0, 0, 0
	for _, c := range coins {
		switch c {
		case 10, 20, 50:
			credit += c
		default:
			return false
		}
		if credit >= price {
			change += credit - price
			credit = 0
			sold++
		}
	}
	if sold != 2 {
		return false
	}
	if change != 50 {
		return false
	}
	if credit == 10 {
		return true // target
	}
	return false
}

// Elevator begins on the ground, and wants to turn four times, to pass 33 floors
// and to end on the fifth.
func Elevator(calls []int) bool {
	at, direction := 0, 0
	travelled, turns := 0, 0
	for _, to := range calls {
		if to < 0 || to > 9 {
			return false
		}
		if to == at {
			continue
		}
		step := 1
		if to < at {
			step = -1
		}
		if step == -direction {
			turns++
		}
		direction = step
		for at != to {
			at += step
			travelled++
		}
	}
	if turns != 4 {
		return false
	}
	if at != 5 {
		return false
	}
	if travelled == 33 {
		return true // target
	}
	return false
}
