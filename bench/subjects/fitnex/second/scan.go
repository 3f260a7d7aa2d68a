package second

import (
	"strconv"
	"strings"
)

// Version wants v2.10.4 or what came later with the same major number.
func Version(text string) bool {
	if !strings.HasPrefix(text, "v") {
		return false
	}
	parts := strings.Split(text[1:], ".")
	if len(parts) != 3 {
		return false
	}
	var numbers [3]int
	for i, p := range parts {
		n, err := strconv.Atoi(p)
		if err != nil || n < 0 {
			return false
		}
		numbers[i] = n
	}
	if numbers[0] != 2 {
		return false
	}
	if numbers[1] < 10 {
		return false
	}
	if numbers[2] >= 4 {
		return true // target
	}
	return false
}

// Address wants an IPv4 address in 172.16.0.0/12 that ends in 254.
func Address(text string) bool {
	var octets [4]int
	at, digits := 0, 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == '.' {
			if digits == 0 || at == 3 {
				return false
			}
			at++
			digits = 0
			continue
		}
		if !isDigit(c) {
			return false
		}
		if digits > 0 && octets[at] == 0 {
			return false // a leading zero
		}
		octets[at] = 10*octets[at] + int(c-'0')
		if octets[at] > 255 {
			return false
		}
		digits++
	}
	if at != 3 || digits == 0 {
		return false
	}
	if octets[0] != 172 || octets[1]/16 != 1 {
		return false
	}
	if octets[3] == 254 {
		return true // target
	}
	return false
}

// Settings wants three settings such as depth=2;size=7;width=3, in the order of
// their keys, whose values have the sum 12.
func Settings(text string) bool {
	last := ""
	pairs, sum := 0, 0
	for i := 0; i < len(text); {
		begin := i
		for i < len(text) && isLower(text[i]) {
			i++
		}
		key := text[begin:i]
		if key <= last {
			return false
		}
		if i == len(text) || text[i] != '=' {
			return false
		}
		i++
		if i == len(text) || !isDigit(text[i]) {
			return false
		}
		sum += int(text[i] - '0')
		i++
		if i < len(text) && text[i] != ';' {
			return false
		}
		i++
		last = key
		pairs++
	}
	if pairs != 3 {
		return false
	}
	if sum == 12 {
		return true // target
	}
	return false
}

// Comments wants a source text with one /* inside of a string, and two quotes
// inside of comments.
func Comments(source []byte) bool {
	const (
		code = iota
		quotation
		comment
	)
	state, openings, quotes := code, 0, 0
	for i := 0; i < len(source); i++ {
		c, next := source[i], byte(0)
		if i+1 < len(source) {
			next = source[i+1]
		}
		switch {
		case state == code && c == '"':
			state = quotation
		case state == code && c == '/' && next == '*':
			state = comment
			i++
		case state == quotation && c == '"':
			state = code
		case state == quotation && c == '/' && next == '*':
			openings++
		case state == comment && c == '*' && next == '/':
			state = code
			i++
		case state == comment && c == '"':
			quotes++
		}
	}
	if state != code {
		return false
	}
	if openings != 1 {
		return false
	}
	if quotes == 2 {
		return true // target
	}
	return false
}
