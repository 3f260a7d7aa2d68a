package fitnex

// Flags wants four things to be true of numbers of which z is just below the
// middle of x and y.
func Flags(x, y, z int) bool {
	rising := x < y
	far := y-x > 1000
	odd := z%2 != 0
	between := x < z && z < y
	n := 0
	if rising {
		n++
	}
	if far {
		n += 2
	}
	if odd {
		n += 4
	}
	if between {
		n += 8
	}
	if x+y != 2*z+1 {
		return false
	}
	if n == 15 {
		return true // target
	}
	return false
}

// Lock is opened by six keys in a row, and closed by one more.
func Lock(keys []int) bool {
	code := [...]int{3, 1, 4, 1, 5, 9}
	right := 0
	for _, k := range keys {
		switch {
		case right < len(code) && k == code[right]:
			right++
		case k == code[0]:
			right = 1
		default:
			right = 0
		}
	}
	if right == len(code) {
		return true // target
	}
	return false
}

// Turnstile wants 15 people who have paid to pass, and fewer than 3 who try
// without.
func Turnstile(events []byte) bool {
	open := false
	passed, refused := 0, 0
	for i := 0; i < len(events); i++ {
		switch events[i] {
		case 'c':
			open = true
		case 'p':
			if open {
				passed++
			} else {
				refused++
			}
			open = false
		}
	}
	if refused >= 3 {
		return false
	}
	if passed == 15 {
		return true // target
	}
	return false
}

// Retry wants a service that has recovered once, and then failed 16 times in a
// row or more. An answer that is neither good nor a failure ends it.
func Retry(answers []int) bool {
	failures, recovered := 0, 0
	for _, code := range answers {
		ok := code == 200
		if ok {
			if failures > 0 {
				recovered++
			}
			failures = 0
		} else if code >= 500 {
			failures++
		} else {
			return false
		}
	}
	down := failures >= 16
	if !down {
		return false
	}
	if recovered == 1 {
		return true // target
	}
	return false
}
