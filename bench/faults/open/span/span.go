// Package span has lengths of time in days, hours and minutes.
package span

import (
	"fmt"
	"strconv"
	"strings"
)

// A Span is a number of minutes.
type Span uint32

var units = []struct {
	letter  byte
	minutes Span
}{{'d', 24 * 60}, {'h', 60}, {'m', 1}}

// String returns a span as 2d5h30m, without the units of which there are none.
func (s Span) String() string {
	var b strings.Builder
	for _, u := range units {
		if n := s / u.minutes; n > 0 {
			fmt.Fprintf(&b, "%d%c", n, u.letter)
		}
		s %= u.minutes
	}
	return b.String()
}

// Parse returns the span of a text. Units come from the largest to the smallest.
func Parse(text string) (Span, error) {
	if text == "" {
		return 0, fmt.Errorf("span: the text is empty")
	}
	total, rest := uint64(0), text
	for _, u := range units {
		number, after, ok := strings.Cut(rest, string(rune(u.letter)))
		if !ok {
			continue
		}
		n, err := strconv.ParseUint(number, 10, 32)
		if err != nil {
			return 0, fmt.Errorf("span: %q: %w", text, err)
		}
		total += n * uint64(u.minutes)
		rest = after
	}
	if rest != "" || total > 1<<32-1 {
		return 0, fmt.Errorf("span: %q is no span", text)
	}
	return Span(total), nil
}
