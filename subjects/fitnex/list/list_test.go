package list

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// TestTargets finds thirty different lines, each before the one with the mark.
func TestTargets(t *testing.T) {
	dir := os.DirFS("..")
	all := All()
	if len(all) != 30 {
		t.Errorf("%d subjects", len(all))
	}
	place := regexp.MustCompile(`^([a-z]+\.go):(\d+):\d+/T$`)
	seen := map[string]bool{}
	for _, s := range all {
		got, err := Target(dir, s.Name)
		if err != nil {
			t.Error(err)
			continue
		}
		m := place.FindStringSubmatch(got)
		if m == nil || seen[got] {
			t.Errorf("%s: %s", s.Name, got)
			continue
		}
		seen[got] = true
		source, err := os.ReadFile("../" + m[1])
		if err != nil {
			t.Fatal(err)
		}
		line := 0
		for _, c := range m[2] {
			line = 10*line + int(c-'0')
		}
		lines := strings.Split(string(source), "\n")
		if !strings.HasPrefix(strings.TrimSpace(lines[line-1]), "if ") || strings.TrimSpace(lines[line]) != "return true // target" {
			t.Errorf("%s: %s is before %q", s.Name, got, lines[line])
		}
	}
}

// TestAllAreListed compares the list with the functions, and with the table of
// the package's documentation.
func TestAllAreListed(t *testing.T) {
	var listed, declared, documented []string
	for _, s := range All() {
		listed = append(listed, s.Name+" "+s.Kind)
	}
	files, err := os.ReadDir("..")
	if err != nil {
		t.Fatal(err)
	}
	row := regexp.MustCompile(`(?m)^\t(\w+) +(\w+) +(?:easy|medium|hard) `)
	for _, file := range files {
		if !strings.HasSuffix(file.Name(), ".go") || strings.HasSuffix(file.Name(), "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), "../"+file.Name(), nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range row.FindAllStringSubmatch(f.Doc.Text(), -1) {
			documented = append(documented, m[1]+" "+m[2])
		}
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Name.IsExported() {
				declared = append(declared, d.Name.Name)
			}
		}
	}
	if !slices.Equal(documented, listed) {
		t.Errorf("documented are %q", documented)
	}
	var names []string
	for _, s := range All() {
		names = append(names, s.Name)
	}
	slices.Sort(names)
	slices.Sort(declared)
	if !slices.Equal(declared, names) {
		t.Errorf("declared are %q", declared)
	}
}

func TestNoTarget(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"return true", "F: not exactly one return true behind a condition"},
		{"if x { return true }; return x", "F: not exactly one return true behind a condition"},
		{"if x { return true }; for x { return true }; return false", "F: not exactly one return true behind a condition"},
		{"if x && y { return true }; return false", "F: the condition before return true is not a single one without else"},
		{"if !x { return true }; return false", "F: the condition before return true is not a single one without else"},
		{"if x { return true } else { return false }", "F: the condition before return true is not a single one without else"},
	} {
		dir := fstest.MapFS{"f.go": {Data: []byte("package p\nfunc F(x, y bool) bool { " + c.body + " }\n")}}
		if got, err := Target(dir, "F"); err == nil || err.Error() != c.want {
			t.Errorf("%s: %q, %v", c.body, got, err)
		}
	}
	dir := fstest.MapFS{"f.go": {Data: []byte("package p\nfunc F(x bool) bool {\n\tif x {\n\t\treturn true\n\t}\n\treturn false\n}\n")}}
	if got, err := Target(dir, "F"); err != nil || got != "f.go:3:5/T" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := Target(dir, "G"); err == nil || err.Error() != "no function G" {
		t.Error(err)
	}
}
