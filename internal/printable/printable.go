// Package printable shows text of others, such as what a program under test said before it
// died, without doing to a terminal what the text asks for: control characters, and those
// that change the direction of writing, are written as escapes.
package printable

import (
	"bytes"
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"
)

// Text is a text with escapes for what cannot be printed; ends of lines and tabs stay.
func Text(s string) string { return string(appendText(nil, []byte(s))) }

// Line is Text in one line.
func Line(s string) string {
	return string(bytes.ReplaceAll(appendText(nil, []byte(s)), []byte("\n"), []byte(`\n`)))
}

// NewWriter returns a writer of Text. A character may come in several parts.
func NewWriter(w io.Writer) io.Writer { return &writer{w: w} }

type writer struct {
	w    io.Writer
	part []byte // of a character whose rest has not come
}

func (w *writer) Write(p []byte) (int, error) {
	text := append(w.part, p...)
	w.part = nil
	for i := max(0, len(text)-utf8.UTFMax+1); i < len(text); i++ {
		if utf8.RuneStart(text[i]) && !utf8.FullRune(text[i:]) {
			text, w.part = text[:i:i], bytes.Clone(text[i:])
		}
	}
	if _, err := w.w.Write(appendText(nil, text)); err != nil {
		return 0, err
	}
	return len(p), nil
}

// appendText appends a text with its escapes. Those of characters above the first 32 are
// those of JSON, too: what is valid there stays so.
func appendText(out, text []byte) []byte {
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && n == 1, r < ' ' && r != '\n' && r != '\t':
			out = fmt.Appendf(out, `\x%02x`, text[0])
		case unicode.IsControl(r) && r > ' ', unicode.Is(unicode.Bidi_Control, r), r == '\u2028', r == '\u2029':
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			out = append(out, text[:n]...)
		}
		text = text[n:]
	}
	return out
}
