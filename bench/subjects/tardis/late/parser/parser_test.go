package parser

import (
	"errors"
	"testing"

	"pgregory.net/rapid"
)

func (p *Parser) sound() bool {
	return p.at >= 0 && p.at <= len(p.text) && (!p.back || p.last.Kind != None) && p.depth == 0
}

// TestSum reads sums of a known value.
func TestSum(t *testing.T) {
	for _, c := range []struct {
		text string
		want int
		done bool
	}{
		{"7", 7, true}, {" 12+(3-4) ", 11, true}, {"((1))-2-3", -4, true}, {"1 2", 1, false}, {"5)", 5, false}, {"1000001", 1, true},
	} {
		p := New(c.text)
		if v, err := p.Sum(); err != nil || v != c.want || p.Done() != c.done {
			t.Errorf("%q: %d, %v, %v", c.text, v, err, p.Done())
		}
	}
	for _, text := range []string{"", "+", "1+", "(1", "(1+2", "()", "x", "1-(x)"} {
		if v, err := New(text).Sum(); !errors.Is(err, ErrSyntax) {
			t.Errorf("%q: %d, %v", text, v, err)
		}
	}
}

// TestParser asserts that the invariant holds whatever is called, that a token taken back is
// the next one, and that the end is reached.
func TestParser(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := New(rapid.StringMatching(`[0-9+() x-]{0,12}`).Draw(t, "text"))
		for range rapid.IntRange(0, 20).Draw(t, "calls") {
			switch rapid.IntRange(0, 3).Draw(t, "call") {
			case 0:
				one := p.Next()
				if p.Unread() != nil || p.Unread() == nil || p.Next() != one {
					t.Fatal("another token")
				}
			case 1:
				p.Unread()
			case 2:
				p.Expect(Kind(rapid.IntRange(0, int(Wrong)).Draw(t, "kind")))
			case 3:
				p.Sum()
			}
			if !p.sound() {
				t.Fatalf("%+v", p)
			}
		}
		for range len(p.text) + 2 {
			p.Next()
		}
		if p.last.Kind != End || !p.Done() {
			t.Fatalf("%+v", p)
		}
	})
}
