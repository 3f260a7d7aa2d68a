package list

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
)

// root is where the directories of sets begin.
const root = "../../../../"

// TestTargets finds thirty different lines in each set, each before the one with the
// mark.
func TestTargets(t *testing.T) {
	place := regexp.MustCompile(`^([a-z]+\.go):(\d+):\d+/T$`)
	for _, set := range Sets() {
		t.Run(set.Name, func(t *testing.T) {
			if len(set.Subjects) != 30 {
				t.Errorf("%d subjects", len(set.Subjects))
			}
			seen := map[string]bool{}
			for _, s := range set.Subjects {
				got, err := Target(os.DirFS(root+set.Dir), s.Name)
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
				source, err := os.ReadFile(root + set.Dir + "/" + m[1])
				if err != nil {
					t.Fatal(err)
				}
				line, err := strconv.Atoi(m[2])
				if err != nil {
					t.Fatal(err)
				}
				lines := strings.Split(string(source), "\n")
				if !strings.HasPrefix(strings.TrimSpace(lines[line-1]), "if ") || strings.TrimSpace(lines[line]) != "return true // target" {
					t.Errorf("%s: %s is before %q", s.Name, got, lines[line])
				}
			}
		})
	}
}

// TestAllAreListed compares each list with the functions of its package, and with the
// table of the package's documentation, whose first columns are name and kind.
func TestAllAreListed(t *testing.T) {
	row := regexp.MustCompile(`(?m)^\t([A-Z]\w*) +([a-z]+) +\S`)
	for _, set := range Sets() {
		t.Run(set.Name, func(t *testing.T) {
			var listed, names, declared, documented []string
			for _, s := range set.Subjects {
				listed = append(listed, s.Name+" "+s.Kind)
				names = append(names, s.Name)
			}
			files, err := os.ReadDir(root + set.Dir)
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range files {
				if !strings.HasSuffix(file.Name(), ".go") || strings.HasSuffix(file.Name(), "_test.go") {
					continue
				}
				f, err := parser.ParseFile(token.NewFileSet(), root+set.Dir+"/"+file.Name(), nil, parser.ParseComments)
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
			slices.Sort(names)
			slices.Sort(declared)
			if !slices.Equal(declared, names) {
				t.Errorf("declared are %q", declared)
			}
		})
	}
}

func TestNamed(t *testing.T) {
	for _, want := range Sets() {
		if got, err := Named(want.Name); err != nil || got.Dir != want.Dir {
			t.Errorf("%s: %s, %v", want.Name, got.Dir, err)
		}
	}
	if _, err := Named("last"); err == nil || err.Error() != `"last" is none of `+Names() {
		t.Error(err)
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
