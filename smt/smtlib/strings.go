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
func (p *printer) stringOp(result *phrase, expr *term.Term) {
	x := result.args[0].text
	switch expr.Op {
	case term.Gt, term.Ge:
		result.text = application(textRelations[expr.Op-term.Eq], result.args[1], result.args[0])
		return
	case term.Eq, term.Ne, term.Lt, term.Le:
		relation(result, expr.Op, &textRelations)
		return
	case term.Concat:
		result.text = application("str.++", result.args...)
		return
	}
	if p.theory != integers {
		p.unsupported(result, "lengths and parts of strings")
		return
	}
	switch expr.Op {
	case term.Len:
		result.text = "(str.len " + x + ")"
	case term.Index:
		i := result.args[1].text
		result.defined = conjunction(result.defined, "(and (<= 0 "+i+") (< "+i+" (str.len "+x+")))")
		result.text = "(str.to_code (str.at " + x + " " + i + "))"
	case term.Substr:
		lo, hi := result.args[1].text, result.args[2].text
		result.defined = conjunction(result.defined, "(and (<= 0 "+lo+") (<= "+lo+" "+hi+") (<= "+hi+" (str.len "+x+")))")
		result.text = "(str.substr " + x + " " + lo + " (- " + hi + " " + lo + "))"
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

// character reads the first character of text: \u{…}, \u with four digits, \x with two digits, or
// a plain character.
func character(text string) (c uint32, rest string, ok bool) {
	switch {
	case strings.HasPrefix(text, `\u{`):
		digits, rest, ok := strings.Cut(text[3:], "}")
		c, good := hex(digits)
		return c, rest, ok && good
	case strings.HasPrefix(text, `\u`) && len(text) >= 6:
		c, ok := hex(text[2:6])
		return c, text[6:], ok
	case strings.HasPrefix(text, `\x`) && len(text) >= 4:
		c, ok := hex(text[2:4])
		return c, text[4:], ok
	}
	return uint32(text[0]), text[1:], text[0] < 0x80
}
