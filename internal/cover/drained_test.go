package cover

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nearmiss/internal/report"
	"nearmiss/internal/subject"
	"nearmiss/internal/testdir"
)

// TestForgetDrained: functions whose trees were closed to save memory when nothing was left to explore
// are not explored again: each input ends its process.
func TestForgetDrained(t *testing.T) {
	alone(t)
	var code strings.Builder
	code.WriteString("package m\n\nimport \"os\"\n")
	for i := range mostKept + 4 {
		fmt.Fprintf(&code, "\nfunc Exit%d(n int) int {\n\tif n == 7 {\n\t\tos.Exit(3)\n\t}\n\treturn n\n}\n", i)
	}
	dir := t.TempDir()
	testdir.Write(t, dir, map[string]string{"go.mod": "module m\n\ngo 1.26\n", "m.go": code.String()})
	r, err := Run(t.Context(), Options{Common: subject.Common{Seed: 1, Dir: dir}, Patterns: []string{"."}, Evals: 100, Algo: "dse"})
	if err != nil {
		t.Fatal(err)
	}
	p := r.Packages[0]
	if !slices.ContainsFunc(p.Notes, func(n report.Note) bool { return strings.HasPrefix(n.Text, "execution trees were dropped") }) {
		t.Fatalf("no tree was dropped: %v", p.Notes)
	}
	for _, f := range p.Functions {
		if f.Symbolic == nil || f.Symbolic.Runs != 2 { // 0 and 7
			t.Errorf("%s: %d evaluations, %+v", f.Name, f.Evaluations, f.Symbolic)
		}
	}
}
