package mutant

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/build/constraint"
	"go/token"
	"go/types"
	goversion "go/version"
	"path/filepath"
	"slices"
	"strings"

	"nearmiss/internal/edit"
	"nearmiss/internal/load"
	"nearmiss/internal/syntax"
)

// A Mutant is a change of one place.
type Mutant struct {
	Pos  token.Position
	Func *types.Func // the declared function around it
	What string      // the change: "< becomes <=", "deleted: c.hits++"
	Sync bool        // a call of package sync is deleted: a run without it waits for ever, or does the same
}

// String returns the mutant as position and change.
func (m Mutant) String() string { return fmt.Sprintf("%s: %s", m.Pos, m.What) }

// Schemata is a package with all its mutants.
type Schemata struct {
	Mutants []Mutant          // mutant i has the number i+1
	Files   map[string][]byte // changed and added files, by absolute path
}

// Flags of the test binary of a package with mutants.
const (
	NumbersFlag = "zznm.mutants" // the numbers of the mutants that run, one after the other, between commas
	ReachFlag   = "zznm.reach"   // a file that the numbers of the mutants that are reached are written to, if it is set, and, negated, how often a case asked for mutants: the powers of two from 1024 on
	FuelFlag    = "zznm.fuel"    // how often a case may ask for mutants before the code panics; 0 for no limit
)

const fileName = "zznmmutant.go"

// genericVersion is the version of Go that the generated code needs.
const genericVersion = "go1.18"

// Rewrite makes the mutants of a package. source returns the contents of a file. keep says which functions
// have mutants. It does not modify its arguments.
func Rewrite(pkg *load.Package, source func(path string) ([]byte, error), keep func(*types.Func) bool, by Selector) (*Schemata, error) {
	s := &Schemata{Files: map[string][]byte{}}
	old := pkg.Module != nil && goversion.Compare("go"+pkg.Module.GoVersion, genericVersion) < 0
	for _, f := range pkg.Files {
		tf := pkg.Fset.File(f.FileStart)
		if tf == nil || !slices.Contains(pkg.GoFiles, tf.Name()) || syntax.ImportsC(f) || old && f.GoVersion != "" {
			continue
		}
		src, err := source(tf.Name())
		if err != nil {
			return nil, err
		}
		if len(src) != tf.Size() {
			return nil, errors.New(tf.Name() + " has changed since it was loaded")
		}
		w := &writer{pkg: pkg, file: tf, src: src, out: s, negated: map[*ast.BinaryExpr]bool{}}
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil && d.Name.Name != "init" && !hasDirective(d) {
				if fn, ok := pkg.Info.Defs[d.Name].(*types.Func); ok && keep(fn) {
					w.fn, w.result = fn, []*types.Tuple{fn.Signature().Results()}
					w.walk(d.Body)
				}
			}
		}
		if w.edits.Empty() {
			continue
		}
		text := w.edits.Apply(src)
		if old {
			text = slices.Concat([]byte("//go:build "+genericVersion+"\n\n"), withoutConstraints(text[:tf.Offset(f.Package)]), text[tf.Offset(f.Package):])
		}
		s.Files[tf.Name()] = text
	}
	if len(s.Mutants) > 0 {
		s.Files[filepath.Join(pkg.Dir, fileName)] = []byte("//go:build " + genericVersion + "\n\npackage " + pkg.Name + "\n" + string(by) + operators)
	}
	return s, nil
}

// withoutConstraints returns the lines before the package clause of a file that is built, with empty comments for its build
// constraints, of which a file has one.
func withoutConstraints(head []byte) (lines []byte) {
	for line := range bytes.Lines(head) {
		if text := string(bytes.TrimSpace(line)); constraint.IsGoBuild(text) || constraint.IsPlusBuild(text) {
			line = []byte("//\n")
		}
		lines = append(lines, line...)
	}
	return lines
}

// hasDirective reports whether a function has a directive for the compiler, such as go:nosplit, under which it must not
// call others.
func hasDirective(d *ast.FuncDecl) bool {
	return d.Doc != nil && slices.ContainsFunc(d.Doc.List, func(c *ast.Comment) bool { return strings.HasPrefix(c.Text, "//go:") })
}

// writer changes the text of one file.
type writer struct {
	pkg   *load.Package
	file  *token.File
	src   []byte
	out   *Schemata
	edits edit.List

	fn      *types.Func              // the declared function
	result  []*types.Tuple           // results of the functions around, the innermost last
	negated map[*ast.BinaryExpr]bool // conditions of statements, which are negated as a whole
}

func (w *writer) offset(p token.Pos) int { return w.file.Offset(p) }

// text returns the source of a node.
func (w *writer) text(n ast.Node) string { return string(w.src[w.offset(n.Pos()):w.offset(n.End())]) }

// add adds a mutant and returns its number.
func (w *writer) add(at token.Pos, format string, args ...any) int {
	w.out.Mutants = append(w.out.Mutants, Mutant{Pos: w.pkg.Fset.Position(at), Func: w.fn, What: fmt.Sprintf(format, args...)})
	return len(w.out.Mutants)
}

// brief returns the source of a node on one line, cut after 60 bytes.
func (w *writer) brief(n ast.Node) string {
	text := strings.Join(strings.Fields(w.text(n)), " ")
	if len(text) > 60 {
		text = text[:57] + "..."
	}
	return text
}

// walk makes the mutants of a node and of those inside, from the outside in.
func (w *writer) walk(n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			sig, ok := w.pkg.Info.TypeOf(n).(*types.Signature)
			if !ok {
				return false
			}
			w.result = append(w.result, sig.Results())
			w.walk(n.Body)
			w.result = w.result[:len(w.result)-1]
			return false
		case *ast.BlockStmt:
			w.list(n.List)
			return false
		case *ast.CaseClause:
			for _, x := range n.List {
				w.walk(x)
			}
			w.list(n.Body)
			return false
		case *ast.CommClause:
			w.list(n.Body) // the communication stays as it is
			return false
		case *ast.IfStmt:
			w.negate(n.Cond)
		case *ast.ForStmt:
			w.negate(n.Cond)
		case *ast.GenDecl:
			return n.Tok == token.VAR
		case *ast.ArrayType, *ast.StructType, *ast.InterfaceType, *ast.FuncType:
			return false
		case *ast.CompositeLit:
			w.elements(n)
			return false
		case *ast.CallExpr:
			if w.pkg.Info.Types[n.Fun].IsType() { // a conversion: its constant may not fit another type
				return w.pkg.Info.Types[n].Value == nil
			}
		case ast.Expr:
			if w.pkg.Info.Types[n].Value != nil {
				w.constant(n)
				return false
			}
			if b, ok := n.(*ast.BinaryExpr); ok {
				w.binary(b)
			}
		}
		return true
	})
}

// elements makes the mutants of the elements of a literal. Keys of lists stay, because they must be constant.
func (w *writer) elements(lit *ast.CompositeLit) {
	_, isMap := w.pkg.Info.TypeOf(lit).Underlying().(*types.Map)
	for _, x := range lit.Elts {
		if kv, ok := x.(*ast.KeyValueExpr); ok && !isMap {
			x = kv.Value
		}
		w.walk(x)
	}
}

// list makes the mutants of statements.
func (w *writer) list(stmts []ast.Stmt) {
	for _, s := range stmts {
		w.statement(s)
		w.walk(s)
	}
}
