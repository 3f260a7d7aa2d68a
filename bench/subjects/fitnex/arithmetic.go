package fitnex

import "math"

// Quadratic wants an equation with small coefficients whose greater root is 6.
func Quadratic(a, b, c int32) bool {
	if a < 1 || a > 9 || b < -50 || b > 50 || c < -50 || c > 50 {
		return false
	}
	square := b*b - 4*a*c
	if square < 0 {
		return false
	}
	root := int32(0)
	for root*root < square {
		root++
	}
	if root*root != square {
		return false
	}
	if (root-b)%(2*a) != 0 {
		return false
	}
	if (root-b)/(2*a) == 6 {
		return true // target
	}
	return false
}

// GCD wants two numbers whose greatest common divisor is 7, found by 20
// subtractions.
func GCD(a, b int) bool {
	if a < 1 || a > 500 || b < 1 || b > 500 {
		return false
	}
	steps := 0
	for a != b {
		if a > b {
			a -= b
		} else {
			b -= a
		}
		steps++
	}
	if a != 7 {
		return false
	}
	if steps == 20 {
		return true // target
	}
	return false
}

// Date wants a valid date of a leap year that is its 60th day.
func Date(day, month, year int) bool {
	if year < 1900 || year > 2100 {
		return false
	}
	leap := year%4 == 0 && (year%100 != 0 || year%400 == 0)
	if !leap {
		return false
	}
	if month < 1 || month > 12 {
		return false
	}
	if day < 1 || day > daysOf(month) {
		return false
	}
	past := day
	for m := 1; m < month; m++ {
		past += daysOf(m)
	}
	if past == 60 {
		return true // target
	}
	return false
}

// daysOf is how many days a month of a leap year has.
func daysOf(month int) int {
	switch month {
	case 2:
		return 29
	case 4, 6, 9, 11:
		return 30
	}
	return 31
}

// Allocate wants a table whose size does not overflow, is a multiple of 512 and
// takes three pages.
func Allocate(count, size int32) bool {
	if count <= 1 || size <= 1 {
		return false
	}
	if count > math.MaxInt32/size {
		return false
	}
	rest := count * size
	if rest > 1<<16 {
		return false
	}
	if rest%512 != 0 {
		return false
	}
	pages := 0
	for rest > 0 {
		rest -= 4096
		pages++
	}
	if pages == 3 {
		return true // target
	}
	return false
}

// Remainders wants a number of four digits that leaves 2, 3 and 2 when divided
// by 3, 5 and 7.
func Remainders(n int) bool {
	if n%3 != 2 {
		return false
	}
	if n%5 != 3 {
		return false
	}
	if n%7 != 2 {
		return false
	}
	digits := 0
	for rest := n; rest > 0; rest /= 10 {
		digits++
	}
	if digits == 4 {
		return true // target
	}
	return false
}
