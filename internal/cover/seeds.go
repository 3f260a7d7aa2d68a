package cover

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/types/typeutil"

	"nearmiss/cfg"
	"nearmiss/input"
	"nearmiss/internal/harness"
)

// Constants in the source are seeds of inputs. A function has its own constants as seeds, and
// those of its callees in the package, because it often only passes a parameter on to the
// function that compares it.
const (
	callDepth   = 2    // levels of callees whose constants count
	mostSeeds   = 64   // constants of one class
	mostSamples = 40   // texts in languages that the code parses
	usualLength = 63   // elements; a list of one element more fits into the default length limit
	mostLength  = 3000 // elements
)

// A seeder finds seeds for the inputs of the functions of a package.
type seeder struct {
	depth     int // levels of callees whose constants count
	info      *types.Info
	decls     map[*types.Func]*ast.FuncDecl
	languages *harness.Languages
}

func newSeeder(p *cfg.Package) *seeder {
	d := &seeder{callDepth, p.Info, map[*types.Func]*ast.FuncDecl{}, harness.NewLanguages(p.Info, p.Files)}
	for _, f := range p.Funcs {
		if f.Obj != nil {
			d.decls[f.Obj] = f.Decl
		}
	}
	return d
}

// of collects the constants for the inputs of a function, and texts in the languages that the
// function and its callees parse. Constants of callees only fill each class up to mostSeeds.
func (d *seeder) of(f *cfg.Func) input.Seeds {
	nodes := d.within(f.Decl)
	messages := d.messages(nodes)
	constants := func(nodes ...ast.Node) input.Seeds {
		s := harness.Constants(d.info, nodes...)
		s.Strings = slices.DeleteFunc(s.Strings, func(text string) bool { return messages[text] })
		return s
	}
	s, own := constants(nodes...), constants(f.Decl)
	s.Ints = s.Ints[:min(len(s.Ints), max(mostSeeds, len(own.Ints)))]
	s.Floats = s.Floats[:min(len(s.Floats), max(mostSeeds, len(own.Floats)))]
	s.Strings = s.Strings[:min(len(s.Strings), max(mostSeeds, len(own.Strings)))]
	most := len(s.Strings) + mostSamples
	for _, text := range d.languages.Of(nodes...) {
		if len(s.Strings) < most && !slices.Contains(s.Strings, text) {
			s.Strings = append(s.Strings, text)
		}
	}
	return s
}

// messages returns the constant texts that calls write or make errors of. No input is compared with them.
func (d *seeder) messages(nodes []ast.Node) map[string]bool {
	list := map[string]bool{}
	for _, n := range nodes {
		for n := range ast.Preorder(n) {
			call, ok := n.(*ast.CallExpr)
			if !ok || !isMessenger(typeutil.Callee(d.info, call)) {
				continue
			}
			for _, x := range call.Args {
				if v := d.info.Types[x].Value; v != nil && v.Kind() == constant.String {
					list[constant.StringVal(v)] = true
				}
			}
		}
	}
	return list
}

// isMessenger reports whether a function makes an error of a text, or writes it.
func isMessenger(o types.Object) bool {
	switch fn := o.(type) {
	case *types.Builtin:
		return fn.Name() == "panic"
	case *types.Func:
		if fn.Pkg() == nil {
			return false
		}
		switch fn.Pkg().Path() {
		case "errors", "log":
			return true
		case "fmt":
			return fn.Name() == "Errorf" || strings.HasPrefix(fn.Name(), "Print") || strings.HasPrefix(fn.Name(), "Fprint")
		}
	}
	return false
}

// length returns the list length that inputs of a function need: one more than the largest
// constant that the function or a callee compares with the length of a list. It returns 0, for
// the default limit, if there is no constant between usualLength and mostLength.
func (d *seeder) length(f *cfg.Func) (most int) {
	compare := func(length, with ast.Expr) {
		call, ok := ast.Unparen(length).(*ast.CallExpr)
		if !ok || d.info.Types[with].Value == nil || typeutil.Callee(d.info, call) != types.Universe.Lookup("len") {
			return
		}
		if n, ok := constant.Int64Val(constant.ToInt(d.info.Types[with].Value)); ok && n > usualLength && n <= mostLength {
			most = max(most, int(n)+1)
		}
	}
	for _, node := range d.within(f.Decl) {
		for n := range ast.Preorder(node) {
			if b, ok := n.(*ast.BinaryExpr); ok && cfg.IsComparison(b.Op) {
				compare(b.X, b.Y)
				compare(b.Y, b.X)
			}
		}
	}
	return most
}

// within lists a function, then the functions of the package that it calls, up to d.depth calls deep.
func (d *seeder) within(f *ast.FuncDecl) []ast.Node {
	nodes := []ast.Node{f}
	for done, depth := 0, 0; depth < d.depth; depth++ {
		level := nodes[done:]
		done = len(nodes)
		for _, node := range level {
			for n := range ast.Preorder(node) {
				if call, ok := n.(*ast.CallExpr); ok {
					if c := d.callee(call); c != nil && !slices.Contains(nodes, ast.Node(c)) {
						nodes = append(nodes, c)
					}
				}
			}
		}
	}
	return nodes
}

// callee returns the function of the package that a call runs, nil if there is none.
func (d *seeder) callee(call *ast.CallExpr) *ast.FuncDecl {
	if f := typeutil.StaticCallee(d.info, call); f != nil {
		return d.decls[f.Origin()]
	}
	return nil
}
