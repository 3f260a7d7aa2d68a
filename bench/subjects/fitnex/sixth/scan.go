package sixth

import "strings"

// Chunked wants a body in two chunks that give the word done, one of them with an
// extension after its size, and the chunk of size zero. It follows (*chunkedReader).beginChunk,
// removeChunkExtension and parseHexUint of net/http/internal.
func Chunked(body string) bool {
	data, chunks, extensions, ended := "", 0, 0, false
	for body != "" {
		line, rest, ok := strings.Cut(body, "\r\n")
		if !ok || ended {
			return false
		}
		if semicolon := strings.IndexByte(line, ';'); semicolon >= 0 {
			line = line[:semicolon]
			extensions++
		}
		if line == "" || len(line) > 4 {
			return false
		}
		size := 0
		for i := 0; i < len(line); i++ {
			digit := digitOf(line[i])
			if digit < 0 {
				return false
			}
			size = size<<4 | digit
		}
		if len(rest) < size+2 || rest[size:size+2] != "\r\n" {
			return false
		}
		if size == 0 {
			ended = true
		} else {
			data += rest[:size]
			chunks++
		}
		body = rest[size+2:]
	}
	if !ended || chunks != 2 || extensions != 1 {
		return false
	}
	if data == "done" {
		return true // target
	}
	return false
}

// Ipv6 wants an address of the local link, fe80 first and b7 last, with a gap of four
// groups and a zone of three letters. It follows parseIPv6 of net/netip.
func Ipv6(text string) bool {
	text, zone, _ := strings.Cut(text, "%")
	if len(zone) != 3 {
		return false
	}
	var groups [8]int
	count, gap := 0, -1
	if strings.HasPrefix(text, "::") {
		gap, text = 0, text[2:]
	}
	for text != "" {
		if count == 8 {
			return false
		}
		value, digits := 0, 0
		for digits < len(text) && digitOf(text[digits]) >= 0 {
			value = value<<4 | digitOf(text[digits])
			if digits++; digits > 4 {
				return false
			}
		}
		if digits == 0 {
			return false
		}
		groups[count] = value
		count++
		text = text[digits:]
		switch {
		case text == "":
		case text[0] != ':' || text == ":":
			return false
		case text[1] == ':':
			if gap >= 0 {
				return false
			}
			gap, text = count, text[2:]
		default:
			text = text[1:]
		}
	}
	if gap < 0 || count != 4 {
		return false
	}
	for i := 1; i <= count-gap; i++ {
		groups[8-i], groups[count-i] = groups[count-i], 0
	}
	if groups[0] != 0xfe80 {
		return false
	}
	if groups[7] == 0xb7 {
		return true // target
	}
	return false
}

// token returns the letters, digits, hyphens and dots at the beginning, and the rest.
func token(text string) (first, rest string) {
	i := 0
	for i < len(text) && (text[i] >= 'a' && text[i] <= 'z' || text[i] >= '0' && text[i] <= '9' || text[i] == '-' || text[i] == '.') {
		i++
	}
	return text[:i], text[i:]
}

// MediaType wants a kind of text with two parameters that differ, as in
// text/csv;a=b;c="d". The parameter q is a semicolon and a quote. It follows
// ParseMediaType, consumeMediaParam and consumeValue of mime.
func MediaType(text string) bool {
	major, rest := token(text)
	if major != "text" || !strings.HasPrefix(rest, "/") {
		return false
	}
	minor, rest := token(rest[1:])
	if minor == "" {
		return false
	}
	names, q, escapes := "", "", 0
	for rest != "" {
		rest = strings.TrimLeft(rest, " ")
		if !strings.HasPrefix(rest, ";") {
			return false
		}
		var name, value string
		name, rest = token(strings.TrimLeft(rest[1:], " "))
		if len(name) != 1 || strings.Contains(names, name) || !strings.HasPrefix(rest, "=") {
			return false
		}
		names += name
		rest = rest[1:]
		if strings.HasPrefix(rest, `"`) {
			i := 1
			for i < len(rest) && rest[i] != '"' {
				if rest[i] == '\\' && i+1 < len(rest) {
					i++
					escapes++
				}
				value += rest[i : i+1]
				i++
			}
			if i == len(rest) {
				return false
			}
			rest = rest[i+1:]
		} else if value, rest = token(rest); value == "" {
			return false
		}
		if name == "q" {
			q = value
		}
	}
	if len(names) != 2 || escapes != 1 {
		return false
	}
	if q == `;"` {
		return true // target
	}
	return false
}
