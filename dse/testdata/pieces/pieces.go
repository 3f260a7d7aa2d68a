// Package pieces compares the fields of its input with words, in all ways that
// there are. Bit k of a result tells that the comparison of field k held.
package pieces

import (
	"bytes"
	"strings"
)

var months = map[string]int{"Jan": 1, "February": 2}

// Fields are separated by commas.
func Fields(text string) (held uint64) {
	begin := 0
	for k := 0; ; k++ {
		end := begin
		for end < len(text) && text[end] != ',' {
			end++
		}
		if field(k, text[begin:end]) {
			held |= 1 << k
		}
		if end == len(text) {
			return held
		}
		begin = end + 1
	}
}

func field(k int, s string) bool {
	switch k {
	case 0:
		return s == "program"
	case 1:
		switch s {
		case "a", "bc":
			return true
		}
	case 2:
		return strings.HasPrefix(s, "be")
	case 3:
		return strings.HasSuffix(s, "in")
	case 4:
		return strings.Contains(s, "::")
	case 5:
		return months[s] > 0
	case 6:
		return strings.EqualFold(s, "End")
	case 7:
		return struct{ a, b string }{"x", s} == struct{ a, b string }{"x", "yes"}
	case 8:
		_, _, ok := strings.Cut(s, "=")
		return ok
	case 9:
		return any(s) == any("no")
	case 10:
		return strings.ToUpper(s) == "GET"
	}
	return false
}

// Bytes has zeros between its fields.
func Bytes(x int, list []byte) (held uint64) {
	for k, f := range bytes.Split(list, []byte{0}) {
		is := false
		switch k {
		case 0:
			is = bytes.Equal(f, []byte("begin"))
		case 1:
			is = bytes.HasPrefix(f, []byte{1, 2, 3})
		case 2:
			is = string(f) == "xyz"
		case 3:
			is = bytes.Contains(f, []byte{8, 9})
		}
		if is {
			held |= 1 << k
		}
	}
	return held
}
