package fourth

import (
	"strconv"
	"strings"
)

// Photo wants the name of a file such as "IMG_0815.jpg" with a number above 9990.
func Photo(name string) bool {
	if !strings.HasPrefix(name, "IMG_") {
		return false
	}
	if !strings.HasSuffix(name, ".jpg") {
		return false
	}
	digits := strings.TrimSuffix(strings.TrimPrefix(name, "IMG_"), ".jpg")
	if len(digits) != 4 {
		return false
	}
	n, err := strconv.Atoi(digits)
	if err != nil {
		return false
	}
	if n > 9990 {
		return true // target
	}
	return false
}

// Rhyme wants two words that begin with different letters and end with the same
// three, the first two letters longer, and without the second in it.
func Rhyme(a, b string) bool {
	if len(a) < 4 || len(b) < 4 {
		return false
	}
	if a[0] == b[0] {
		return false
	}
	if a[len(a)-3:] != b[len(b)-3:] {
		return false
	}
	if strings.Contains(a, b) {
		return false
	}
	if len(a) == len(b)+2 {
		return true // target
	}
	return false
}

// Color wants a color such as "#00ff7f" that has more red than green and more green
// than blue, 400 of all together, and a red that ends with 0.
func Color(text string) bool {
	if len(text) != 7 {
		return false
	}
	if text[0] != '#' {
		return false
	}
	var parts [3]int
	for i := 1; i < len(text); i++ {
		c := text[i]
		digit := 0
		switch {
		case c >= '0' && c <= '9':
			digit = int(c - '0')
		case c >= 'a' && c <= 'f':
			digit = int(c-'a') + 10
		default:
			return false
		}
		parts[(i-1)/2] = 16*parts[(i-1)/2] + digit
	}
	red, green, blue := parts[0], parts[1], parts[2]
	if red <= green || green <= blue {
		return false
	}
	if red+green+blue != 400 {
		return false
	}
	if red%16 == 0 {
		return true // target
	}
	return false
}

// Rotation wants a word of six different letters or more that begins with an o, and
// the same word turned around so that it begins with "go".
func Rotation(word, turned string) bool {
	if len(word) < 6 || len(word) != len(turned) {
		return false
	}
	for i := 0; i < len(word); i++ {
		if !isLower(word[i]) {
			return false
		}
		if strings.Count(word, word[i:i+1]) > 1 {
			return false
		}
	}
	if !strings.Contains(word+word, turned) {
		return false
	}
	if !strings.HasPrefix(turned, "go") {
		return false
	}
	if word[0] == 'o' {
		return true // target
	}
	return false
}

// Acronym wants a phrase of words that never get shorter, of two letters to four,
// whose first letters are those of "scuba".
func Acronym(phrase string) bool {
	var first []byte
	length := 2
	for _, word := range strings.Fields(phrase) {
		if len(word) < length {
			return false
		}
		length = len(word)
		for i := 0; i < len(word); i++ {
			if !isLower(word[i]) {
				return false
			}
		}
		first = append(first, word[0])
	}
	if string(first) != "scuba" {
		return false
	}
	if length == 4 {
		return true // target
	}
	return false
}

func isLower(c byte) bool {
	return c >= 'a' && c <= 'z'
}

func isDigit(c byte) bool {
	return c >= '0' && c <= '9'
}
