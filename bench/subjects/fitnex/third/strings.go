package third

import (
	"strconv"
	"strings"
	"unicode"
)

// Plate wants a number plate such as "ABC-1234" with rising letters, and a
// number above 5000 that is a multiple of 99.
func Plate(text string) bool {
	if len(text) != 8 {
		return false
	}
	for i := 0; i < 3; i++ {
		if text[i] < 'A' || text[i] > 'Z' {
			return false
		}
		if i > 0 && text[i] <= text[i-1] {
			return false
		}
	}
	if text[3] != '-' {
		return false
	}
	number, err := strconv.Atoi(text[4:])
	if err != nil {
		return false
	}
	if number%99 != 0 {
		return false
	}
	if number > 5000 {
		return true // target
	}
	return false
}

// Caesar wants a text with an x in it that, each letter moved back by the key,
// says "attack".
func Caesar(text string, key int) bool {
	if key < 1 || key > 25 {
		return false
	}
	var plain []byte
	marked := false
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c < 'a' || c > 'z' {
			return false
		}
		if c == 'x' {
			marked = true
		}
		place := int(c-'a') - key
		if place < 0 {
			place += 26
		}
		plain = append(plain, byte('a'+place))
	}
	if !marked {
		return false
	}
	if string(plain) == "attack" {
		return true // target
	}
	return false
}

// CamelCase wants a name of four words, none of one letter, the longest of
// four.
func CamelCase(name string) bool {
	if len(name) == 0 {
		return false
	}
	if name[0] < 'a' || name[0] > 'z' {
		return false
	}
	words, length, longest := 1, 0, 0
	for i := 0; i < len(name); i++ {
		c := name[i]
		switch {
		case c >= 'a' && c <= 'z':
			length++
		case c >= 'A' && c <= 'Z':
			if length < 2 {
				return false
			}
			words++
			length = 1
		default:
			return false
		}
		longest = max(longest, length)
	}
	if length < 2 {
		return false
	}
	if words != 4 {
		return false
	}
	if longest == 4 {
		return true // target
	}
	return false
}

// Vowels wants a word with all the vowels in the order of the alphabet, and
// four consonants, no two of them neighbours.
func Vowels(word string) bool {
	const vowels = "aeiou"
	next, consonants, row := 0, 0, 0
	for i := 0; i < len(word); i++ {
		if word[i] < 'a' || word[i] > 'z' {
			return false
		}
		place := strings.IndexByte(vowels, word[i])
		if place < 0 {
			consonants++
			row++
			if row > 1 {
				return false
			}
			continue
		}
		row = 0
		if place != next {
			return false
		}
		next++
	}
	if next != len(vowels) {
		return false
	}
	if consonants == 4 {
		return true // target
	}
	return false
}

// Password wants 8 to 12 characters, none of them twice in a row: two capitals
// or more, three digits and two signs.
func Password(text string) bool {
	if len(text) < 8 || len(text) > 12 {
		return false
	}
	capitals, digits, signs := 0, 0, 0
	last := rune(-1)
	for _, r := range text {
		if r == last {
			return false
		}
		last = r
		switch {
		case unicode.IsUpper(r):
			capitals++
		case unicode.IsDigit(r):
			digits++
		case !unicode.IsLetter(r):
			signs++
		}
	}
	if capitals < 2 {
		return false
	}
	if digits != 3 {
		return false
	}
	if signs == 2 {
		return true // target
	}
	return false
}

// Path wants an absolute path that goes up once, and ends three deep in the
// folder "go".
func Path(path string) bool {
	if !strings.HasPrefix(path, "/") {
		return false
	}
	var open []string
	ups := 0
	for _, part := range strings.Split(path[1:], "/") {
		switch part {
		case "", ".":
		case "..":
			if len(open) == 0 {
				return false
			}
			open = open[:len(open)-1]
			ups++
		default:
			open = append(open, part)
		}
	}
	if ups != 1 {
		return false
	}
	if len(open) != 3 {
		return false
	}
	if open[2] == "go" {
		return true // target
	}
	return false
}
