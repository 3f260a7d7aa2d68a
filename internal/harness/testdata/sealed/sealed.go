// Package subject has functions with results that show none of their fields.
package subject

import (
	"io"
	"strings"
	"sync"
	"time"

	"subject/other"
)

// calls is put back between runs.
var calls int

func Day(n int) time.Time {
	calls++
	if n == 0 {
		return time.Time{}
	}
	return time.Date(2001, 1, n, 0, 0, 0, 0, time.UTC)
}

func Loud(n int) other.Loud       { return other.NewLoud(n) }
func Long(n int) *other.Long      { return other.NewLong(n) }
func Quiet(n int) other.Quiet     { return other.NewQuiet(n) }
func Coded(n int) other.Coded     { return other.NewCoded(n) }
func Fault(n int) *other.Fault    { return other.NewFault(n) }
func Misled(n int) other.Misled   { return other.NewMisled(n) }
func Lock(n int) (m sync.RWMutex) { return }
func Half(n int) other.Half       { return other.NewHalf(n) }

func Once(n int) (o sync.Once) {
	if n > 0 {
		o.Do(func() {})
	}
	return o
}

func Append(b *strings.Builder, s string) {
	if s != "" {
		b.WriteString(s)
	}
}

func Write(w io.Writer, s string) { io.WriteString(w, s) }

// Own is of the package under test: its method is not asked.
type Own time.Time

func (o Own) String() string { panic("not to be called") }

func Mine(n int) Own { return Own(Day(n)) }
