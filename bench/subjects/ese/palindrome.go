package ese

// IsPalindrome reports whether the list is the same backwards. It compares
// every pair twice, as the paper's program does.
//
// The worst list is a palindrome.
func IsPalindrome(list []int) bool {
	for i := range list {
		if list[i] != list[len(list)-1-i] {
			return false
		}
	}
	return true
}
