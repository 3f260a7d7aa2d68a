package harness

import (
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
	"testing"
)

func TestSamples(t *testing.T) {
	for _, test := range []struct {
		expr string
		n    int
		want []string
	}{
		{`^v?([0-9]+)(-[a-z]+)?$`, 8, []string{"1", "v1-a", "v1", "11", "111", "1-a", "1-aa", "1-aaa"}},
		{`cat|dog`, 9, []string{"cat", "dog"}},
		{`(a(b|(c)?d))*`, 9, []string{"", "ab", "abab", "ad", "acd"}},
		{`[+-]x{2,}`, 9, []string{"-xx", "-xxx", "-xxxx", "+xx"}},
		{`(?i)yes`, 9, []string{"YES"}},
		{`x{0}y`, 9, []string{"y"}},
		{`[^\x00-\x{10FFFF}]|\bno\B`, 9, nil},
		{`a{1000}`, 9, nil},
		{`(`, 9, nil},
		{`a?b?`, 2, []string{"", "ab"}},
	} {
		if got := samples(test.expr, test.n); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q; want %q", test.expr, got, test.want)
		}
	}
}

// TestSamplesLaw: of any expression without places there are samples, and they
// match the whole of it.
func TestSamplesLaw(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 3000 {
		expr := "^(?:" + draw(rng, 4) + ")$"
		got := samples(expr, 20)
		if len(got) == 0 {
			t.Fatalf("%s has no samples", expr)
		}
		re := regexp.MustCompile(expr)
		for i, s := range got {
			if !re.MatchString(s) || slices.Contains(got[:i], s) || len(s) > maxSample {
				t.Fatalf("%s: sample %q of %q", expr, s, got)
			}
		}
	}
}

// draw makes an expression.
func draw(rng *rand.Rand, depth int) string {
	sub := func() string { return draw(rng, depth-1) }
	n := 9
	if depth == 0 {
		n = 4
	}
	switch rng.IntN(n) {
	case 0:
		return "[b-y]"
	case 1:
		return regexp.QuoteMeta(string(rune('!' + rng.IntN(90))))
	case 2:
		return `[^\d]`
	case 3:
		return `\pL`
	case 4:
		return "(" + sub() + "|" + sub() + ")"
	case 5:
		return "(?:" + sub() + ")?"
	case 6:
		return "(" + sub() + "){" + []string{"0,2", "1,", "2"}[rng.IntN(3)] + "}"
	case 7:
		return "(" + sub() + ")*?"
	}
	return sub() + sub()
}

func FuzzSamples(f *testing.F) {
	f.Add(`^[a-z0-9._%+\-]+@[a-z0-9.\-]+\.[a-z]{2,4}$`)
	f.Fuzz(func(t *testing.T, expr string) {
		if _, err := syntax.Parse(expr, syntax.Perl); err != nil {
			return
		}
		for _, s := range samples(expr, 8) {
			if ok, err := regexp.MatchString(expr, s); !ok || err != nil {
				t.Fatalf("%q: %q: %v", expr, s, err)
			}
		}
	})
}

func TestSamplesUnicode(t *testing.T) {
	if got := samples(`\p{Greek}`, 9); len(got) == 0 || strings.ContainsRune(got[0], '\uFFFD') {
		t.Errorf("%q", got)
	}
}
