package sixth

// Luby wants a number of restarts between 40 and 100 of which the last has the length
// 16, with all lengths together 8640 steps. It follows (*Luby).Next of
// github.com/go-air/gini.
func Luby(restarts, factor int) bool {
	if restarts < 40 || restarts > 100 || factor < 1 || factor > 1000 {
		return false
	}
	exp, turns, length, total := 0, 0, 0, 0
	for range restarts {
		length = 1 << exp
		total += length
		if length&turns == 0 {
			exp = 0
			turns++
		} else {
			exp++
		}
	}
	if length != 16 {
		return false
	}
	if total*factor == 8640 {
		return true // target
	}
	return false
}

// IsoWeek wants a Sunday of this century in the 53rd week of the year before. Weeks begin
// on Mondays and belong to the year of their Thursday. It follows Time.ISOWeek of time.
func IsoWeek(year, month, day int) bool {
	if year < 2001 || year > 2099 || month < 1 || month > 12 || day < 1 {
		return false
	}
	leap := 0
	if year%4 == 0 {
		leap = 1
	}
	ordinal, last := day, 0
	for m := 1; m <= month; m++ {
		ordinal += last
		switch m {
		case 2:
			last = 28 + leap
		case 4, 6, 9, 11:
			last = 30
		default:
			last = 31
		}
	}
	if day > last {
		return false
	}
	days := (year-2001)*365 + (year-2001)/4 + ordinal - 1
	weekday := days % 7
	thursday, isoYear := ordinal+3-weekday, year
	if thursday < 1 {
		isoYear--
		thursday += 365
		if isoYear%4 == 0 {
			thursday++
		}
	} else if thursday > 365+leap {
		isoYear++
		thursday -= 365 + leap
	}
	if isoYear != year-1 || (thursday-1)/7+1 != 53 {
		return false
	}
	if weekday == 6 {
		return true // target
	}
	return false
}

// Jacobi wants a number below an odd one of three digits whose Jacobi symbol, -1, takes
// six rounds, with at least two changes of sign by each of two rules, for twos and for
// swaps. It follows Jacobi of math/big.
func Jacobi(a, n int) bool {
	if n < 100 || n > 999 || n%2 == 0 || a <= 0 || a >= n {
		return false
	}
	sign, rounds, twos, swaps := 1, 0, 0, 0
	for n > 1 {
		a %= n
		if a == 0 {
			return false
		}
		rounds++
		for a%2 == 0 {
			a /= 2
			if n%8 == 3 || n%8 == 5 {
				sign = -sign
				twos++
			}
		}
		if a%4 == 3 && n%4 == 3 {
			sign = -sign
			swaps++
		}
		a, n = n, a
	}
	if rounds != 6 || twos < 2 || swaps < 2 {
		return false
	}
	if sign == -1 {
		return true // target
	}
	return false
}

// Miller wants an odd number of four digits that is no prime, but passes the test of
// Miller and Rabin in base 2. It follows nat.probablyPrimeMillerRabin of math/big.
func Miller(n int) bool {
	if n < 1000 || n > 9999 || n%2 == 0 {
		return false
	}
	composite := false
	for d := 3; d*d <= n; d += 2 {
		if n%d == 0 {
			composite = true
			break
		}
	}
	if !composite {
		return false
	}
	odd, halvings := n-1, 0
	for odd%2 == 0 {
		odd /= 2
		halvings++
	}
	power := 1
	for bit := 1 << 13; bit > 0; bit >>= 1 {
		power = power * power % n
		if odd&bit != 0 {
			power = power * 2 % n
		}
	}
	passed := power == 1
	for ; halvings > 0; halvings-- {
		if power == n-1 {
			passed = true
		}
		power = power * power % n
	}
	if passed {
		return true // target
	}
	return false
}
