// Package models calls what the executor has models of.
package models

import (
	"errors"
	"fmt"
	"strings"
)

// Color has a method that fmt calls.
type Color int

func (c Color) String() string {
	if c < 0 {
		return "dark"
	}
	return "light"
}

// Size has none.
type Size uint8

// Point is printed by its fields.
type Point struct {
	X, Y  int
	Color Color
	name  string
	inner Color
}

// Loud has a method on the pointer.
type Loud struct{ Text string }

func (l *Loud) String() string { return strings.ToUpper(l.Text) }

// Formats prints a number and a string in many ways.
func Formats(n int, s string, f float64, b bool) string {
	return fmt.Sprintf("%d|%5d|%-5d|%05d|%x|%X|%o|%b|%c|%q|%U|%v|%+v|%#v|", n, n, n, n, n, n, n, n, rune(uint8(n)), rune(uint8(n)), uint8(n), n, n, n) +
		fmt.Sprintf("%s|%q|%x|% x|%10s|%-10s|%.2s|%v|%#v|", s, s, s, s, s, s, s, s, s) +
		fmt.Sprintf("%v|%g|%e|%f|%.3f|%8.2f|%t|%v|%%", f, f, f, f, f, f, b, b)
}

// Stars takes widths from operands.
func Stars(width, precision uint8, f float64) string {
	return fmt.Sprintf("%*d|%.*f|%-*s", width%20, 7, precision%8, f, width%9, "x")
}

// Named prints values with and without methods.
func Named(n int, z uint8, s string) string {
	p := Point{n, 2, Color(n), s, Color(-n)}
	return fmt.Sprint(Color(n), Size(z), p) + fmt.Sprintf("%v %d %s %q %x %+v %v %v", Color(n), Color(n), Color(n), Color(n), Color(n), p, &p, []Color{1, Color(n)})
}

// Parts prints what is made of parts.
func Parts(list []int, words []string, bytes []byte) string {
	return fmt.Sprintf("%v %d %x %v %q %s %x %v", list, list, list, words, words, bytes, bytes, [2]bool{true, len(list) > 2})
}

// Holds prints what an interface holds.
func Holds(k uint8, n int, s string) string {
	var v any
	switch k % 8 {
	case 0:
		v = n
	case 1:
		v = s
	case 2:
		v = errors.New(s)
	case 3:
		v = &Loud{s}
	case 4:
		v = (*Loud)(nil)
	case 5:
		v = Size(n)
	case 6:
		v = []any{n, s, nil, Color(n)}
	}
	return fmt.Sprintf("%v|%s|%d|%T|%+v", v, v, v, v, v) + fmt.Sprint(v, n, s, v) + fmt.Sprintln(s, v)
}

// Wrong has too few and too many operands, and verbs that do not fit.
func Wrong(n int, s string) string {
	return fmt.Sprintf("%d %s %d", n, s) + fmt.Sprintf("%s", n) + fmt.Sprintf("%d", s, n, Size(n)) + fmt.Sprintf("%z %!", Size(n))
}

// Wraps makes errors of errors.
func Wraps(n int, s string) (string, bool, bool) {
	base := &ErrNumber{n}
	var err error = fmt.Errorf("at %q: %w", s, base)
	if n%2 == 0 {
		err = fmt.Errorf("%w and %w", errOther, err)
	}
	var found *ErrNumber
	return err.Error(), errors.Is(err, errOther), errors.As(err, &found) && found.n == n
}

var errOther = errors.New("other")

// ErrNumber is an error with a number.
type ErrNumber struct{ n int }

func (e *ErrNumber) Error() string { return fmt.Sprint("number ", e.n) }

// Writes prints into a builder.
func Writes(n int, s string) (string, int, error) {
	var b strings.Builder
	w, err := fmt.Fprintf(&b, "%d-%s", n, s)
	fmt.Fprintln(&b, n, s)
	return b.String(), w, err
}

// Reads scans what it printed.
func Reads(n int, w uint8) (int, string, error) {
	var m int
	var s string
	_, err := fmt.Sscanf(fmt.Sprintf("%d %s", n, string(rune('a'+w%26))), "%d %s", &m, &s)
	return m, s, err
}
