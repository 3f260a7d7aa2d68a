package testgen

import (
	"fmt"
	"go/format"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestCompositeLaw checks that a composite literal keeps its parts in their order, that gofmt leaves
// its lines alone, and that no line is too long or could hold the first part of the next one.
func TestCompositeLaw(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var parts []string
		for i := range 1 + rng.IntN(12) {
			part := fmt.Sprintf("a%d: %s", i, strings.Repeat("x", 1+rng.IntN(60)))
			if rng.IntN(6) == 0 {
				part = fmt.Sprintf("a%d: func() {\nx()\n}", i)
			}
			parts = append(parts, part)
		}
		text := compositeText(parts)
		if got := strings.ReplaceAll(text, ",\n", ", "); got != "{"+strings.Join(parts, ", ")+"}" {
			t.Fatalf("other parts:\n%s", text)
		}
		data, err := format.Source([]byte("package p\n\nvar v = T" + text + "\n"))
		if err != nil || strings.Count(string(data), "\n") != strings.Count(text, "\n")+3 {
			t.Fatalf("gofmt changes the lines: %v\n%s", err, data)
		}
		checkLines(t, parts, text)
	}
}

// checkLines checks that the lines of a composite literal are as long as they can be.
func checkLines(t *testing.T, parts []string, text string) {
	t.Helper()
	at := 0
	width := map[int]int{} // of the line that each part is on, with the brace or the comma behind it
	line := make([]int, len(parts))
	for i, p := range parts {
		at += strings.Index(text[at:], p)
		line[i] = strings.Count(text[:at], "\n")
		width[line[i]] += len(p) + len(", ")
		if i > 0 && line[i] == line[i-1] && width[line[i]] > lineWidth+len(", ") {
			t.Errorf("line %d is too long:\n%s", line[i], text)
		}
		if i > 0 && line[i] != line[i-1] && !strings.Contains(parts[i-1]+p, "\n") && width[line[i-1]]+len(p) < lineWidth {
			t.Errorf("%s would fit on line %d:\n%s", p, line[i-1], text)
		}
	}
}
