package fifth

// Box wants a box of different sides, the shortest first, with a volume of 1386 and
// a surface of 830.
func Box(width, depth, height int32) bool {
	if width <= 0 || height >= 1000 {
		return false
	}
	if width >= depth || depth >= height {
		return false
	}
	if 2*(width*depth+depth*height+height*width) != 830 {
		return false
	}
	if width*depth*height == 1386 {
		return true // target
	}
	return false
}

// kaprekar sorts the four digits of n down and up and subtracts.
func kaprekar(n int) int {
	d := [4]int{n / 1000, n / 100 % 10, n / 10 % 10, n % 10}
	for i := range d {
		for j := i + 1; j < len(d); j++ {
			if d[j] > d[i] {
				d[i], d[j] = d[j], d[i]
			}
		}
	}
	return 999*(d[0]-d[3]) + 90*(d[1]-d[2])
}

// Kaprekar wants a multiple of 97, of four digits, odd, from which it is seven steps
// to 6174.
func Kaprekar(n int) bool {
	if n < 1000 || n > 9999 {
		return false
	}
	if n%2 == 0 || n%97 != 0 {
		return false
	}
	steps := 0
	for n != 6174 && n != 0 {
		n = kaprekar(n)
		steps++
	}
	if n != 6174 {
		return false
	}
	if steps == 7 {
		return true // target
	}
	return false
}

// Dice wants a seed with which a generator throws a six four times and then a one.
func Dice(seed uint32) bool {
	state, sixes := seed, 0
	for range 4 {
		state = state*1103515245 + 12345
		if state>>16%6 == 5 {
			sixes++
		}
	}
	if sixes != 4 {
		return false
	}
	state = state*1103515245 + 12345
	if state>>16%6 == 0 {
		return true // target
	}
	return false
}

// Root wants a number of five digits, one below a square, whose root Newton's method
// finds in twelve rounds and which leaves 3 by 7.
func Root(n int) bool {
	if n < 10000 || n > 99999 {
		return false
	}
	x, rounds := n, 0
	for {
		next := (x + n/x) / 2
		rounds++
		if next >= x {
			break
		}
		x = next
	}
	if rounds != 12 || n%7 != 3 {
		return false
	}
	if (x+1)*(x+1)-1 == n {
		return true // target
	}
	return false
}
