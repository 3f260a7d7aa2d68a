package harness

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nearmiss/internal/load"
)

// shadowing are functions whose parameters are made by functions that are written out. %s
// stands before the names of a type and of a truth value.
const shadowing = `
func InTurn%[1]d(f func() *%[2]sT, g func() (%[2]sT, error), h func() (%[2]sT, bool)) bool { return f == nil && g == nil && h == nil }

func Values%[1]d(f func(func(%[2]sT) bool), g func(func(string, *%[2]sT) bool), h func(func() bool)) bool { return f == nil && g == nil && h == nil }

func Always%[1]d(f func() (*%[2]sT, error), g func(*%[2]sT, []*%[2]sT) (*%[2]sT, *%[2]sT)) bool { return f == nil && g == nil }

func Cases%[1]d(f func(%[2]sN) %[2]sT, g func(%[2]sN) (%[2]sT, %[2]sB), h func(%[2]sT, %[2]sN) (%[2]sT, error), k func(%[2]sN) bool) bool { return f == nil && g == nil && h == nil && k == nil }

func Identity%[1]d(f func(int, %[2]sT) %[2]sT, g func(%[2]sT, func())) bool { return f == nil && g == nil }

func Compare%[1]d(f func(a, b *%[2]sT) int, g func(a, b %[2]sN) bool) bool { return f == nil && g == nil }

func Channel%[1]d(c chan *%[2]sT, d <-chan %[2]sN) bool { return c == nil && d == nil }
`

var shadowed = []string{"a", "c", "call", "cases", "closed", "end", "first", "i", "list", "ok", "other", "r", "r0", "s", "second", "theList", "times", "v", "v0", "v1", "values", "x", "yield"}

// TestShadowed: whatever the packages that a package imports are called, or what it
// declares, all ways to make values compile.
func TestShadowed(t *testing.T) {
	types := "\ntype T struct{ N int }\n\ntype N int\n\ntype B bool\n"
	t.Run("imported", func(t *testing.T) {
		dir := t.TempDir()
		source, body := "package m\n\nimport (\n", ""
		for i, p := range shadowed {
			if err := os.Mkdir(filepath.Join(dir, p), 0o777); err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(dir, p, "p.go"), []byte("package "+p+"\n"+types))
			source += fmt.Sprintf("\t%q\n", "m/"+p)
			body += fmt.Sprintf(shadowing, i, p+".")
		}
		write(t, filepath.Join(dir, "go.mod"), []byte("module m\n\ngo 1.26\n"))
		write(t, filepath.Join(dir, "m.go"), []byte(source+")\n"+body))
		compiles(t, dir)
	})
	t.Run("declared", func(t *testing.T) {
		source := "package m\n"
		for i, p := range shadowed {
			of := func(text string) string { return strings.NewReplacer("pT", p, "pN", p+"N", "pB", p+"B").Replace(text) }
			source += of("\ntype pT struct{ n int }\n\ntype pN int\n\ntype pB bool\n") + of(fmt.Sprintf(shadowing, i, "p"))
		}
		dir := t.TempDir()
		write(t, filepath.Join(dir, "go.mod"), []byte("module m\n\ngo 1.26\n"))
		write(t, filepath.Join(dir, "m.go"), []byte(source))
		compiles(t, dir)
	})
}

// compiles generates the file for all functions of package m, which has to compile.
func compiles(t *testing.T, dir string) {
	t.Helper()
	pkgs, err := load.Load(t.Context(), dir, load.Options{}, "./...", "errors", "io")
	if err != nil {
		t.Fatal(err)
	}
	probe, err := load.Load(t.Context(), "../probe", load.Options{}, ".")
	if err != nil {
		t.Fatal(err)
	}
	own := slices.IndexFunc(pkgs, func(p *load.Package) bool { return p.ImportPath == "m" })
	c := &checked{New(pkgs[own]), probe[0].Types, beside(pkgs)}
	reasons := map[string]int{}
	fns := signAll(c.Coder, reasons, Options{})
	if want := 7 * len(shadowed); len(fns) != want {
		t.Errorf("%d functions, want %d: %v", len(fns), want, reasons)
	}
	if left := c.mended(t, fns); left != nil {
		t.Error(left)
	}
}
