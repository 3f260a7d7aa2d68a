package fourth

// Wrap wants two positive numbers with a difference of 40 whose sum is too great for
// eight bits, and comes out as -100.
func Wrap(a, b int8) bool {
	if a <= 0 {
		return false
	}
	if b <= 0 {
		return false
	}
	if a+b != -100 {
		return false
	}
	if a-b == 40 {
		return true // target
	}
	return false
}

// Triangle wants the sides of a right triangle, the shortest first, that are 60 long
// together.
func Triangle(a, b, c int32) bool {
	if a < 1 || c > 100 {
		return false
	}
	if a >= b || b >= c {
		return false
	}
	if a+b+c != 60 {
		return false
	}
	if a*a+b*b == c*c {
		return true // target
	}
	return false
}

// Emirp wants a prime number above 700, of three digits with the sum 17, that is
// another prime number when read backwards.
func Emirp(n int) bool {
	if n < 700 || n > 999 {
		return false
	}
	backwards, sum := 0, 0
	for rest := n; rest > 0; rest /= 10 {
		backwards = 10*backwards + rest%10
		sum += rest % 10
	}
	if !isPrime(n) {
		return false
	}
	if backwards == n {
		return false
	}
	if !isPrime(backwards) {
		return false
	}
	if sum == 17 {
		return true // target
	}
	return false
}

func isPrime(n int) bool {
	for d := 2; d*d <= n; d++ {
		if n%d == 0 {
			return false
		}
	}
	return n > 1
}

// Order wants a number whose powers come to 1 for the first time at the 25th, when
// divided by an odd number of three digits.
func Order(base, modulus int64) bool {
	if base < 2 || base > 50 {
		return false
	}
	if modulus < 100 || modulus > 400 {
		return false
	}
	if modulus%2 == 0 {
		return false
	}
	steps := 1
	for power := base; power != 1; power = power * base % modulus {
		steps++
		if steps > 30 {
			return false
		}
	}
	if steps == 25 {
		return true // target
	}
	return false
}
