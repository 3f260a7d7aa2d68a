package lib

import (
	"math"
	"strconv"
	"strings"

	"nearmiss/term"
)

// hex reads up to eight digits.
func hex(s string) (uint32, bool) {
	v, err := strconv.ParseUint(s, 16, 32)
	return uint32(v), err == nil
}

// value reads what a solver says of a slot; false if it is no value of its
// sort.
func value(n node, s term.Sort) (term.Value, bool) {
	switch s.Kind {
	case term.Bool:
		return term.Value{Bits: map[bool]uint64{true: 1}[n.atom == "true"]}, n.atom == "true" || n.atom == "false"
	case term.String:
		text, ok := unquote(n.atom)
		return term.Value{Str: text}, ok && n.quoted
	}
	v, ok := word(n, int(s.Bits))
	switch {
	case s.Kind == term.Float:
		v = floatOf(s, v)
	case ok:
		v = s.Wrap(v)
	}
	return term.Value{Bits: v}, ok
}

// word reads an integer: digits, (- digits), #x, #b or (_ bv…).
func word(n node, width int) (uint64, bool) {
	if n.isList {
		switch {
		case len(n.list) == 2 && n.head() == "-":
			v, ok := word(n.list[1], width)
			return -v, ok
		case len(n.list) == 3 && n.head() == "_":
			digits, ok := strings.CutPrefix(n.list[1].atom, "bv")
			v, err := strconv.ParseUint(digits, 10, 64)
			return v, ok && err == nil
		}
		return 0, false
	}
	base, digits := 10, n.atom
	switch {
	case strings.HasPrefix(digits, "#x"):
		base, digits = 16, digits[2:]
	case strings.HasPrefix(digits, "#b"):
		base, digits = 2, digits[2:]
	}
	v, err := strconv.ParseUint(digits, base, 64)
	return v, err == nil && !n.quoted
}

const (
	exponent32 = 0x7f800000
	exponent64 = 0x7ff0000000000000
	mantissa32 = 1<<23 - 1
	apart      = 52 - 23 // bits of the longer mantissa beyond the shorter one
)

// floatOf is how a term keeps the float of some bits. One of 32 bits that is
// no number keeps them, which a conversion would not do.
func floatOf(s term.Sort, v uint64) uint64 {
	if s.Bits == 64 {
		return v
	}
	if v&exponent32 == exponent32 && v&mantissa32 != 0 {
		return v>>31<<63 | exponent64 | v&mantissa32<<apart
	}
	return math.Float64bits(float64(math.Float32frombits(uint32(v))))
}
