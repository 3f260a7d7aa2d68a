package testgen

import (
	"fmt"
	"go/types"
	"math"
	"regexp"
	"slices"
	"strings"

	"nearmiss/input"
	"nearmiss/internal/oracle"
	"nearmiss/internal/syntax"
	"nearmiss/internal/value"
)

// A test compiles and passes where an int has 32 bits, too. There, a constant of type int, uint or
// uintptr must not need more bits: a number close to a limit of its type is written by the name of
// the limit, and another number as the argument of a function. A test with such a number is skipped.

// nearLimit is the greatest distance of a number that is written by the name of a limit.
const nearLimit = 64

// isWide reports whether v is a number of a type whose size depends on the processor, and needs more
// than 32 bits.
func isWide(v *value.Value) bool {
	b, ok := syntax.Underlying(v.GoType).(*types.Basic)
	if !ok {
		return false
	}
	switch b.Kind() {
	case types.Int:
		return int64(v.Word) != int64(int32(v.Word))
	case types.Uint, types.Uintptr:
		return v.Word > math.MaxUint32
	}
	return false
}

// wideText prints a number for which isWide is true.
func (l *literals) wideText(v *value.Value) string {
	text, typ := "", types.Typ[types.Int]
	if v.Type.Kind == input.Uint {
		typ = types.Typ[types.Uint]
		text = fmt.Sprintf("%s(%s)", l.helper(wideUint), integerText(v))
		if n := math.MaxUint64 - v.Word; n <= nearLimit {
			text = fromLimit(l.stdName("math", "MaxUint"), -int64(n))
			if b, ok := syntax.Underlying(v.GoType).(*types.Basic); ok && b.Kind() == types.Uint {
				return text
			}
			text = "uint(" + text + ")" // a constant conversion would be checked for each size
		}
	} else {
		n := int64(v.Word)
		switch {
		case n >= math.MaxInt64-nearLimit:
			return fromLimit(l.stdName("math", "MaxInt"), n-math.MaxInt64)
		case n <= math.MinInt64+nearLimit:
			return fromLimit(l.stdName("math", "MinInt"), n-math.MinInt64)
		}
		text = fmt.Sprintf("%s(%s)", l.helper(wide), integerText(v))
	}
	if types.Identical(v.GoType, typ) {
		return text
	}
	return l.convert(v.GoType, text)
}

// fromLimit prints a number by its distance from a limit.
func fromLimit(limit string, distance int64) string {
	switch {
	case distance > 0:
		return fmt.Sprintf("%s + %d", limit, distance)
	case distance < 0:
		return fmt.Sprintf("%s - %d", limit, -distance)
	}
	return limit
}

// skipNarrow returns a statement that skips a test where an int has 32 bits, "" if the text of the
// test does not need more, and no outcome shows how many there are.
func (p *plan) skipNarrow(text string) string {
	used := func(h helper) bool { return p.helpers[h] != "" && strings.Contains(text, p.helpers[h]+"(") }
	if !used(wide) && !used(wideUint) && !p.showsIntSize() {
		return ""
	}
	return fmt.Sprintf("if %s < 64 {\n%s.Skip(\"some values need 64 bits\")\n}\n", p.stdName("strconv", "IntSize"), p.local("t"))
}

// longNumber matches a number that may not fit into 32 bits.
var longNumber = regexp.MustCompile(`[0-9]{10}`)

// showsIntSize reports whether a case with a wide input has an outcome that is not written in terms
// of a limit of type int or uint, but may depend on it.
func (p *plan) showsIntSize() bool {
	shows := func(v *value.Value) bool {
		switch v.Type.Kind {
		case input.Int:
			return v.Type.Bits == 64 && int64(v.Word) != int64(int32(v.Word)) && !isWide(v)
		case input.Uint:
			return v.Type.Bits == 64 && v.Word > math.MaxUint32 && !isWide(v)
		case input.Float:
			return math.Abs(v.Float()) > math.MaxInt32
		case input.String, input.Error:
			return longNumber.MatchString(v.Text)
		}
		return false
	}
	for i := range p.cases {
		if !slices.ContainsFunc(p.inputsOf(i), func(v *value.Value) bool { return v.AnyPart(isWide) }) {
			continue
		}
		if longNumber.MatchString(p.cases[i].Outcome.Text) || p.wants(i, shows) {
			return true
		}
	}
	return false
}

// wants reports whether shows holds for a part of a value that case i wants.
func (p *plan) wants(i int, shows func(*value.Value) bool) bool {
	return slices.ContainsFunc(p.checks, func(c *check) bool {
		return c.How == oracle.Errors && longNumber.MatchString(c.Errors[i].Text) || c.How != oracle.Errors && c.Wants[i] != nil && c.Wants[i].AnyPart(shows)
	})
}
