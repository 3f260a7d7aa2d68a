package fifth

import "strings"

// hexDigit returns what a hexadecimal digit stands for, or -1.
func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	}
	return -1
}

// Quoted wants a string between quotes that stands for five bytes: the first is e9,
// two are written by their hexadecimal digits, and a line ends before a quote.
func Quoted(text string) bool {
	if len(text) < 2 || text[0] != '"' || text[len(text)-1] != '"' {
		return false
	}
	value, inner, hexes := []byte{}, text[1:len(text)-1], 0
	for i := 0; i < len(inner); i++ {
		c := inner[i]
		if c == '"' {
			return false
		}
		if c == '\\' {
			i++
			if i == len(inner) {
				return false
			}
			switch c = inner[i]; c {
			case '"', '\\':
			case 'n':
				c = '\n'
			case 'x':
				if i+2 >= len(inner) || hexDigit(inner[i+1]) < 0 || hexDigit(inner[i+2]) < 0 {
					return false
				}
				c = byte(hexDigit(inner[i+1])*16 + hexDigit(inner[i+2]))
				i += 2
				hexes++
			default:
				return false
			}
		}
		value = append(value, c)
	}
	if len(value) != 5 || value[0] != 0xe9 || hexes != 2 {
		return false
	}
	if strings.Contains(string(value), "\n\"") {
		return true // target
	}
	return false
}

// Pages wants the pages to print, as in 1-3,7 but in four parts: ten pages in rising
// order, the last of them the fortieth.
func Pages(text string) bool {
	parts, total, last, from, n := 0, 0, 0, 0, 0
	for i := 0; i <= len(text); i++ {
		switch {
		case i < len(text) && text[i] >= '0' && text[i] <= '9':
			n = n*10 + int(text[i]-'0')
			if n == 0 || n > 999 {
				return false
			}
		case i < len(text) && text[i] == '-':
			if n <= last || from > 0 {
				return false
			}
			from, n = n, 0
		case i == len(text) || text[i] == ',':
			if from == 0 {
				from = n
			} else if n <= from {
				return false
			}
			if from <= last {
				return false
			}
			parts++
			total += n - from + 1
			last, from, n = n, 0, 0
		default:
			return false
		}
	}
	if parts != 4 || total != 10 {
		return false
	}
	if last == 40 {
		return true // target
	}
	return false
}

// Frames wants three frames: a greeting of two bytes, data that add up to 600, and an
// empty farewell. Each is its kind, its size, as many bytes, and what all these give
// by exclusive or.
func Frames(data []byte) bool {
	at, kind, sum := 0, byte(0), 0
	for at < len(data) {
		if kind == 3 || at+2 >= len(data) || data[at] != kind+1 {
			return false
		}
		kind = data[at]
		size := int(data[at+1])
		if kind == 1 && size != 2 || kind == 3 && size != 0 {
			return false
		}
		end := at + 2 + size
		if end >= len(data) {
			return false
		}
		check := kind ^ data[at+1]
		for _, b := range data[at+2 : end] {
			check ^= b
			if kind == 2 {
				sum += int(b)
			}
		}
		if check != data[end] {
			return false
		}
		at = end + 1
	}
	if kind != 3 {
		return false
	}
	if sum == 600 {
		return true // target
	}
	return false
}
