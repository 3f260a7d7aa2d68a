package testcheck

import (
	"fmt"
	"strings"
	"testing"

	"nearmiss/internal/testgen"
)

// TestGuard: where each case panics that runs behind another, all fall in a few runs, for
// what they panic with; what does not panic stays, and nothing of the guard is written.
func TestGuard(t *testing.T) {
	pkg := module(t, map[string]string{"a.go": `package p

type book struct{ pages int }

func open(pages int) *book { return &book{pages} }

var shared = open(1)

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
		if text := fmt.Sprintf(format, args...); strings.Contains(text, "ran them") {
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
	if runs > writers/2 {
		t.Errorf("the tests were run %d times", runs)
	}
	if text := text(s, testgen.TestFile); strings.Contains(text, "nearmiss"+"Guard") {
		t.Errorf("the guard is written:\n%s", text)
	}
}

// TestGuarded: the guard is put into each subtest, and every line stays where it was.
func TestGuarded(t *testing.T) {
	const test = "// A comment.\n\npackage p_test\n\nfunc TestF(t *testing.T) {\n\tt.Run(tt.name, func(t *testing.T) {\n\t\tf()\n\t})\n}\n"
	want := strings.Replace(test, "T) {\n\t\tf", "T) { defer nearmissGuard(t)\n\t\tf", 1)
	list := guarded([]testgen.File{{Name: "a_test.go", Data: []byte(test)}, {Name: "b_test.go", Data: []byte("package p\n")}})
	if len(list) != 3 || string(list[0].Data) != want || string(list[1].Data) != "package p\n" || !strings.HasPrefix(string(list[2].Data), "package p_test\n\nimport") {
		t.Errorf("%s", list)
	}
}
