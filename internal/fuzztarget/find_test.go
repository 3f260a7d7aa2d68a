package fuzztarget

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"nearmiss/internal/testdir"
)

// TestFind: of a target the call of f.Fuzz stays, and what its function needs, on the same lines; names of the test
// package that the package has, too, are renamed.
func TestFind(t *testing.T) {
	dir := t.TempDir()
	testdir.Write(t, dir, map[string]string{
		"go.mod":         "module m\n\ngo 1.21\n",
		"m.go":           "package m\n\ntype Set map[int]bool\n\nfunc helper() int { return 0 }\n\nfunc (s Set) Has(n int) bool { return s[n] && helper() == 0 }\n",
		"export_test.go": "package m\n\nvar Made = Set{1: true}\n\nvar Other = 0\n",
		"m_test.go": `package m_test

import (
	"fmt"
	"strings"
	"testing"

	"m"
)

type helper struct{ limit int }

func (h *helper) check(t *testing.T, n int) {
	t.Helper()
	if n > h.limit {
		t.Fatal(strings.Repeat("x", n))
	}
}

func TestOther(t *testing.T) { fmt.Println(m.Other) }

// FuzzHas is a target.
func FuzzHas(f *testing.F) {
	text := "unused"
	f.Add(1, byte(2))
	const most = 7
	h, err := &helper{most}, error(nil)
	if err != nil {
		f.Fatal(err)
	}
	if text != "" {
		f.Log(text)
	}
	f.Fuzz(func(t *testing.T, n int, _ byte) {
		h.check(t, n)
		m.Made.Has(n)
	})
	f.Log("after")
}

func FuzzLoop(f *testing.F) {
	for i := 0; i < 2; i++ {
		f.Fuzz(func(t *testing.T, n int) {})
	}
}

func Fuzzy(f *testing.F) {}
`,
	})
	env := append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	list, err := Find(t.Context(), dir, env, nil, []string{"."}, nil)
	if err != nil || len(list) != 2 {
		t.Fatalf("%d targets, %v", len(list), err)
	}
	has, loop := list[0], list[1]
	if has.Name != "FuzzHas" || has.Reason != "" || has.Position != "m_test.go:23" || has.Package != "m" || len(has.Files) != 3 {
		t.Errorf("%+v", has)
	}
	if !strings.Contains(loop.Reason, "no statement f.Fuzz(…)") {
		t.Errorf("%+v", loop)
	}
	if text := string(has.Files[filepath.Join(dir, "export_test_.go")]); strings.TrimSpace(text) != "package m\n\nvar Made = Set{1: true}" {
		t.Errorf("%q", text)
	}
	text := string(has.Files[filepath.Join(dir, "m_test_.go")])
	want := `package m

import (
	
	"strings"
	

	
)

type helperNearmissTest struct{ limit int }

func (h *helperNearmissTest) check(t *nearmissT, n int) {
	t.Helper()
	if n > h.limit {
		t.Fatal(strings.Repeat("x", n))
	}
}



// FuzzHas is a target.
func nearmissBodyFuzzHas(f *nearmissT, nearmiss1_n int, nearmiss2_arg byte) {
	
	
	const most = 7
	h, err := &helperNearmissTest{most}, error(nil)
	if err != nil {
		f.Fatal(err)
	}
	


	(func(t *nearmissT, n int, _ byte) {
		h.check(t, n)
		Made.Has(n)
	})(f, nearmiss1_n, nearmiss2_arg)
	
}
`
	if got := text[:min(len(text), len(want))]; got != want || strings.TrimSpace(text[len(got):]) != "" {
		t.Errorf("got %s", text)
	}
	for _, part := range []string{"func nearmissFuzzHas(nearmiss1_n int, nearmiss2_arg byte) {", "package m\n"} {
		if !strings.Contains(string(has.Files[filepath.Join(dir, Runtime)]), part) {
			t.Errorf("no %q in the file with the function", part)
		}
	}
	if list, err := Find(t.Context(), dir, env, nil, []string{"."}, regexp.MustCompile("Loop")); err != nil || len(list) != 1 {
		t.Errorf("%d targets match, %v", len(list), err)
	}
}
