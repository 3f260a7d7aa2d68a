package sixth

import "strings"

// Ascii85 wants ten bytes in base 85: good, four zeros in short writing, and go. It
// follows Decode of encoding/ascii85.
func Ascii85(text string) bool {
	var out []byte
	value, digits, zeros := uint32(0), 0, 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c <= ' ':
			continue
		case c == 'z' && digits == 0:
			out = append(out, 0, 0, 0, 0)
			zeros++
			continue
		case c < '!' || c > 'u':
			return false
		}
		value = value*85 + uint32(c-'!')
		if digits++; digits == 5 {
			out = append(out, byte(value>>24), byte(value>>16), byte(value>>8), byte(value))
			value, digits = 0, 0
		}
	}
	if digits == 1 {
		return false
	}
	if digits > 0 {
		left := digits - 1
		for ; digits < 5; digits++ {
			value = value*85 + 84
		}
		for ; left > 0; left-- {
			out = append(out, byte(value>>24))
			value <<= 8
		}
	}
	if len(out) != 10 || zeros != 1 {
		return false
	}
	if !strings.HasPrefix(string(out), "good") {
		return false
	}
	if strings.HasSuffix(string(out), "go") {
		return true // target
	}
	return false
}

// digitOf returns what a hexadecimal digit stands for, or -1.
func digitOf(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

// Unescape wants the words "50% & up" in a query, where a plus is a blank, and what is
// neither a letter nor a digit has a percent sign and two digits. It follows unescape of
// net/url.
func Unescape(query string) bool {
	escapes, pluses := 0, 0
	for i := 0; i < len(query); {
		switch c := query[i]; {
		case c == '%':
			if i+2 >= len(query) || digitOf(query[i+1]) < 0 || digitOf(query[i+2]) < 0 {
				return false
			}
			escapes++
			i += 3
			continue
		case c == '+':
			pluses++
		case (c < '0' || c > '9') && (c < 'a' || c > 'z'):
			return false
		}
		i++
	}
	if escapes != 2 || pluses != 2 {
		return false
	}
	var text strings.Builder
	for i := 0; i < len(query); i++ {
		switch c := query[i]; c {
		case '%':
			text.WriteByte(byte(digitOf(query[i+1])<<4 | digitOf(query[i+2])))
			i += 2
		case '+':
			text.WriteByte(' ')
		default:
			text.WriteByte(c)
		}
	}
	if text.String() == "50% & up" {
		return true // target
	}
	return false
}

// Domain wants a name of four labels: the longest has six letters, one has digits only,
// and two hyphens stand within labels. It follows isDomainName of net.
func Domain(name string) bool {
	if len(name) == 0 || len(name) > 20 {
		return false
	}
	last, size, letters := byte('.'), 0, 0
	labels, longest, numbers, hyphens := 0, 0, 0, 0
	for i := 0; i <= len(name); i++ {
		c := byte('.')
		if i < len(name) {
			c = name[i]
		}
		switch {
		case c >= 'a' && c <= 'z' || c == '_':
			letters++
			size++
		case c >= '0' && c <= '9':
			size++
		case c == '-':
			if last == '.' {
				return false
			}
			letters++
			hyphens++
			size++
		case c == '.':
			if last == '.' || last == '-' {
				return false
			}
			if letters == 0 {
				numbers++
			}
			longest = max(longest, size)
			labels++
			size, letters = 0, 0
		default:
			return false
		}
		last = c
	}
	if labels != 4 || longest != 6 || numbers != 1 {
		return false
	}
	if hyphens == 2 {
		return true // target
	}
	return false
}

// adapted returns the bias of Punycode after a letter that is the last of count.
func adapted(delta, count int, first bool) int {
	if first {
		delta /= 700
	} else {
		delta /= 2
	}
	delta += delta / count
	steps := 0
	for ; delta > 35*26/2; delta /= 35 {
		steps += 36
	}
	return steps + 36*delta/(delta+38)
}

// Punycode wants the name of four letters in which n, a with two dots, k and o with two
// dots follow each other. It follows decode of golang.org/x/net/idna.
func Punycode(encoded string) bool {
	const limit = 1 << 31
	at := strings.LastIndexByte(encoded, '-') + 1
	if at < 2 {
		return false
	}
	out := []rune(encoded[:at-1])
	code, place, bias := 128, 0, 72
	for at < len(encoded) {
		before, weight := place, 1
		for k := 36; ; k += 36 {
			if at == len(encoded) {
				return false
			}
			digit := 0
			switch c := encoded[at]; {
			case c >= 'a' && c <= 'z':
				digit = int(c - 'a')
			case c >= '0' && c <= '9':
				digit = int(c-'0') + 26
			default:
				return false
			}
			at++
			place += digit * weight
			if place >= limit {
				return false
			}
			least := min(max(k-bias, 1), 26)
			if digit < least {
				break
			}
			weight *= 36 - least
			if weight >= limit {
				return false
			}
		}
		count := len(out) + 1
		bias = adapted(place-before, count, before == 0)
		code += place / count
		place %= count
		if code > 0x10ffff {
			return false
		}
		out = append(out, 0)
		copy(out[place+1:], out[place:])
		out[place] = rune(code)
		place++
	}
	if len(out) != 4 || out[0] != 'n' || out[2] != 'k' {
		return false
	}
	if out[3] != 'ö' {
		return false
	}
	if out[1] == 'ä' {
		return true // target
	}
	return false
}

// identifier returns the text before the first dot, whether it is a number, and what
// follows the dot.
func identifier(text string) (first string, number bool, rest string) {
	first, rest, _ = strings.Cut(text, ".")
	for i := 0; i < len(first); i++ {
		if first[i] < '0' || first[i] > '9' {
			return first, false, rest
		}
	}
	return first, first != "", rest
}

// Prerelease wants two names of prereleases that begin with rc, of which the first is
// the older one, though it is the later one by the alphabet: they differ in their third
// part. It follows comparePrerelease of golang.org/x/mod/semver.
func Prerelease(older, newer string) bool {
	if !strings.HasPrefix(older, "rc.") || older < newer {
		return false
	}
	order, parts := 0, 0
	for x, y := older, newer; order == 0; {
		var a, b string
		var numberA, numberB bool
		a, numberA, x = identifier(x)
		b, numberB, y = identifier(y)
		if a == "" || b == "" {
			return false
		}
		if numberA && len(a) > 1 && a[0] == '0' || numberB && len(b) > 1 && b[0] == '0' {
			return false
		}
		parts++
		switch {
		case a == b:
			if x == "" || y == "" {
				return false
			}
		case numberA != numberB:
			order = 1
			if numberA {
				order = -1
			}
		case numberA && len(a) != len(b):
			order = len(a) - len(b)
		default:
			order = strings.Compare(a, b)
		}
	}
	if parts != 3 {
		return false
	}
	if order < 0 {
		return true // target
	}
	return false
}
