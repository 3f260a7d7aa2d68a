package testgen

import (
	"bytes"
	"context"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// listeners are what opens a port, by the path of the package that has it. Where
// there is no network the servers of httptest panic, which ends the process, and
// so do many helpers that get an error from the others.
var listeners = map[string][]string{
	"net": {"Listen", "ListenConfig", "ListenIP", "ListenMulticastUDP", "ListenPacket", "ListenTCP", "ListenUDP",
		"ListenUnix", "ListenUnixgram"},
	"crypto/tls":        {"Listen"},
	"net/http":          {"ListenAndServe", "ListenAndServeTLS"},
	"net/http/httptest": {"NewServer", "NewTLSServer", "NewUnstartedServer"},
}

// offline finds out, once for a package, which of its own tests are left out from
// the start because the runs beside them have no network.
func (v *verifier) offline(ctx context.Context, s *Suite) {
	own := v.own()
	if own.sought || v.opts.Network {
		return
	}
	own.sought = true
	defer v.timed()()
	files := maps.Clone(v.tests)
	if len(networked(files, s.Pkg.ImportPath)) == 0 {
		return
	}
	if built := v.builtFiles(ctx); built != nil {
		maps.DeleteFunc(files, func(name string, _ []byte) bool { return !slices.Contains(built, name) })
	}
	own.away = networked(files, s.Pkg.ImportPath)
}

// builtFiles are the names of the test files that are not left out by build
// constraints, nil if the go command does not say.
func (v *verifier) builtFiles(ctx context.Context) []string {
	var out bytes.Buffer
	ok, err := v.goCommand(ctx, &out, "list", "-overlay", v.overlay, "-f", "{{range .TestGoFiles}}{{.}}\n{{end}}{{range .XTestGoFiles}}{{.}}\n{{end}}")
	if !ok || err != nil {
		return nil
	}
	return strings.Fields(out.String())
}

// networked lists the tests, examples and fuzz targets of test files that name what
// opens a port, or a function, method or variable of these files that does. Names
// are all that is looked at, so that a method stands for all that are called like
// it. self is the path of the package, by which its external tests know it.
func networked(files map[string][]byte, self string) []string {
	n := &naming{self: self, by: map[string][]string{}}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f, err := parser.ParseFile(token.NewFileSet(), name, files[name], parser.ParseComments)
		if err == nil { // else it does not build either
			n.read(f)
		}
	}
	for i := 0; i < len(n.opening); i++ {
		for _, key := range n.by[n.opening[i]] {
			n.open(key)
		}
	}
	return slices.DeleteFunc(slices.Sorted(slices.Values(n.tests)), func(name string) bool { return !slices.Contains(n.opening, name) })
}

// naming is which declarations name which others. The key of a function or
// variable is its name, that of a method has a dot before it.
type naming struct {
	self    string
	by      map[string][]string // the declarations that name a key
	opening []string            // keys of those that open a port, as far as is known
	tests   []string            // what go test runs
}

func (n *naming) open(key string) {
	if !slices.Contains(n.opening, key) {
		n.opening = append(n.opening, key)
	}
}

// read takes the declarations of a file.
func (n *naming) read(f *ast.File) {
	r := namer{naming: n, imports: map[string]string{}}
	for _, spec := range f.Imports {
		p, _ := strconv.Unquote(spec.Path.Value)
		name := path.Base(p)
		if p == n.self {
			name = strings.TrimSuffix(f.Name.Name, "_test")
		}
		if spec.Name != nil {
			name = spec.Name.Name
		}
		if name == "." {
			r.dots = append(r.dots, p)
			continue
		}
		r.imports[name] = p
	}
	for _, decl := range f.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			key := d.Name.Name
			if d.Recv != nil {
				key = "." + key
			} else if key != "TestMain" && (begins(key, "Test") || begins(key, "Fuzz")) {
				n.tests = append(n.tests, key)
			}
			r.take(key, d)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if s, ok := spec.(*ast.ValueSpec); ok {
					for _, name := range s.Names {
						r.take(name.Name, s)
					}
				}
			}
		}
	}
	for _, e := range doc.Examples(f) {
		if e.Output != "" || e.EmptyOutput { // others are only compiled
			n.tests = append(n.tests, "Example"+e.Name)
		}
	}
}

// begins reports whether a name is one that go test looks for: what follows
// the prefix is not a small letter.
func begins(name, prefix string) bool {
	rest, ok := strings.CutPrefix(name, prefix)
	first, _ := utf8.DecodeRuneInString(rest)
	return ok && !unicode.IsLower(first)
}

// namer is one file on its way into a naming.
type namer struct {
	*naming
	imports map[string]string // paths by the names that they have in the file
	dots    []string          // paths of what has none
}

// take notes what a declaration names. A field that a literal sets is no name of
// a function, and a method of *testing.T none of the files.
func (r *namer) take(key string, decl ast.Node) {
	if key == "_" {
		return
	}
	given := r.given(decl)
	var visit func(ast.Node) bool
	visit = func(node ast.Node) bool {
		switch x := node.(type) {
		case *ast.KeyValueExpr:
			if _, ok := x.Key.(*ast.Ident); ok {
				ast.Inspect(x.Value, visit)
				return false
			}
		case *ast.SelectorExpr:
			base, ok := x.X.(*ast.Ident)
			p := ""
			if ok {
				p = r.imports[base.Name]
			}
			switch {
			case p == r.self && p != "":
				r.name(key, x.Sel.Name)
			case p != "":
				if slices.Contains(listeners[p], x.Sel.Name) {
					r.open(key)
				}
			case !ok || !slices.Contains(given, base.Name):
				r.name(key, "."+x.Sel.Name)
				ast.Inspect(x.X, visit)
			}
			return false
		case *ast.Ident:
			if slices.ContainsFunc(r.dots, func(p string) bool { return slices.Contains(listeners[p], x.Name) }) {
				r.open(key)
			}
			r.name(key, x.Name)
		}
		return true
	}
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Body != nil {
			ast.Inspect(d.Body, visit)
		}
	case *ast.ValueSpec:
		for _, v := range d.Values {
			ast.Inspect(v, visit)
		}
	}
}

// name notes that one declaration names another.
func (r *namer) name(key, other string) {
	if list := r.by[other]; other != key && (len(list) == 0 || list[len(list)-1] != key) {
		r.by[other] = append(list, key)
	}
}

// given lists the parameters in a declaration whose type is one of package
// testing.
func (r *namer) given(decl ast.Node) (names []string) {
	ast.Inspect(decl, func(node ast.Node) bool {
		f, ok := node.(*ast.FuncType)
		if !ok {
			return true
		}
		for _, field := range f.Params.List {
			t := field.Type
			if star, ok := t.(*ast.StarExpr); ok {
				t = star.X
			}
			if sel, ok := t.(*ast.SelectorExpr); ok {
				if base, ok := sel.X.(*ast.Ident); ok && r.imports[base.Name] == "testing" {
					for _, name := range field.Names {
						names = append(names, name.Name)
					}
				}
			}
		}
		return true
	})
	return names
}
