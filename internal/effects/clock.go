// A ClockReader tells which functions of a package look at the clock: those from
// which time.Now, a timer or a deadline can be reached. What such a function does
// with a moment close to now, or with a life of a few microseconds, it does not do
// tomorrow or on a slower machine.
//
//	c := NewClockReader(pkg)
//	if c.Reads(fn) { … }
//
// It errs on the side of the clock. The call graph is that of class hierarchy
// analysis by names: what a function mentions it may call, a call of an interface's
// method may run any method of that name, and a call of a function value may run
// whatever the package uses as one. Of a package of another module, or another one of
// the same, only the text is looked at: if it, or what it imports outside the standard
// library, speaks of the clock, all its functions do.
//
// A package costs one walk over its syntax; others are read when they are called.

package effects

import (
	"go/ast"
	"go/types"
	"os"
	"regexp"
	"slices"
	"strings"

	"nearmiss/internal/load"
	"nearmiss/internal/syntax"
)

// ClockReader knows the functions of one package that look at the clock.
type ClockReader struct {
	pkg      *load.Package
	mentions *syntax.Mentions
	dynamic  map[types.Object]bool  // functions that call a function value
	values   []types.Object         // functions that are used as values
	foreign  map[*load.Package]bool // other packages: whether they speak of the clock
	reads    map[types.Object]bool
}

// NewClockReader looks through a package.
func NewClockReader(pkg *load.Package) *ClockReader {
	r := &ClockReader{pkg: pkg, mentions: syntax.NewMentions(pkg.Info, pkg.Files), dynamic: map[types.Object]bool{}, foreign: map[*load.Package]bool{}}
	for from, n := range r.mentions.Declared {
		r.scan(from, n)
	}
	r.spread()
	return r
}

// Reads reports whether a function of the package, or of one that it imports, looks at
// the clock when it is called.
func (r *ClockReader) Reads(fn *types.Func) bool {
	fn = fn.Origin()
	if fn.Pkg() != r.pkg.Types {
		return r.outside(fn)
	}
	return r.reads[fn]
}

// scan notes which of what a declaration mentions it uses as values, and whether it calls
// what it does not know.
func (r *ClockReader) scan(from types.Object, n ast.Node) {
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

// callee is the name of what is called, nil if it has none.
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

// spread finds all that leads to the clock, until nothing more does.
func (r *ClockReader) spread() {
	r.reads = map[types.Object]bool{}
	for more := true; more; {
		more = false
		value := slices.ContainsFunc(r.values, r.leads)
		for from := range r.mentions.Declared {
			if !r.reads[from] && (slices.ContainsFunc(r.mentions.Of(from), r.leads) || value && r.dynamic[from]) {
				r.reads[from], more = true, true
			}
		}
	}
}

// leads reports whether something that is mentioned is known to lead to the clock.
func (r *ClockReader) leads(obj types.Object) bool {
	fn, ok := obj.(*types.Func)
	if !ok || fn.Pkg() == r.pkg.Types && !syntax.IsInterfaceMethod(fn) {
		return r.reads[obj]
	}
	if syntax.IsInterfaceMethod(fn) {
		return slices.ContainsFunc(r.mentions.Methods(fn), func(m types.Object) bool { return r.reads[m] })
	}
	return r.outside(fn)
}

// names are the functions of the standard library that look at the clock; "*" stands for
// all of a package. What takes a timer has made it before.
var names = map[string]string{
	"time":    " Now Since Until After AfterFunc NewTimer NewTicker Tick Sleep ",
	"context": " WithTimeout WithTimeoutCause WithDeadline WithDeadlineCause ",
	"net":     "*", "net/http": "*", "net/http/httputil": "*", "net/rpc": "*", "net/smtp": "*",
	"crypto/tls": "*", "crypto/x509": "*", "database/sql": "*", "os/exec": "*", "testing": "*",
}

// outside reports whether a function of another package looks at the clock.
func (r *ClockReader) outside(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	if list, ok := names[fn.Pkg().Path()]; ok {
		return list == "*" || fn.Signature().Recv() == nil && strings.Contains(list, " "+fn.Name()+" ")
	}
	for _, q := range r.pkg.Imports {
		if q.Types == fn.Pkg() || q.Types != nil && q.Types.Path() == fn.Pkg().Path() {
			return r.speaks(q)
		}
	}
	return false
}

// spoken is how a text names the clock.
var spoken = regexp.MustCompile(`\btime\.(?:Now|Since|Until|After|AfterFunc|NewTimer|NewTicker|Tick|Sleep)\b|\bcontext\.With(?:Timeout|Deadline)`)

// speaks reports whether a package outside the standard library, or one that it imports,
// speaks of the clock.
func (r *ClockReader) speaks(q *load.Package) bool {
	if known, ok := r.foreign[q]; ok {
		return known
	}
	r.foreign[q] = false // of those that import each other
	if q.Std {
		return false
	}
	found := false
	for _, path := range q.GoFiles {
		data, err := os.ReadFile(path)
		found = found || err == nil && spoken.Match(data)
	}
	for _, p := range q.Imports {
		found = found || r.speaks(p)
	}
	r.foreign[q] = found
	return found
}
