package third

// Bits wants a number with five ones, no two of them neighbours, and two zeros
// at its end.
func Bits(n int) bool {
	if n <= 0 || n >= 1<<13 {
		return false
	}
	ones, zeros, last := 0, 0, 0
	for rest := n; rest > 0; rest /= 2 {
		bit := rest % 2
		if bit == 1 {
			if last == 1 {
				return false
			}
			ones++
		} else if ones == 0 {
			zeros++
		}
		last = bit
	}
	if zeros != 2 {
		return false
	}
	if ones == 5 {
		return true // target
	}
	return false
}

// Divisors wants an odd number up to 1000 that has twelve divisors.
func Divisors(n int) bool {
	if n < 1 || n > 1000 {
		return false
	}
	if n%2 == 0 {
		return false
	}
	divisors := 0
	for d := 1; d*d <= n; d++ {
		if n%d != 0 {
			continue
		}
		divisors++
		if d*d != n {
			divisors++
		}
	}
	if divisors == 12 {
		return true // target
	}
	return false
}

// Fibonacci wants two numbers to begin with, so that adding the last two comes to
// 500 at the sixth time.
func Fibonacci(a, b int) bool {
	if a < 1 || a > 60 || b < 1 || b > 60 {
		return false
	}
	steps := 0
	for b < 500 {
		a, b = b, a+b
		steps++
	}
	if b != 500 {
		return false
	}
	if steps == 6 {
		return true // target
	}
	return false
}

// Tax wants a family with three children or more that pays 17500.
func Tax(income, children int) bool {
	if income < 0 || income > 200_000 {
		return false
	}
	if children < 3 || children > 8 {
		return false
	}
	rest := income - 10_000 - 4_000*children
	widths := [...]int{20_000, 30_000, 40_000, 200_000}
	rates := [...]int{10, 25, 40, 50}
	tax := 0
	for i, width := range widths {
		if rest <= 0 {
			break
		}
		part := min(rest, width)
		tax += part * rates[i] / 100
		rest -= part
	}
	if tax == 17_500 {
		return true // target
	}
	return false
}
