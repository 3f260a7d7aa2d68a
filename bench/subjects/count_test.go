package subjects

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"nearmiss/cfg"
	"nearmiss/internal/load"
)

// table1 is Table I of Baars et al. 2011, function by function. Bits is the
// binary logarithm of the domain.
var table1 = []struct {
	dir, name             string
	branches, loops, bits int
}{
	{"bibclean", "CheckISBN", 54, 1, 112},
	{"bibclean", "CheckISSN", 54, 1, 112},
	{"defroster", "DefrosterMain", 72, 0, 137},
	{"f2", "F2", 46, 0, 272},
	{"tiff", "GetSourceSamples", 32, 2, 135},
	{"tiff", "SetSample", 28, 0, 1102},
	{"tiff", "PlaceImage", 24, 0, 8402},
	{"triangle", "Triangle", 28, 0, 96},
}

// source is one parsed and checked subject package.
type source struct {
	fset  *token.FileSet
	files []*ast.File
	names []string // file paths, beside files
	pkg   *types.Package
	info  *types.Info
}

func parse(t *testing.T, dir string) *source {
	t.Helper()
	s := &source{fset: token.NewFileSet()}
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(s.fset, name, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		s.files = append(s.files, f)
		s.names = append(s.names, name)
	}
	s.info = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{},
		Defs:  map[*ast.Ident]types.Object{},
		Uses:  map[*ast.Ident]types.Object{},
	}
	conf := types.Config{Importer: importer.ForCompiler(s.fset, "source", nil)}
	s.pkg, err = conf.Check("nearmiss/bench/subjects/"+dir, s.fset, s.files, s.info)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// function returns the declaration of a function and its file's number.
func (s *source) function(t *testing.T, name string) (*ast.FuncDecl, int) {
	t.Helper()
	for i, f := range s.files {
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Name.Name == name {
				return d, i
			}
		}
	}
	t.Fatalf("no function %s", name)
	return nil, 0
}

// A goal is an atomic condition. For a case of a tagged switch, tag is what
// the expression is compared with.
type goal struct {
	expr ast.Expr
	tag  ast.Expr
}

// goals lists the atomic conditions of a body in the order of the text. The
// subjects keep to if, for and switch, so this is all that can occur; anything
// else with a condition stops the test.
func goals(t *testing.T, body ast.Node) []goal {
	var list []goal
	var atoms func(e ast.Expr)
	atoms = func(e ast.Expr) {
		switch e := e.(type) {
		case *ast.ParenExpr:
			atoms(e.X)
			return
		case *ast.UnaryExpr:
			if e.Op == token.NOT {
				atoms(e.X)
				return
			}
		case *ast.BinaryExpr:
			if e.Op == token.LAND || e.Op == token.LOR {
				atoms(e.X)
				atoms(e.Y)
				return
			}
		}
		list = append(list, goal{expr: e})
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			atoms(n.Cond)
		case *ast.ForStmt:
			if n.Cond != nil {
				atoms(n.Cond)
			}
		case *ast.SwitchStmt:
			for _, c := range n.Body.List {
				for _, e := range c.(*ast.CaseClause).List {
					list = append(list, goal{e, n.Tag})
				}
			}
		case *ast.RangeStmt, *ast.TypeSwitchStmt, *ast.SelectStmt, *ast.FuncLit:
			t.Errorf("%T is not counted here", n)
		}
		return true
	})
	return list
}

// comparesElsewhere reports whether a boolean value is computed outside of a
// condition, where goals does not look.
func comparesElsewhere(body ast.Node) bool {
	inside := map[ast.Node]bool{}
	mark := func(e ast.Node) {
		ast.Inspect(e, func(n ast.Node) bool {
			inside[n] = true
			return true
		})
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IfStmt:
			mark(n.Cond)
		case *ast.ForStmt:
			if n.Cond != nil {
				mark(n.Cond)
			}
		}
		return true
	})
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok && !inside[n] {
			switch b.Op {
			case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ, token.LAND, token.LOR:
				found = true
			}
		}
		return true
	})
	return found
}

// bits is the binary logarithm of the number of values of a type.
func bits(t *testing.T, typ types.Type) int {
	switch u := typ.Underlying().(type) {
	case *types.Basic:
		switch u.Kind() {
		case types.Bool:
			return 1
		case types.Int8, types.Uint8:
			return 8
		case types.Int16, types.Uint16:
			return 16
		case types.Int32, types.Uint32, types.Float32:
			return 32
		case types.Int64, types.Uint64, types.Float64:
			return 64
		}
	case *types.Array:
		return int(u.Len()) * bits(t, u.Elem())
	case *types.Struct:
		sum := 0
		for i := range u.NumFields() {
			sum += bits(t, u.Field(i).Type())
		}
		return sum
	}
	t.Errorf("type %s has no size of its own", typ)
	return 0
}

// domain adds the bits of the parameters and of the package variables that the
// body reads. A variable that only stands left of = is not read.
func domain(t *testing.T, s *source, d *ast.FuncDecl) int {
	sum := 0
	sig := s.info.Defs[d.Name].Type().(*types.Signature)
	for i := range sig.Params().Len() {
		sum += bits(t, sig.Params().At(i).Type())
	}
	for v := range globalsRead(s, d) {
		sum += bits(t, v.Type())
	}
	return sum
}

func globalsRead(s *source, d *ast.FuncDecl) map[*types.Var]bool {
	written := map[*ast.Ident]bool{}
	ast.Inspect(d.Body, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok && a.Tok == token.ASSIGN {
			for _, lhs := range a.Lhs {
				if x, ok := lhs.(*ast.IndexExpr); ok {
					lhs = x.X
				}
				if id, ok := lhs.(*ast.Ident); ok {
					written[id] = true
				}
			}
		}
		return true
	})
	read := map[*types.Var]bool{}
	ast.Inspect(d.Body, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && !written[id] {
			if v, ok := s.info.Uses[id].(*types.Var); ok && v.Parent() == s.pkg.Scope() {
				read[v] = true
			}
		}
		return true
	})
	return read
}

func TestTable1(t *testing.T) {
	total := 0
	loaded := map[string]*source{}
	for _, row := range table1 {
		if loaded[row.dir] == nil {
			loaded[row.dir] = parse(t, row.dir)
		}
		s := loaded[row.dir]
		d, _ := s.function(t, row.name)
		conds := goals(t, d.Body)
		if comparesElsewhere(d.Body) {
			t.Errorf("%s: a comparison outside of the conditions is not counted", row.name)
		}
		loops := 0
		ast.Inspect(d.Body, func(n ast.Node) bool {
			if _, ok := n.(*ast.ForStmt); ok {
				loops++
			}
			return true
		})
		total += 2 * len(conds)
		if got := 2 * len(conds); got != row.branches {
			t.Errorf("%s: %d branches, want %d", row.name, got, row.branches)
		}
		if loops != row.loops {
			t.Errorf("%s: %d loops, want %d", row.name, loops, row.loops)
		}
		if got := domain(t, s, d); got != row.bits {
			t.Errorf("%s: domain 2^%d, want 2^%d", row.name, got, row.bits)
		}
	}
	if total != 338 {
		t.Errorf("%d branches in all, want 338", total)
	}
}

// TestDocTable keeps the table of the package comment true.
func TestDocTable(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range table1 {
		found := false
		for line := range strings.Lines(string(doc)) {
			f := strings.Fields(line)
			if len(f) == 5 && f[1] == row.dir+"."+row.name {
				found = true
				got := strings.Join(f[2:], " ")
				want := strings.Join([]string{strconv.Itoa(row.branches), strconv.Itoa(row.loops), "2^" + strconv.Itoa(row.bits)}, " ")
				if got != want {
					t.Errorf("%s: the table says %s, want %s", row.name, got, want)
				}
			}
		}
		if !found {
			t.Errorf("%s is not in the table", row.name)
		}
	}
}

// TestConditionsOfTheTool counts with package cfg, which numbers the conditions
// that the tool searches for: it must see the same branches.
func TestConditionsOfTheTool(t *testing.T) {
	pkgs, err := load.Load(t.Context(), ".", load.Options{}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	counted := map[string]int{}
	for _, p := range pkgs {
		for _, f := range cfg.Build(p.Source).Funcs {
			for _, c := range f.Conds {
				if c.Const == nil {
					counted[p.Name+"."+f.Name] += 2
				}
			}
		}
	}
	for _, row := range table1 {
		if got := counted[row.dir+"."+row.name]; got != row.branches {
			t.Errorf("%s: %d branches, want %d", row.name, got, row.branches)
		}
	}
}
