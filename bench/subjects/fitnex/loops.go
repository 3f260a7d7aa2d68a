package fitnex

// TestLoop is the method of the paper's Figure 1: 20 elements must be 15.
func TestLoop(x int, y []int) bool {
	if x == 90 {
		for i := 0; i < len(y); i++ {
			if y[i] == 15 {
				x++
			}
		}
		if x == 110 {
			return true // target
		}
	}
	return false
}

// CountSteps walks from field 7 to field 52, three ahead or two back at a time.
func CountSteps(start int, moves []int) bool {
	if start != 7 {
		return false
	}
	at := start
	for _, m := range moves {
		switch {
		case m == 4:
			at += 3
		case m > 100:
			at -= 2
		}
	}
	if at == 52 {
		return true // target
	}
	return false
}

// TwoCounters wants 7 readings that are too low and twice as many that are too
// high.
func TwoCounters(readings []int) bool {
	low, high := 0, 0
	for i := 0; i < len(readings); i++ {
		if readings[i] < -1000 {
			low++
		} else if readings[i] > 1000 {
			high++
		}
	}
	if low != 7 {
		return false
	}
	if high == 2*low {
		return true // target
	}
	return false
}

// LoopExample begins with the trap of the paper's section 5.2: sum grows at
// most once in each of at most 100 rounds, so it never exceeds 100. What is
// behind wants negative numbers, where the trap draws to positive ones.
func LoopExample(a []int) bool {
	sum := 0
	for i := 0; i < 100 && i < len(a); i++ {
		if a[i] > 0 {
			sum++
		}
	}
	if sum > 100 {
		return false
	}
	drops := 0
	for i := 0; i < len(a); i++ {
		if a[i] < -50 {
			drops++
		}
	}
	if drops < 4 {
		return false
	}
	if a[0] == 11*drops {
		return true // target
	}
	return false
}
