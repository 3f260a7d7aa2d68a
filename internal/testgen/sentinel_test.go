package testgen

import (
	"strings"
	"testing"
)

// TestSentinelThatIsNone: an error that only reads like a sentinel, and does
// not wrap it, is compared by its message.
func TestSentinelThatIsNone(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

import (
	"errors"
	"fmt"
)

var ErrBad = errors.New("bad thing")

func Wraps(n int) error { return fmt.Errorf("%d: %w", n, ErrBad) }

func Tells(n int) error { return fmt.Errorf("%d: %v", n, ErrBad) }
`})
	s := emitted(t, pkg, `
		func Wraps
		case 1 => is:ErrBad "1: bad thing"
		cover a.go:10:1/T
		func Tells
		case 1 => 1 "1: bad thing"
		cover a.go:12:1/T`)
	s, report := verified(t, s, quick)
	src := textOf(s)
	if report.Rounds != 1 || len(report.Dropped) != 0 || strings.Count(src, "errors.Is(err, ErrBad)") != 1 || !strings.Contains(src, `wantErr := errorText(Tells(1)), "1: bad thing"`) {
		t.Errorf("%d rounds\n%s\n%s", report.Rounds, reasons(report.Dropped), src)
	}
}
