package report

import (
	"bytes"
	"fmt"
	"io"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Text from outside, such as the last output of a program under test, must not control the
// terminal: control characters, and characters that change the direction of writing, are
// written as escapes.

// Printable returns a text with escapes for unprintable characters. Newlines and tabs stay.
func Printable(s string) string { return string(appendPrintable(nil, []byte(s))) }

// PrintableLine returns Printable(s) with newlines escaped.
func PrintableLine(s string) string {
	return string(bytes.ReplaceAll(appendPrintable(nil, []byte(s)), []byte("\n"), []byte(`\n`)))
}

// NewPrintableWriter returns a writer that passes Printable text to w. Several writes may
// deliver the bytes of one character. Several goroutines may write.
func NewPrintableWriter(w io.Writer) io.Writer { return &printableWriter{w: w} }

type printableWriter struct {
	mu   sync.Mutex
	w    io.Writer
	part []byte // the first bytes of an incomplete character
}

func (w *printableWriter) Write(data []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	text := append(w.part, data...)
	w.part = nil
	for i := max(0, len(text)-utf8.UTFMax+1); i < len(text); i++ {
		if utf8.RuneStart(text[i]) && !utf8.FullRune(text[i:]) {
			text, w.part = text[:i:i], bytes.Clone(text[i:])
		}
	}
	if _, err := w.w.Write(appendPrintable(nil, text)); err != nil {
		return 0, err
	}
	return len(data), nil
}

// appendPrintable appends a text with its escapes. The escapes of characters from U+0020 on
// are also valid in JSON: valid JSON stays valid.
func appendPrintable(out, text []byte) []byte {
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
