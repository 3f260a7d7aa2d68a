package input

import (
	"strconv"
	"strings"
)

// A text is folded into strings.Repeat where one unit of at most maxUnit
// bytes fills at least minFold bytes of it.
const (
	maxUnit = 8
	minFold = 32
)

// quote writes s as Go: one string literal, or several with repetitions
// between them.
func (w *printing) quote(s string) {
	name, ok := "", false
	if w.repeats(s) {
		name, ok = w.std("strings", "Repeat")
	}
	if !ok {
		w.WriteString(quoted(s))
		return
	}
	start, first := 0, true
	piece := func(text string) {
		if !first {
			w.WriteString(" + ")
		}
		first = false
		w.WriteString(text)
	}
	for i := 0; i < len(s); {
		unit, n := repetition(s[i:])
		if n == 0 {
			i++
			continue
		}
		if start < i {
			piece(quoted(s[start:i]))
		}
		piece(name + "(" + quoted(s[i:i+unit]) + ", " + strconv.Itoa(n) + ")")
		i += unit * n
		start = i
	}
	if start < len(s) {
		piece(quoted(s[start:]))
	}
}

// repeats reports whether some part of s is worth folding.
func (w *printing) repeats(s string) bool {
	for i := range len(s) {
		if _, n := repetition(s[i:]); n > 0 {
			return true
		}
	}
	return false
}

// repetition returns the shortest unit that s begins with often enough, and
// how often.
func repetition(s string) (unit, n int) {
	if len(s) < minFold {
		return 0, 0
	}
	for unit = 1; unit <= maxUnit; unit++ {
		end := unit
		for end < len(s) && s[end] == s[end-unit] {
			end++
		}
		if n = end / unit; n > 1 && n*unit >= minFold {
			return unit, n
		}
	}
	return 0, 0
}

// quoted returns s between backquotes where that reads better, else between
// double quotes.
func quoted(s string) string {
	q := strconv.Quote(s)
	if strings.Count(q, `\`) > 1 && strings.Count(q, `\`) == 2*strings.Count(s, `\`)+strings.Count(s, `"`) && strconv.CanBackquote(s) && !strings.Contains(s, "\t") {
		return "`" + s + "`"
	}
	return q
}
