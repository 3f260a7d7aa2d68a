package fitness

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"nearmiss/cfg"
	"nearmiss/internal/load"
)

func loaded(t *testing.T, pattern string) *cfg.Package {
	t.Helper()
	pkgs, err := load.Load(t.Context(), ".", load.Options{}, pattern)
	if err != nil {
		t.Fatal(err)
	}
	return cfg.Build(pkgs[0].Source)
}

// TestForms writes down what is known of each way to ask and to answer.
func TestForms(t *testing.T) {
	p := loaded(t, "./testdata/flags/forms")
	flags := NewFlags(p)
	var b strings.Builder
	where := func(c *cfg.Cond) string {
		at := p.Fset.Position(c.Pos)
		return fmt.Sprintf("%d:%d", at.Line, at.Column)
	}
	for _, c := range p.Func("Ask").Conds {
		for _, is := range []bool{true, false} {
			if r := flags.Behind(c, is); r != nil {
				fmt.Fprintf(&b, "%s %s: not %v asks\n", where(c), c.Text(p.Fset), is)
				if err := FlagText(&b, p.Fset, where, r); err != nil {
					t.Fatal(err)
				}
				fmt.Fprintln(&b)
			}
		}
	}
	const file = "testdata/flags/forms.txt"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("-update writes what is known now:\n%s", b.String())
	}
}
