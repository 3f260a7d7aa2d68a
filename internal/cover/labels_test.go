package cover

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestKeysStay: lines above and between change no key of what rows claim, equal conditions of a function have keys
// of their own, and the key of a condition goes with its text.
func TestKeysStay(t *testing.T) {
	const source = `package p

func f(n int) int {
	if n > 0 {
		n--
	}
	if n > 0 {
		return 1
	}
	switch n {
	case -1, -2:
		return 2
	}
	return 0
}

func g(n int) bool { return n > 0 }
`
	keys := func(source string) []string {
		l := newLabels(&unit{graph: graphOf(t, source)})
		if len(l.key) != 15 || len(l.claim) != 2*15 {
			t.Errorf("%d claims, %d keys, want 15 with two keys each: that of earlier files, too", len(l.key), len(l.claim))
		}
		return slices.Sorted(maps.Keys(l.claim))
	}
	was := keys(source)
	moved := strings.NewReplacer("func", "\n// A line.\nfunc", "switch", "\n\n\tswitch").Replace(source)
	if now := keys(moved); !slices.Equal(was, now) {
		t.Errorf("keys of moved code are %q, want %q", now, was)
	}
	lost := 0
	now := keys(strings.Replace(source, "-2", "-3", 1))
	for _, k := range was {
		if !slices.Contains(now, k) {
			lost++
		}
	}
	if lost != 2*3 {
		t.Errorf("a change of one condition changes %d keys, want 2 of each of 3 claims", lost)
	}
}
