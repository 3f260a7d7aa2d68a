package harness

import (
	"fmt"
	"strings"
	"testing"

	"nearmiss/code"
)

// TestStandardsAreTyped: what is said of the methods of a standard way is true of the
// type of the expression, which is what the compiler goes by.
func TestStandardsAreTyped(t *testing.T) {
	imports, body := map[string]bool{}, ""
	name := func(path string) string {
		imports[path] = true
		if path == "math/rand/v2" {
			return "rand2"
		}
		return path[strings.LastIndex(path, "/")+1:]
	}
	for i, s := range standards() {
		part := func(c *code.Tree) (string, bool) {
			if c.Kind == code.Argument {
				return fmt.Sprintf("a%d", c.Index), true
			}
			return fmt.Sprintf("made%d", i), c.Kind == code.Declared
		}
		params := ""
		for j, f := range s.fields {
			params += fmt.Sprintf("a%d %s, ", j, f)
		}
		methods := s.methods
		for _, path := range []string{"image/color", "net/http", "io/fs", "image", "time", "io"} {
			if strings.Contains(methods, path+".") {
				methods = strings.ReplaceAll(methods, path+".", name(path)+".")
			}
		}
		if s.decl != nil {
			body += s.decl.Tree.Print(name, part) + "\n"
		}
		body += fmt.Sprintf("func F%d(%s) interface {\n%s\n} { return %s }\n", i, params, methods, s.expr.Print(name, part))
	}
	source := "package m\n\n"
	for path := range imports {
		source += fmt.Sprintf("import %s %q\n", name(path), path)
	}
	if c := loadSource(t, source+body); len(c.pkg.FuncDecls()) < len(standards()) {
		t.Errorf("%d functions", len(c.pkg.FuncDecls()))
	}
}

// TestStaticType: a variable or call whose value can do more than its type says makes no
// value of an interface that asks for more.
func TestStaticType(t *testing.T) {
	c := loadChecked(t, `package m

import "io"

func Drain(r io.ReaderFrom) bool { return r == nil }

func End(x interface {
	io.Closer
	io.WriterTo
}) bool { return x == nil }

func Write(w io.Writer) bool { return w == nil }
`, "bytes", "strings")
	fns := signAll(c.Coder, map[string]int{}, Options{})
	for i, want := range []string{"nil stub", "nil stub", "nil new(strings.Builder) io.Discard stub"} {
		var got []string
		for _, a := range fns[i].Sig.Params[0].Type.Alts {
			if !strings.HasPrefix(a.Name, "bytes.") && !strings.HasPrefix(a.Name, "*io.") { // of which there is more from release to release
				got = append(got, a.Name)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s takes %q, want %q", fns[i].Sig.Name, got, want)
		}
	}
	if left := c.mended(t, fns); left != nil {
		t.Error(left)
	}
}
