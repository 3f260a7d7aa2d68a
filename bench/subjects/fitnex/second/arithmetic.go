package second

// Coins wants ten coins that make 1.40, twice as many nickels as dimes.
func Coins(quarters, dimes, nickels int) bool {
	if quarters < 0 || dimes < 0 || nickels < 0 {
		return false
	}
	if quarters > 50 || dimes > 50 || nickels > 50 {
		return false
	}
	if quarters+dimes+nickels != 10 {
		return false
	}
	if 25*quarters+10*dimes+5*nickels != 140 {
		return false
	}
	if nickels == 2*dimes {
		return true // target
	}
	return false
}

// Hands wants a time past the half hour at which the hands of a clock are three
// and a half degrees apart.
func Hands(hour, minute int) bool {
	if hour < 0 || hour > 11 {
		return false
	}
	if minute < 0 || minute > 59 {
		return false
	}
	if minute < 30 {
		return false
	}
	// in halves of a degree
	apart := 60*hour + minute - 12*minute
	if apart < 0 {
		apart = -apart
	}
	if apart > 360 {
		apart = 720 - apart
	}
	if apart == 7 {
		return true // target
	}
	return false
}

// DigitalRoot wants a number of five digits whose sum of digits has to be taken
// three times, and then is 3.
func DigitalRoot(n int) bool {
	if n < 10_000 || n > 99_999 {
		return false
	}
	rounds := 0
	for n > 9 {
		sum := 0
		for n > 0 {
			sum += n % 10
			n /= 10
		}
		n = sum
		rounds++
	}
	if rounds != 3 {
		return false
	}
	if n == 3 {
		return true // target
	}
	return false
}

// ISBN wants a valid number of ten digits, no two neighbours the same, with an X
// at the end.
func ISBN(code string) bool {
	if len(code) != 10 {
		return false
	}
	sum := 0
	for i := 0; i < 10; i++ {
		c := code[i]
		if i > 0 && c == code[i-1] {
			return false
		}
		switch {
		case c >= '0' && c <= '9':
			sum += (10 - i) * int(c-'0')
		case c == 'X' && i == 9:
			sum += 10
		default:
			return false
		}
	}
	if sum%11 != 0 {
		return false
	}
	if code[9] == 'X' {
		return true // target
	}
	return false
}
