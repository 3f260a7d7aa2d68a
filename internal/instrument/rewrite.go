package instrument

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"sort"
	"strings"

	"nearmiss/cfg"
	"nearmiss/fitness"
	"nearmiss/internal/edit"
	"nearmiss/internal/load"
	"nearmiss/internal/syntax"
)

// ProbePath is the import path of the probes in instrumented source, and pkgName
// the name under which it imports them.
const (
	ProbePath = "zznearmiss/probe"
	pkgName   = "zznmprobe"
)

// MainName is the new name of func main of a package main.
const MainName = "zznmmain"

// Options configures Rewrite.
type Options struct {
	// Source holds the contents of files that were not loaded from disk, by
	// absolute path.
	Source map[string][]byte
	// First is added to the numbers of conditions, so that several packages in
	// one worker have disjoint ranges of numbers.
	First int
	// Sites are the panic sites. Operations that can panic get checks, numbered behind the conditions. It may be nil.
	Sites *cfg.Sites
}

// A Note is a diagnostic about code that is not fully instrumented.
type Note struct {
	Pos    token.Position
	Func   string // name of the function that contains Pos
	Cond   int    // number of the condition, -1 if the note is about no condition
	Reason string
}

// String returns the note as position, function and reason.
func (n Note) String() string {
	return fmt.Sprintf("%s: %s: %s", n.Pos, n.Func, n.Reason)
}

// Result is the instrumented package.
type Result struct {
	Files map[string][]byte // instrumented files by absolute path, without unchanged files
	Slots int               // largest number of slots of a function

	Unprobed []Note // branches without a probe
	Flat     []Note // comparisons of ordered values without a gradient
	Skipped  []Note // functions and files that are not instrumented
}

// Rewrite inserts probes for the conditions of c, the graphs of pkg, into the files
// of pkg. layouts holds the layouts of live values by function; a function without
// a layout gets no hooks.
func Rewrite(pkg *load.Package, c *cfg.Package, layouts map[*cfg.Func]*fitness.Layout, opts Options) (*Result, error) {
	res := &Result{Files: map[string][]byte{}}
	for _, l := range layouts {
		res.Slots = max(res.Slots, len(l.Slots))
	}
	index := newIndex(c)
	index.checks = checksOf(opts.Sites, opts.First+len(c.Conds))
	own := map[string]bool{}
	for _, name := range pkg.GoFiles {
		own[name] = true
	}
	var errs []error
	for _, f := range pkg.Files {
		tf := pkg.Fset.File(f.FileStart)
		if tf == nil || !own[tf.Name()] {
			continue
		}
		w := &writer{pkg: pkg, info: pkg.Info, file: f, tokenFile: tf, opts: &opts, index: index, layouts: layouts, result: res}
		if syntax.ImportsC(f) {
			w.skip(f.Name.Pos(), "", "the file uses cgo")
			continue
		}
		if err := w.rewrite(); err != nil {
			errs = append(errs, err)
		}
	}
	for _, list := range [][]Note{res.Unprobed, res.Flat, res.Skipped} {
		sort.SliceStable(list, func(i, j int) bool { return positionLess(list[i].Pos, list[j].Pos) })
	}
	return res, errors.Join(errs...)
}

// positionLess orders positions by file name and offset.
func positionLess(a, b token.Position) bool {
	if a.Filename != b.Filename {
		return a.Filename < b.Filename
	}
	return a.Offset < b.Offset
}

// An index maps syntax nodes to conditions, functions and panic sites.
type index struct {
	expr  map[ast.Expr]*cfg.Cond       // conditions that are expressions
	loop  map[*ast.RangeStmt]*cfg.Cond // conditions of range loops
	cases map[ast.Stmt][]*cfg.Cond     // conditions of switches, type switches and selects, in order
	decl  map[*ast.FuncDecl]*cfg.Func

	checks map[ast.Node]check // operations that can panic
}

func newIndex(c *cfg.Package) *index {
	x := &index{
		expr:  map[ast.Expr]*cfg.Cond{},
		loop:  map[*ast.RangeStmt]*cfg.Cond{},
		cases: map[ast.Stmt][]*cfg.Cond{},
		decl:  map[*ast.FuncDecl]*cfg.Func{},
	}
	for _, f := range c.Funcs {
		x.decl[f.Decl] = f
		for _, cond := range f.Conds {
			switch cond.Kind {
			case cfg.Bool, cfg.Compare:
				x.expr[cond.Expr] = cond
			case cfg.Range:
				x.loop[cond.Stmt.(*ast.RangeStmt)] = cond
			default:
				x.cases[cond.Stmt] = append(x.cases[cond.Stmt], cond)
			}
		}
	}
	for _, list := range x.cases {
		sort.Slice(list, func(i, j int) bool { return list[i].Index < list[j].Index })
	}
	return x
}

// A writer instruments one file.
type writer struct {
	pkg       *load.Package
	info      *types.Info
	file      *ast.File
	tokenFile *token.File
	src       []byte
	opts      *Options
	index     *index
	layouts   map[*cfg.Func]*fitness.Layout
	result    *Result

	edits   edit.List
	tables  strings.Builder           // declarations of tables, printed at the end of the file
	fn      *cfg.Func                 // the current function, nil for package-level literals
	layout  *fitness.Layout           // layout of the live values of fn; nil without hooks
	labels  map[types.Object]ast.Stmt // statements by their labels, in fn
	handled map[ast.Node]bool         // nodes without a probe of their own: sends and channels in cases of a select, calls of go statements
	used    bool                      // the file uses probes

	markedFalls map[*ast.BranchStmt]bool // fallthroughs into clauses with a probe
}

func (w *writer) rewrite() error {
	name := w.tokenFile.Name()
	src, ok := w.opts.Source[name]
	if !ok {
		var err error
		if src, err = os.ReadFile(name); err != nil {
			return err
		}
	}
	if len(src) != w.tokenFile.Size() {
		return fmt.Errorf("%s: the file has changed since it was loaded", name)
	}
	w.src = src
	for _, d := range w.file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			w.funcDecl(d)
		case *ast.GenDecl:
			w.fn, w.layout = nil, nil
			w.instrumentBody(d)
		}
	}
	w.renameMain()
	if w.edits.Empty() {
		return nil
	}
	if w.used {
		w.edits.Close(w.offset(w.file.Name.End()), "; import "+pkgName+" \""+ProbePath+"\"")
	}
	out := w.edits.Apply(src)
	if w.tables.Len() > 0 {
		if !bytes.HasSuffix(out, []byte("\n")) {
			out = append(out, '\n')
		}
		out = append(out, w.tables.String()...)
	}
	w.result.Files[name] = out
	return nil
}

func (w *writer) funcDecl(decl *ast.FuncDecl) {
	if decl.Body == nil {
		return
	}
	w.fn = w.index.decl[decl]
	if reason := exemptReason(decl); reason != "" {
		w.skip(decl.Name.Pos(), cfg.FuncName(decl), reason)
		if w.fn != nil {
			for _, c := range w.fn.Conds {
				w.unprobed(c, reason)
			}
		}
		return
	}
	w.layout = nil
	if w.fn != nil {
		w.layout = w.layouts[w.fn]
	}
	w.instrumentBody(decl)
}

// instrumentBody instruments the code below n.
func (w *writer) instrumentBody(n ast.Node) {
	w.labels = w.labelledStmts(n)
	bodies := map[*ast.BlockStmt]blockKind{}
	breaks := w.breaks(n)
	ast.Inspect(n, func(n ast.Node) bool {
		w.instrumentNode(n, bodies, breaks)
		return true
	})
}

// instrumentNode makes the edits for the node n itself. It is called for n before the
// children of n. If n is a loop, switch or select, it records the kind of its body in
// bodies. breaks holds the breaks of the function.
func (w *writer) instrumentNode(n ast.Node, bodies map[*ast.BlockStmt]blockKind, breaks *breakIndex) {
	switch n := n.(type) {
	case *ast.ForStmt:
		bodies[n.Body] = loopBody
	case *ast.RangeStmt:
		bodies[n.Body] = loopBody
		w.rangeStmt(n, breaks)
		w.receive(n.X)
	case *ast.SwitchStmt:
		bodies[n.Body] = clauseList
		if n.Tag != nil {
			w.tagSwitch(n)
		}
	case *ast.TypeSwitchStmt:
		bodies[n.Body] = clauseList
		w.markClauses(n, n.Body, true)
	case *ast.SelectStmt:
		bodies[n.Body] = clauseList
		w.blockingSelect(n)
		w.markClauses(n, n.Body, false)
	case *ast.BlockStmt:
		w.countBlock(n, bodies[n])
	case *ast.CaseClause:
		w.countList(n.Body, n.Colon+1, plainBody)
	case *ast.CommClause:
		w.countList(n.Body, n.Colon+1, plainBody)
	case *ast.GoStmt:
		w.goStmt(n)
	case *ast.BranchStmt:
		w.branchStmt(n, breaks)
	case *ast.SendStmt:
		w.sendStmt(n)
	case *ast.AssignStmt:
		w.check(n)
	case ast.Expr:
		if c := w.index.expr[n]; c != nil {
			w.condition(c)
		}
		switch n := n.(type) {
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				w.receive(n.X)
			}
		case *ast.BinaryExpr, *ast.IndexExpr, *ast.SliceExpr:
			w.check(n)
		case *ast.CallExpr:
			w.makeCall(n)
			w.starterCall(n)
			w.poolCall(n)
			w.sleepCall(n)
		}
	}
}

// renameMain renames func main of a package main to MainName.
func (w *writer) renameMain() {
	if w.pkg.Name != "main" {
		return
	}
	main := w.pkg.Types.Scope().Lookup("main")
	if main == nil {
		return
	}
	ast.Inspect(w.file, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		if ok && (w.info.Defs[id] == main || w.info.Uses[id] == main) {
			w.edits.Replace(w.offset(id.Pos()), w.offset(id.End()), MainName)
		}
		return true
	})
}

// condID returns the number of a condition in the worker.
func (w *writer) condID(c *cfg.Cond) int { return c.ID + w.opts.First }

// falseBranch returns the number of the false branch of a condition in the worker.
func (w *writer) falseBranch(c *cfg.Cond) uint32 { return c.Branch(false) + 2*uint32(w.opts.First) }

// offset returns the byte offset of pos in the file.
func (w *writer) offset(pos token.Pos) int { return w.tokenFile.Offset(pos) }

// probe returns the qualified name of a declaration of package probe.
func (w *writer) probe(name string) string {
	w.used = true
	return pkgName + "." + name
}

func (w *writer) position(pos token.Pos) token.Position {
	return w.pkg.Fset.PositionFor(pos, false)
}

// skip adds a note that a file or function is not instrumented.
func (w *writer) skip(pos token.Pos, fn, reason string) {
	w.result.Skipped = append(w.result.Skipped, Note{Pos: w.position(pos), Func: fn, Cond: -1, Reason: reason})
}

// unprobed adds a note that the branches of a condition have no probe.
func (w *writer) unprobed(c *cfg.Cond, reason string) {
	w.result.Unprobed = append(w.result.Unprobed, Note{Pos: w.position(c.Pos), Func: c.Func.Name, Cond: c.ID, Reason: reason})
}

// noGradient adds a note that a comparison of ordered values has no gradient.
func (w *writer) noGradient(c *cfg.Cond, reason string) {
	w.result.Flat = append(w.result.Flat, Note{Pos: w.position(c.Pos), Func: c.Func.Name, Cond: c.ID, Reason: reason})
}
