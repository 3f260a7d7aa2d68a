package testcheck

import "testing"

// TestOwnVet: the report has the complaint of go vet about the package itself that keeps go test from
// running, and no other complaint about it.
func TestOwnVet(t *testing.T) {
	for text, want := range map[string]string{
		`fmt.Printf("%d", "x")`: "a.go:6:",
		`for { return n }`:      "",
		`return n; n++`:         "", // unreachable code: go test does not look for it
	} {
		pkg := module(t, map[string]string{"a.go": "package p\n\nimport (\"fmt\"; \"sync\")\n\nfunc F(n int) int {\n\t" + text + "\n\treturn n\n}\n\nvar m sync.Mutex\nvar _ = fmt.Sprint\n"})
		s, err := emit(pkg, parseCases(t, pkg, `
			func F
			case 1 => 1`))
		if err != nil {
			t.Fatal(err)
		}
		s, report := verified(t, s, quick)
		if len(s.Funcs) != 1 || len(report.OwnVet) < len(want) || report.OwnVet[:len(want)] != want || want == "" && report.OwnVet != "" {
			t.Errorf("%s: %d tests, %q", text, len(s.Funcs), report.OwnVet)
		}
	}
}
