package manual

// Alternating has zeros at even places and ones at odd ones.
func Alternating(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i % 2
	}
	return list
}

// alternateOptimum: the task is done in every round, and nothing takes more.
// A round has its head, two conditions, the assignment between them, the call
// and the statement in it.
func alternateOptimum(n int) int { return 6*n + 3 }

// Palindrome has the same number everywhere.
func Palindrome(n int) []int { return make([]int, n) }

// palindromeOptimum: every round is run to its end.
func palindromeOptimum(n int) int { return 2*n + 2 }

// Filling has no zero.
func Filling(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = 1
	}
	return list
}

// memoryFillOptimum: a number that is not zero takes two statements more than
// a zero, and another one for each of the first 16 of them. Lists that fit
// into the buffer leave no choice.
func memoryFillOptimum(n int) int {
	if n <= 16 {
		return 2*n + 5
	}
	return 4*n + 16 + 5
}

// Sorted has the numbers from 0 on.
func Sorted(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
