package testcheck

import (
	"fmt"
	"strings"
	"testing"

	"nearmiss/internal/testgen"
)

// TestGuard checks that cases that panic if they run after another case are dropped within a few
// runs, with the text of their panic as the reason. The case that does not panic stays, and the
// emitted files do not contain the guard.
func TestGuard(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

type book struct{ pages int }

func open(pages int) *book { return &book{pages} }

func one() int { return 1 }

var shared = open(one()) // not made anew for a test, as open(1) would be

func Write(n int) int {
	if n == 0 {
		return 0
	}
	if shared.pages > 1 {
		panic("the book is full")
	}
	shared.pages++
	return n
}
`})
	const writers = 40
	cases := &strings.Builder{}
	for i := range writers + 1 {
		fmt.Fprintf(cases, "case %d => %[1]d\ncover a.go:%d:1/T\n", i, i+1)
	}
	runs := 0
	s, report := verified(t, emitted(t, pkg, "func Write\n"+cases.String()), Options{Log: func(format string, args ...any) {
		if text := fmt.Sprintf(format, args...); strings.Contains(text, "ran the tests") {
			runs++
		}
	}})
	if len(s.Funcs) != 1 || len(s.Funcs[0].Cases) != 1 || len(report.Dropped) != writers {
		t.Errorf("%d of %d cases are dropped: %v", len(report.Dropped), writers, s.Funcs)
	}
	for _, d := range report.Dropped {
		if !strings.Contains(d.Reason, "panic: the book is full") {
			t.Errorf("dropped: %s", d.Reason)
		}
	}
	if runs > 3*writers/4 {
		t.Errorf("the tests were run %d times", runs)
	}
	if text := text(s, testgen.TestFile); strings.Contains(text, "nearmiss"+"Guard") {
		t.Errorf("the guard is written:\n%s", text)
	}
}

// TestGuardedFiles checks that each subtest gets the guard, under any name of its *testing.T,
// and that no line moves.
func TestGuardedFiles(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n\ntype t int\n\ntype tt int\n\nfunc Same(n int) int { return n }\n"})
	s := emitted(t, pkg, "func Same\ncase 0 => 0\ncover a.go:1:1/T\ncase 1 => 1\ncase 2 => 2\ncase 3 => 3\n")
	list := guardedFiles(s)
	if len(list) != 2 || !strings.HasPrefix(string(list[1].Data), "package p\n\nimport") {
		t.Fatalf("%s", list)
	}
	const begin = "t2.Run(tt2.name, func(t2 *testing.T) {"
	if want := strings.Replace(text(s, testgen.TestFile), begin, begin+" defer nearmissGuard(t2)", 1); string(list[0].Data) != want || want == text(s, testgen.TestFile) {
		t.Errorf("%s", list[0].Data)
	}
}

// TestSuspects checks that suspects do not carry over to the next round, in which cases have
// other indices.
func TestSuspects(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": "package p\n\nfunc Same(n int) int { return n }\n"})
	s := emitted(t, pkg, "func Same\ncase 0 => 0\ncover a.go:1:1/T\ncase 1 => 1\ncover a.go:2:1/T\ncase 2 => 2\ncover a.go:3:1/T\n")
	caught := func(c *checker, cases ...int) {
		o := &outcome{finished: true, tests: map[string]*testRun{}}
		for _, n := range cases {
			name := s.Subtest(0, n)
			o.order, o.tests[name] = append(o.order, name), &testRun{fails: 1, output: []string{"panic: full\n"}}
		}
		c.dropCaught(s, o)
	}
	c := &checker{runner: &runner{guardPanics: true}, findings: newFindings()}
	if caught(c, 0, 1, 2); len(c.remaining(s)) != 2 {
		t.Errorf("one run: left %v", c.remaining(s))
	}
	c.findings = newFindings()
	if caught(c, 0, 1, 2); len(c.remaining(s)) != 2 {
		t.Errorf("the first run of the next round: left %v", c.remaining(s))
	}
	if caught(c, 1, 2); len(c.remaining(s)) != 0 {
		t.Errorf("the second: left %v", c.remaining(s))
	}
}
