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

// checkSequences checks of each test without a table that its subtests make all checks of the verdict,
// each in the case that makes it.
func checkSequences(t *testing.T, s *Suite) {
	t.Helper()
	subtests, asserts := map[int]int{}, map[[2]int]int{}
	for _, f := range s.Files {
		j := -1
		for n, text := range strings.Split(string(f.Data), "\n") {
			at := s.At(f.Name, n+1)
			switch {
			case strings.HasPrefix(text, "func "):
				j = -1
			case strings.HasPrefix(text, "\tt.Run(") || strings.HasPrefix(text, "\tt2.Run("):
				j++
				subtests[at.Func]++
				if at.Case != j {
					t.Errorf("%s:%d: case %d, want %d", f.Name, n+1, at.Case, j)
				}
			case j >= 0 && at.Asserts:
				asserts[[2]int{at.Func, j}]++
			}
		}
	}
	for i := range subtests {
		for j, c := range s.Funcs[i].Cases {
			want := 0
			if c.Outcome.Panic != Returned {
				want++
			}
			for _, k := range s.verdicts[i].Checks {
				if k.Checks(j) {
					want++
				}
			}
			if got := asserts[[2]int{i, j}]; got != want || subtests[i] != len(s.Funcs[i].Cases) {
				t.Errorf("%s: %d subtests, of which %d makes %d checks, want %d", s.Tests[i], subtests[i], j, got, want)
			}
		}
	}
}

// TestInHead: the parser takes what may stand in the head of a statement for what it is.
func TestInHead(t *testing.T) {
	for text, want := range map[string]string{
		"T{A: 1}": "(T{A: 1})", "&p.T{}": "(&p.T{})", "List[int]{n: 1}": "(List[int]{n: 1})", "[]T{{A: 1}}": "[]T{{A: 1}}", "map[T]int{}": "map[T]int{}",
		"[2]int{}": "[2]int{}", "struct{ A int }{1}": "struct{ A int }{1}", "f(T{})": "f(T{})", "`{`": "`{`", "5": "5",
	} {
		if got := inHead(text); got != want {
			t.Errorf("inHead(%s) = %s, want %s", text, got, want)
		}
		if _, err := format.Source([]byte("package p\n\nfunc f() {\n\tif x := " + want + "; x != y {\n\t}\n}\n")); err != nil {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// TestDeclaredType: a variable has the type that a column of a table would have.
func TestDeclaredType(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

type point struct{ X int }

type ref *point

func Same(r ref) ref { return r }

func Text(s string) (string, error) { return s + " := " + s, nil }
`})
	s := emitted(t, pkg, `
		func Same
		case 1 7 => 1 7
		cover a.go:7:1/T
		func Text
		case "a long text that is repeated here" => "a long text that is repeated here := a long text that is repeated here" 0
		cover a.go:9:1/T`)
	next, report := verified(t, s, quick)
	if len(report.Dropped) > 0 || strings.Contains(textOf(next), "Nothing is compared") {
		t.Errorf("%s\n%s", reasons(report.Dropped), textOf(next))
	}
}
