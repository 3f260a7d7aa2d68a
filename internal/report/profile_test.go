package report

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/cover"
)

// odd has what ordinary code rarely has.
const odd = `package odd

var f = func(n int) bool { if n > 1 { return true }; return false }

func _() { println() }

func empty() {}

func emptyElse(n int) { if n > 1 { } else { }; switch { }; select { }; switch x := any(n).(type) { }
	switch n { case 1: case 2, 3: default: }
}

func assembly()

func chain(n int) int {
	if n > 1 { return 1 } /* else */ else /* x */ if n > 2 /* else */ { return 2 } else if m := func() int { return n }(); m > n { return 3 } else
	{ return 4 }
}

func labels(n int) {
	goto L
L:
	n++
M: N: n--
	if n > 0 { goto M } else if n < 3 { goto N }
O:
	for range n { for { break O }; continue O }
	{ n++; { n-- } ; n++ }
	panic("x"); goto P
P:
}

func literals(n int) {
	defer func() { recover() }()
	go func() { n++ }()
	x := []func(){ func() { n++ }, func() { n-- } }
	for i := func() int { return 1 }(); i < func() int { return 2 }(); func() { i++ }() { x[0]() }
	for range func(yield func() bool) { yield() } { n++ }
	switch y := func() int { return n }(); func() int { return y }() { case func() int { return 1 }(): n++; fallthrough; default: n-- }
	switch y := func() any { return n }(); z := y.(type) { case int: n += z }
	select { case c <- func() int { return 1 }(): n++; case v, ok := <-c: n += v; _ = ok; default: }
	var c chan int ; ; ;
	return
}

func directive(n int) {
//line other.go:10
	if n > 0 { n++ }
/*line third.go:10:5*/ if n > 1 { n++ }; if n > 2 { n++ }
//line other.go:10
	if n > 0 { n++ }
}
`

// The go command's own tool divides files into the same blocks.
func TestBlocksAreThoseOfGoToolCover(t *testing.T) {
	dir := t.TempDir()
	oddFile := filepath.Join(dir, "odd.go")
	if err := os.WriteFile(oddFile, []byte(odd), 0o600); err != nil {
		t.Fatal(err)
	}
	files := []string{oddFile}
	for _, pkg := range []string{"path", "strconv", "text/scanner", "net/netip", "encoding/csv", "go/printer", "net/http", "time"} {
		list, err := filepath.Glob(filepath.Join(build.Default.GOROOT, "src", pkg, "*.go"))
		if err != nil || len(list) == 0 {
			t.Fatalf("%s: %d files, %v", pkg, len(list), err)
		}
		list = slices.DeleteFunc(list, func(f string) bool { return strings.HasSuffix(f, "_test.go") })
		files = append(files, list[:min(4, len(list))]...)
	}
	for _, name := range files {
		src, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, src, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, b := range Divide(fset, f, "x", src).Blocks {
			got = append(got, fmt.Sprintf("%d.%d,%d.%d %d", b.StartLine, b.StartCol, b.EndLine, b.EndCol, b.Statements))
		}
		want := toolBlocks(t, name)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: blocks\n%s\nthe tool has\n%s", name, without(got, want), without(want, got))
		}
	}
}

func without(a, b []string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(a), func(x string) bool { return slices.Contains(b, x) }), "\n")
}

var (
	toolPos   = regexp.MustCompile(`(?m)^\s+(\d+), (\d+), (0x[0-9a-f]+), // \[\d+\]$`)
	toolCount = regexp.MustCompile(`(?m)^\s+(\d+), // \d+$`)
)

// toolBlocks has go tool cover rewrite a file and reads its table of blocks.
func toolBlocks(t *testing.T, name string) []string {
	t.Helper()
	cmd := exec.Command("go", "tool", "cover", "-mode=set", "-var=zznmTable", name)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out)
	}
	_, table, _ := strings.Cut(string(out), "var zznmTable = struct {")
	counts := toolCount.FindAllStringSubmatch(table, -1)
	var list []string
	for i, m := range toolPos.FindAllStringSubmatch(table, -1) {
		cols, err := strconv.ParseUint(m[3], 0, 32)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, fmt.Sprintf("%s.%d,%s.%d %s", m[1], cols&0xffff, m[2], cols>>16, counts[i][1]))
	}
	return list
}

// Marks keep lines and syntax, there is one for each block, and a renamed
// identifier has its new name.
func TestMarks(t *testing.T) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "odd.go", odd, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	d := Divide(fset, f, "x", []byte(odd))
	out := string(d.Mark("marks", 100, []*ast.Ident{f.Scope.Lookup("empty").Decl.(*ast.FuncDecl).Name}, "hollow"))
	if _, err := parser.ParseFile(token.NewFileSet(), "odd.go", out, parser.ParseComments); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if strings.Count(out, "\n") != strings.Count(odd, "\n") || !strings.Contains(out, "func hollow() {marks[") {
		t.Errorf("got\n%s", out)
	}
	for i := range d.Blocks {
		if n := strings.Count(out, fmt.Sprintf("marks[%d]=true;", 100+i)); n != 1 {
			t.Errorf("block %d has %d marks", i, n)
		}
	}
}

// What Write prints is read back by the parser of profiles.
func TestProfilesAreRead(t *testing.T) {
	files := []*File{
		{Name: "m/b.go", Blocks: []Block{{StartLine: 9, StartCol: 2, EndLine: 9, EndCol: 8, Statements: 1}, {StartLine: 3, StartCol: 4, EndLine: 5, EndCol: 6, Statements: 2, Taken: true}}},
		{Name: "m/a.go"},
	}
	var b strings.Builder
	if err := Write(&b, files); err != nil {
		t.Fatal(err)
	}
	if want := "mode: set\nm/b.go:3.4,5.6 2 1\nm/b.go:9.2,9.8 1 0\n"; b.String() != want {
		t.Errorf("got %q", b.String())
	}
	got, err := cover.ParseProfilesFromReader(strings.NewReader(b.String()))
	if err != nil || len(got) != 1 || got[0].Mode != "set" || len(got[0].Blocks) != 2 || got[0].Blocks[0] != (cover.ProfileBlock{StartLine: 3, StartCol: 4, EndLine: 5, EndCol: 6, NumStmt: 2, Count: 1}) {
		t.Errorf("%v, %+v", err, got)
	}
}
