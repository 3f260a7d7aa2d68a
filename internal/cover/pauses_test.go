package cover

import (
	"strings"
	"testing"
)

// TestPauses: what a function does before a timer that goes off soon is not asserted, although the timer hardly ever
// goes off first.
func TestPauses(t *testing.T) {
	if testing.Short() {
		t.Skip("builds tests")
	}
	dir := writePackage(t, `package p

import "time"

func Soon(n int) bool {
	if n <= 3 {
		return false
	}
	timer := time.NewTimer(500 * time.Microsecond)
	defer timer.Stop()
	for i := range [60]int{} {
		n -= i
	}
	select {
	case <-timer.C:
		return true
	default:
		return false
	}
}
`)
	_, text, err := inPartsOf(t, dir, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	// What only repetitions of the tests find may depend on other tests, too.
	if want := "p.go:15:2/F\n\t// result not compared: it is not the same on every run\n"; !strings.Contains(text, want) {
		t.Errorf("the runs that pause do not show another result:\n%s", text)
	}
}
