package third

// Darts wants 101 points thrown down to nothing, the last throw an even one,
// with three throws that did not count.
func Darts(throws []int) bool {
	rest, busts := 101, 0
	for _, points := range throws {
		if rest == 0 {
			return false
		}
		if points < 1 || points > 60 {
			return false
		}
		left := rest - points
		switch {
		case left < 0 || left == 1:
			busts++
		case left == 0 && points%2 != 0:
			busts++
		default:
			rest = left
		}
	}
	if rest != 0 {
		return false
	}
	if busts == 3 {
		return true // target
	}
	return false
}

// Jumps follows a list of 8 distances from its first element, and wants to come
// out just behind the end with three jumps back.
func Jumps(list []int) bool {
	if len(list) != 8 {
		return false
	}
	at, steps, back := 0, 0, 0
	for at >= 0 && at < len(list) {
		if steps > len(list) {
			return false
		}
		if list[at] < 0 {
			back++
		}
		at += list[at]
		steps++
	}
	if at != len(list) {
		return false
	}
	if back == 3 {
		return true // target
	}
	return false
}

// Blackjack wants 21 with six cards or more, an ace counting for 11.
func Blackjack(cards []int) bool {
	if len(cards) < 6 {
		return false
	}
	total, aces := 0, 0
	for _, card := range cards {
		if card < 1 || card > 13 {
			return false
		}
		if card == 1 {
			aces++
		}
		total += min(card, 10)
		if total > 21 {
			return false
		}
	}
	soft := false
	if aces > 0 && total <= 11 {
		soft = true
		total += 10
	}
	if !soft {
		return false
	}
	if total == 21 {
		return true // target
	}
	return false
}

// Drawdown wants prices with six new highs, a greatest loss of 25 since the
// last high, and a gain in the end.
func Drawdown(prices []int) bool {
	high, highs, worst := 0, 0, 0
	for _, p := range prices {
		if p <= 0 || p > 1000 {
			return false
		}
		if p > high {
			high = p
			highs++
			continue
		}
		if high-p > worst {
			worst = high - p
		}
	}
	if highs != 6 {
		return false
	}
	if prices[len(prices)-1] <= prices[0] {
		return false
	}
	if worst == 25 {
		return true // target
	}
	return false
}
