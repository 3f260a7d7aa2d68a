package fourth

// Alarm wants the highest alarm but one of a house with six doors: how high it is
// depends on the doors that are open, of which the first must be one, and on the
// time of day. The right code turns it off.
func Alarm(armed, night bool, doors uint16, code int) bool {
	if !armed {
		return false
	}
	if doors >= 1<<6 {
		return false
	}
	level := 0
	for d := doors; d > 0; d >>= 1 {
		if d&1 != 0 {
			level++
		}
	}
	if night {
		level += 2
	}
	if code == 1234 {
		level = 0
	}
	if doors&1 == 0 {
		return false
	}
	if code < 1000 || code%100 != 34 {
		return false
	}
	if level == 7 {
		return true // target
	}
	return false
}

// Hamming wants a word of seven bits whose sixth was turned over, and which is 11
// when that is mended.
func Hamming(word uint16) bool {
	if word >= 1<<7 {
		return false
	}
	check := 0
	for place := 1; place <= 7; place++ {
		if word>>(place-1)&1 != 0 {
			check ^= place
		}
	}
	if check != 6 {
		return false
	}
	mended := word ^ 1<<5
	data := mended >> 2 & 1
	data = data<<3 | mended>>4
	if data == 11 {
		return true // target
	}
	return false
}

// Lights has seven lamps in a row, of which the first and the fourth are on. A press
// turns a lamp and its neighbours over. It wants every second lamp to be on, after
// at least five presses, none of the same lamp as the press before or of its
// neighbour.
func Lights(presses []int) bool {
	lamps := [7]bool{0: true, 3: true}
	last := -9
	for _, p := range presses {
		if p < 0 || p >= len(lamps) {
			return false
		}
		if p-last < 2 && last-p < 2 {
			return false
		}
		last = p
		for i := max(p-1, 0); i <= min(p+1, len(lamps)-1); i++ {
			lamps[i] = !lamps[i]
		}
	}
	right := 0
	for i, on := range lamps {
		if on == (i%2 == 0) {
			right++
		}
	}
	if len(presses) < 5 {
		return false
	}
	if right == len(lamps) {
		return true // target
	}
	return false
}

// Ferry wants a wolf, a goat and a cabbage across the river. The ferryman takes one
// of them with him, or nothing, and must not leave the goat alone with one of the
// others.
func Ferry(trips []byte) bool {
	man, wolf, goat, cabbage := false, false, false, false
	for _, load := range trips {
		there := !man
		switch load {
		case 'w':
			if wolf == there {
				return false
			}
			wolf = there
		case 'g':
			if goat == there {
				return false
			}
			goat = there
		case 'c':
			if cabbage == there {
				return false
			}
			cabbage = there
		case '-':
		default:
			return false
		}
		man = there
		if goat != man {
			if goat == wolf || goat == cabbage {
				return false
			}
		}
	}
	if !wolf {
		return false
	}
	if !cabbage {
		return false
	}
	if goat {
		return true // target
	}
	return false
}
