package third

// Tennis wants the points of one game, no more, that b wins after being level
// twice with three points and more.
func Tennis(points string) bool {
	a, b, deuces := 0, 0, 0
	over := false
	for i := 0; i < len(points); i++ {
		if over {
			return false
		}
		switch points[i] {
		case 'a':
			a++
		case 'b':
			b++
		default:
			return false
		}
		if a >= 3 && a == b {
			deuces++
		}
		over = a >= 4 && a-b >= 2 || b >= 4 && b-a >= 2
	}
	if !over {
		return false
	}
	if deuces != 2 {
		return false
	}
	if b > a {
		return true // target
	}
	return false
}

// Editor wants keys that type "NaN" and take back two letters: ^ is the key for
// capitals, which stay until it is hit again, and < takes back a letter.
func Editor(keys []byte) bool {
	var text []byte
	capitals := false
	undone := 0
	for _, k := range keys {
		switch {
		case k == '^':
			capitals = !capitals
		case k == '<':
			if len(text) == 0 {
				return false
			}
			text = text[:len(text)-1]
			undone++
		case k < 'a' || k > 'z':
			return false
		case capitals:
			text = append(text, k-'a'+'A')
		default:
			text = append(text, k)
		}
	}
	if undone != 2 {
		return false
	}
	if string(text) == "NaN" {
		return true // target
	}
	return false
}

// Handshake wants two connections, opened and closed, that send three packets in
// all, of which two have been on their way together.
func Handshake(events []byte) bool {
	const (
		closed = iota
		opening
		open
	)
	state, pending, sent, sessions := closed, 0, 0, 0
	together := false
	for _, e := range events {
		switch {
		case e == 's' && state == closed:
			state = opening
		case e == 'a' && state == opening:
			state = open
		case e == 'a' && pending > 0:
			pending--
		case e == 'd' && state == open && pending < 2:
			pending++
			sent++
			together = together || pending == 2
		case e == 'f' && state == open && pending == 0:
			state = closed
			sessions++
		default:
			return false
		}
	}
	if state != closed || sessions != 2 {
		return false
	}
	if !together {
		return false
	}
	if sent == 3 {
		return true // target
	}
	return false
}

// Thermostat wants a heating that has been switched on three times, is off in the
// end and has been on for seven readings. Readings change by 10 at most.
func Thermostat(readings []int) bool {
	heating := false
	starts, hours := 0, 0
	for i, t := range readings {
		if t < -20 || t > 50 {
			return false
		}
		if i > 0 {
			change := t - readings[i-1]
			if change < -10 || change > 10 {
				return false
			}
		}
		if !heating && t < 18 {
			heating = true
			starts++
		} else if heating && t > 24 {
			heating = false
		}
		if heating {
			hours++
		}
	}
	if heating {
		return false
	}
	if starts != 3 {
		return false
	}
	if hours == 7 {
		return true // target
	}
	return false
}

// Robot drives on a field of five by five with two holes, from the corner, where
// it looks up. It has to get to column 2 of row 3, and look left there.
func Robot(commands string) bool {
	x, y, dx, dy := 0, 0, 0, 1
	for i := 0; i < len(commands); i++ {
		switch commands[i] {
		case 'L':
			dx, dy = -dy, dx
		case 'R':
			dx, dy = dy, -dx
		case 'F':
			x += dx
			y += dy
		default:
			return false
		}
		if x < 0 || x > 4 || y < 0 || y > 4 {
			return false
		}
		if x == 0 && y == 2 || x == 1 && y == 1 {
			return false
		}
	}
	if x != 2 {
		return false
	}
	if y != 3 {
		return false
	}
	if dx == -1 {
		return true // target
	}
	return false
}
