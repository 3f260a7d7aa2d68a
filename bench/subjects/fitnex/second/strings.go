package second

import (
	"slices"
	"strings"
)

// Email wants an address under .org whose user has a dot in the name.
func Email(address string) bool {
	if !strings.HasSuffix(address, ".org") {
		return false
	}
	at := strings.Index(address, "@")
	if at < 1 {
		return false
	}
	user, domain := address[:at], address[at+1:]
	if len(domain) <= len(".org") {
		return false
	}
	if strings.Contains(domain, "@") {
		return false
	}
	if strings.Contains(user, ".") {
		return true // target
	}
	return false
}

// Clock wants a time such as 12:34:56 in the last minutes of the day.
func Clock(stamp string) bool {
	if len(stamp) != 8 {
		return false
	}
	fields := [3]int{}
	for i := 0; i < len(stamp); i++ {
		c := stamp[i]
		if i == 2 || i == 5 {
			if c != ':' {
				return false
			}
			continue
		}
		if c < '0' || c > '9' {
			return false
		}
		fields[i/3] = 10*fields[i/3] + int(c-'0')
	}
	hours, minutes, seconds := fields[0], fields[1], fields[2]
	if hours > 23 || minutes > 59 || seconds > 59 {
		return false
	}
	if 3600*hours+60*minutes+seconds >= 86_000 {
		return true // target
	}
	return false
}

// Unpack undoes a packing in which each letter has a digit before it, how often
// it stands there, and wants a certain word.
func Unpack(packed string) bool {
	if len(packed)%2 != 0 {
		return false
	}
	var word []byte
	for i := 0; i < len(packed); i += 2 {
		n, letter := packed[i], packed[i+1]
		if n < '1' || n > '9' {
			return false
		}
		if letter < 'a' || letter > 'z' {
			return false
		}
		for ; n > '0'; n-- {
			word = append(word, letter)
		}
	}
	if string(word) == "balloon" {
		return true // target
	}
	return false
}

// Anagram wants the letters of "listen" in an order that comes late in the
// dictionary.
func Anagram(word string) bool {
	if len(word) != 6 {
		return false
	}
	letters := []byte(word)
	slices.Sort(letters)
	if string(letters) != "eilnst" {
		return false
	}
	vowels := 0
	for _, c := range word[:3] {
		if c == 'e' || c == 'i' {
			vowels++
		}
	}
	if vowels != 1 {
		return false
	}
	if word > "ti" {
		return true // target
	}
	return false
}

func isDigit(c byte) bool {
	return c >= '0' && c <= '9'
}

func isLower(c byte) bool {
	return c >= 'a' && c <= 'z'
}
