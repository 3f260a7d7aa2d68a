package fitnex

// Sorted wants a list of 10 or more that rises everywhere and has 4 even
// numbers.
func Sorted(list []int) bool {
	if len(list) < 10 {
		return false
	}
	for i := 1; i < len(list); i++ {
		if list[i] <= list[i-1] {
			return false
		}
	}
	even := 0
	for _, v := range list {
		if v%2 == 0 {
			even++
		}
	}
	if even == 4 {
		return true // target
	}
	return false
}

// FindBinary wants a sorted list in which the key is found at the fourth look.
func FindBinary(list []int, key int) bool {
	for i := 1; i < len(list); i++ {
		if list[i] < list[i-1] {
			return false
		}
	}
	looks := 0
	found := false
	for low, high := 0, len(list); low < high && !found; {
		looks++
		middle := (low + high) / 2
		switch {
		case list[middle] < key:
			low = middle + 1
		case list[middle] > key:
			high = middle
		default:
			found = true
		}
	}
	if !found {
		return false
	}
	if looks == 4 {
		return true // target
	}
	return false
}

// Permutation wants the numbers from 1 to n, which is 5 or more, in an order
// that leaves two of them in their places.
func Permutation(list []int) bool {
	if len(list) < 5 {
		return false
	}
	seen := make([]bool, len(list))
	for _, v := range list {
		if v < 1 || v > len(list) {
			return false
		}
		if seen[v-1] {
			return false
		}
		seen[v-1] = true
	}
	fixed := 0
	for i, v := range list {
		if v == i+1 {
			fixed++
		}
	}
	if fixed == 2 {
		return true // target
	}
	return false
}

// Checksum wants 8 digits without a zero whose sum by Luhn's rule is a multiple
// of 10, with three of the doubled digits carrying.
func Checksum(digits []int) bool {
	if len(digits) != 8 {
		return false
	}
	sum, carries := 0, 0
	for i, d := range digits {
		if d < 1 || d > 9 {
			return false
		}
		if i%2 == 0 {
			d *= 2
			if d > 9 {
				d -= 9
				carries++
			}
		}
		sum += d
	}
	if carries != 3 {
		return false
	}
	if sum%10 == 0 {
		return true // target
	}
	return false
}

// Stairs wants a list with 17 numbers in a row, and nowhere more, each of them one
// more than the one before.
func Stairs(list []int) bool {
	run, longest := 0, 0
	for i := 0; i < len(list); i++ {
		if i > 0 && list[i] == list[i-1]+1 {
			run++
		} else {
			run = 1
		}
		if run > longest {
			longest = run
		}
	}
	if longest == 17 {
		return true // target
	}
	return false
}
