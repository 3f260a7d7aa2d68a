package smtlib

import (
	"fmt"
	"strings"

	"nearmiss/term"
)

// This file prints strings. The bytes of a string are the characters 0 to 255.

// quote prints a string constant.
func quote(s string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, c := range []byte(s) {
		switch {
		case c == '"':
			out.WriteString(`""`)
		case c < ' ' || c > '~' || c == '\\':
			fmt.Fprintf(&out, `\u{%x}`, c)
		default:
			out.WriteByte(c)
		}
	}
	out.WriteByte('"')
	return out.String()
}

var textRelations = [...]string{"=", "=", "str.<", "str.<=", "str.<", "str.<="}

// stringOp prints an operation on strings.
func (p *printer) stringOp(f *phrase, expr *term.Term) {
	x := f.args[0].text
	switch expr.Op {
	case term.Gt, term.Ge:
		f.text = application(textRelations[expr.Op-term.Eq], f.args[1], f.args[0])
		return
	case term.Eq, term.Ne, term.Lt, term.Le:
		relation(f, expr.Op, &textRelations)
		return
	case term.Concat:
		f.text = application("str.++", f.args...)
		return
	}
	if p.theory != integers {
		p.unsupported(f, "lengths and parts of strings")
		return
	}
	switch expr.Op {
	case term.Len:
		f.text = "(str.len " + x + ")"
	case term.Index:
		i := f.args[1].text
		f.defined = conjunction(f.defined, "(and (<= 0 "+i+") (< "+i+" (str.len "+x+")))")
		f.text = "(str.to_code (str.at " + x + " " + i + "))"
	case term.Substr:
		lo, hi := f.args[1].text, f.args[2].text
		f.defined = conjunction(f.defined, "(and (<= 0 "+lo+") (<= "+lo+" "+hi+") (<= "+hi+" (str.len "+x+")))")
		f.text = "(str.substr " + x + " " + lo + " (- " + hi + " " + lo + "))"
	}
}

// unquote reads the characters of a string as a solver prints them. ok is false if a character
// is not a byte.
func unquote(s string) (string, bool) {
	var b strings.Builder
	for s != "" {
		c, rest, ok := character(s)
		if !ok || c > 0xff {
			return "", false
		}
		b.WriteByte(byte(c))
		s = rest
	}
	return b.String(), true
}

// character reads the first character of s: \u{…}, \u with four digits, \x with two digits, or
// a plain character.
func character(s string) (c uint32, rest string, ok bool) {
	switch {
	case strings.HasPrefix(s, `\u{`):
		digits, rest, ok := strings.Cut(s[3:], "}")
		c, good := hex(digits)
		return c, rest, ok && good
	case strings.HasPrefix(s, `\u`) && len(s) >= 6:
		c, ok := hex(s[2:6])
		return c, s[6:], ok
	case strings.HasPrefix(s, `\x`) && len(s) >= 4:
		c, ok := hex(s[2:4])
		return c, s[4:], ok
	}
	return uint32(s[0]), s[1:], s[0] < 0x80
}
