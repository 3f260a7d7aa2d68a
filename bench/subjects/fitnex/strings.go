package fitnex

import "strings"

// HelloWorld is the method of the paper's section 5.1.
func HelloWorld(value string) bool {
	if !strings.HasPrefix(value, "Hello") {
		return false
	}
	if !strings.HasSuffix(value, "World!") {
		return false
	}
	if strings.Contains(value, " ") {
		return true // target
	}
	return false
}

// Markup wants bold text that has the word "go" in it, compared letter by
// letter.
func Markup(text string) bool {
	const opening, closing = "<b>", "</b>"
	if len(text) < len(opening)+len(closing) {
		return false
	}
	if !matchesAt(text, opening, 0) {
		return false
	}
	if !matchesAt(text, closing, len(text)-len(closing)) {
		return false
	}
	places := 0
	for i := 0; i+2 <= len(text); i++ {
		if matchesAt(text, "go", i) {
			places++
		}
	}
	if places > 0 {
		return true // target
	}
	return false
}

// matchesAt reports whether the word stands in the text at a place where there
// is room for it.
func matchesAt(text, word string, at int) bool {
	for i := 0; i < len(word); i++ {
		if text[at+i] != word[i] {
			return false
		}
	}
	return true
}

// CountLetter wants the letter z 18 times, and no digits.
func CountLetter(text string) bool {
	if len(text) < 20 {
		return false
	}
	n := 0
	for i := 0; i < len(text); i++ {
		if text[i] >= '0' && text[i] <= '9' {
			return false
		}
		if text[i] == 'z' {
			n++
		}
	}
	if n == 18 {
		return true // target
	}
	return false
}

// Palindrome wants at least 9 small letters that read the same from both ends,
// an x among them in the middle and in one other pair of places.
func Palindrome(word string) bool {
	if len(word) < 9 {
		return false
	}
	found := 0
	for i := 0; i < len(word); i++ {
		if word[i] < 'a' || word[i] > 'z' {
			return false
		}
		if word[i] == 'x' {
			found++
		}
	}
	for i, j := 0, len(word)-1; i < j; i, j = i+1, j-1 {
		if word[i] != word[j] {
			return false
		}
	}
	if found == 3 {
		return true // target
	}
	return false
}

// Number wants a decimal number, perhaps with a sign, that is 1729.
func Number(text string) bool {
	digits := text
	negative := false
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		negative = text[0] == '-'
		digits = text[1:]
	}
	value := 0
	for i := 0; i < len(digits); i++ {
		if !isDigit(digits[i]) {
			return false
		}
		value = 10*value + int(digits[i]-'0')
		if value > 100_000 {
			return false
		}
	}
	if negative {
		value = -value
	}
	if value == 1729 {
		return true // target
	}
	return false
}

// Echo wants a text such as "abcde=abcde+1": at least five small letters, the
// same letters behind the sign, and what is added to them.
func Echo(text string) bool {
	at := 0
	for at < len(text) && text[at] != '=' {
		if text[at] < 'a' || text[at] > 'z' {
			return false
		}
		at++
	}
	if at < 5 || at == len(text) {
		return false
	}
	left, right := text[:at], text[at+1:]
	if len(right) < len(left) {
		return false
	}
	if right[:len(left)] != left {
		return false
	}
	if right[len(left):] == "+1" {
		return true // target
	}
	return false
}

func isDigit(c byte) bool {
	return c >= '0' && c <= '9'
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
