package effects

import (
	"go/ast"
	"go/types"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"

	"nearmiss/internal/load"
	"nearmiss/internal/syntax"
)

// A ClockReader finds the functions of a package that depend on the clock: time.Now, a timer or a
// deadline can be reached from them. With an input such as a moment close to now or a timeout of
// a few microseconds, they can behave differently tomorrow or on a slower machine.
//
//	c := NewClockReader(pkg)
//	if c.Reads(fn) { … }
//
// The analysis over-approximates. Its call graph is a class hierarchy analysis by name: a function
// may call each function that it mentions, a call of an interface method may run each method of
// the same name in the package, and a call of a function value may run each function that the
// package uses as a value. For the standard library there is a list of functions (clockFuncs).
// Other packages are searched as text only: if their text, or that of their imports outside the
// standard library, names the clock, all their functions depend on it.
//
// NewClockReader walks over the syntax of the package once. The texts of other packages are read
// when the package mentions their functions.
type ClockReader struct {
	pkg      *load.Package
	mentions *syntax.Mentions
	dynamic  map[types.Object]bool    // functions that call a function value
	values   []types.Object           // functions that are used as values
	imports  map[string]*load.Package // direct and indirect imports, by path
	foreign  map[*load.Package]bool   // other packages, and whether their text names the clock
	reads    map[types.Object]bool    // declarations from which the clock can be reached
}

// NewClockReader analyzes a package.
func NewClockReader(pkg *load.Package) *ClockReader {
	r := &ClockReader{pkg: pkg, mentions: syntax.NewMentions(pkg.Info, pkg.Files), dynamic: map[types.Object]bool{}, imports: map[string]*load.Package{}, foreign: map[*load.Package]bool{}}
	direct := func(p *load.Package) []*load.Package { return slices.Collect(maps.Values(p.Imports)) }
	for _, q := range syntax.Reach(direct, pkg) {
		r.imports[q.ImportPath] = q
	}
	for from, n := range r.mentions.Declared {
		r.scanDecl(from, n)
	}
	r.propagate()
	return r
}

// Reads reports whether a call of fn may depend on the clock. fn is declared in the package or in
// one of its imports.
func (r *ClockReader) Reads(fn *types.Func) bool {
	fn = fn.Origin()
	if fn.Pkg() != r.pkg.Types {
		return r.foreignReads(fn)
	}
	return r.reads[fn]
}

// scanDecl records the functions that a declaration uses as values, and whether the declaration
// calls a function value.
func (r *ClockReader) scanDecl(from types.Object, n ast.Node) {
	called := map[*ast.Ident]bool{}
	for n := range ast.Preorder(n) {
		switch n := n.(type) {
		case *ast.CallExpr:
			if id := callee(n); id != nil {
				called[id] = true
				if _, value := r.pkg.Info.Uses[id].(*types.Var); value {
					r.dynamic[from] = true
				}
			} else if !r.pkg.Info.Types[n.Fun].IsType() {
				r.dynamic[from] = true
			}
		case *ast.Ident:
			if fn, ok := r.pkg.Info.Uses[n].(*types.Func); ok && !called[n] {
				r.values = append(r.values, fn.Origin())
			}
		}
	}
}

// callee returns the identifier of the called function or variable, nil if the call has none.
func callee(call *ast.CallExpr) *ast.Ident {
	fun := ast.Unparen(call.Fun)
	for {
		switch x := fun.(type) {
		case *ast.IndexExpr:
			fun = x.X
		case *ast.IndexListExpr:
			fun = x.X
		case *ast.SelectorExpr:
			return x.Sel
		case *ast.Ident:
			return x
		default:
			return nil
		}
	}
}

// propagate finds the declarations from which the clock can be reached, as a fixed point over the
// call graph.
func (r *ClockReader) propagate() {
	r.reads = map[types.Object]bool{}
	for more := true; more; {
		more = false
		value := slices.ContainsFunc(r.values, r.reaches)
		for from := range r.mentions.Declared {
			if !r.reads[from] && (slices.ContainsFunc(r.mentions.Of(from), r.reaches) || value && r.dynamic[from]) {
				r.reads[from], more = true, true
			}
		}
	}
}

// reaches reports whether a mentioned function or variable is known to reach the clock.
func (r *ClockReader) reaches(obj types.Object) bool {
	fn, ok := obj.(*types.Func)
	if !ok || fn.Pkg() == r.pkg.Types && !syntax.IsInterfaceMethod(fn) {
		return r.reads[obj]
	}
	if syntax.IsInterfaceMethod(fn) {
		return slices.ContainsFunc(r.mentions.Methods(fn), func(m types.Object) bool { return r.reads[m] })
	}
	return r.foreignReads(fn)
}

// clockFuncs lists the functions of the standard library that depend on the clock, by import
// path; "*" stands for all functions of a package. Functions that take a timer are missing: the
// caller has made the timer, with a function of the list.
var clockFuncs = map[string]string{
	"time":    " Now Since Until After AfterFunc NewTimer NewTicker Tick Sleep ",
	"context": " WithTimeout WithTimeoutCause WithDeadline WithDeadlineCause ",
	"net":     "*", "net/http": "*", "net/http/httputil": "*", "net/rpc": "*", "net/smtp": "*",
	"crypto/tls": "*", "crypto/x509": "*", "database/sql": "*", "os/exec": "*", "testing": "*",
}

// foreignReads reports whether a function of another package may depend on the clock.
func (r *ClockReader) foreignReads(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	if list, ok := clockFuncs[fn.Pkg().Path()]; ok {
		return list == "*" || fn.Signature().Recv() == nil && strings.Contains(list, " "+fn.Name()+" ")
	}
	q := r.imports[fn.Pkg().Path()]
	return q != nil && r.mentionsClock(q)
}

// clockText matches Go source that names the clock.
var clockText = regexp.MustCompile(`\btime\.(?:Now|Since|Until|After|AfterFunc|NewTimer|NewTicker|Tick|Sleep)\b|\bcontext\.With(?:Timeout|Deadline)`)

// mentionsClock reports whether the text of a package, or of one of its imports, names the clock.
// It is false for the standard library.
func (r *ClockReader) mentionsClock(q *load.Package) bool {
	if known, ok := r.foreign[q]; ok {
		return known
	}
	if q.Std {
		return false
	}
	found := false
	for _, path := range q.GoFiles {
		data, err := os.ReadFile(path)
		found = found || err == nil && clockText.Match(data)
	}
	for _, p := range q.Imports {
		found = found || r.mentionsClock(p)
	}
	r.foreign[q] = found
	return found
}
