package asked

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestTake: Take returns each name once, and not again; after Stop there are no names.
func TestTake(t *testing.T) {
	var l listener
	for _, name := range []string{"B", "A", "B", strings.Repeat("x", Longest+1)} {
		l.Getenv(name)
	}
	if got := Take(); !slices.Equal(got, []string{"B", "A"}) {
		t.Errorf("%q", got)
	}
	l.Getenv("A")
	if got := Take(); !slices.Equal(got, []string{"A"}) {
		t.Errorf("%q", got)
	}
	for i := range 2 * Most {
		l.Getenv(fmt.Sprint(i))
	}
	if got := Take(); len(got) != Most {
		t.Errorf("%d names", len(got))
	}
	Stop()
	l.Getenv("A")
	if got := Take(); got != nil {
		t.Errorf("%q", got)
	}
}
