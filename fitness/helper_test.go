package fitness

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"
	"unsafe"

	"nearmiss/cfg"
	"nearmiss/internal/probe"
)

// build makes the package of one Go file.
func build(t testing.TB, src string) *cfg.Package {
	t.Helper()
	p, err := check(src)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func check(src string) (*cfg.Package, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "x.go", src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	info := &types.Info{
		Types:        map[ast.Expr]types.TypeAndValue{},
		Uses:         map[*ast.Ident]types.Object{},
		Defs:         map[*ast.Ident]types.Object{},
		Selections:   map[*ast.SelectorExpr]*types.Selection{},
		Scopes:       map[ast.Node]*types.Scope{},
		Implicits:    map[ast.Node]types.Object{},
		Instances:    map[*ast.Ident]types.Instance{},
		FileVersions: map[*ast.File]string{},
	}
	conf := types.Config{Importer: importer.Default()}
	pkg, err := conf.Check("x", fset, []*ast.File{file}, info)
	if err != nil {
		return nil, err
	}
	return cfg.Build(cfg.Source{Fset: fset, Files: []*ast.File{file}, Types: pkg, Info: info}), nil
}

// analyze analyses the function with a name.
func analyze(t testing.TB, p *cfg.Package, name string, opt Options) *Analysis {
	t.Helper()
	for _, f := range p.Funcs {
		if f.Name == name {
			return analysisOf(p, f, opt)
		}
	}
	t.Fatalf("no function %s", name)
	return nil
}

func analysisOf(p *cfg.Package, f *cfg.Func, opt Options) *Analysis {
	return New(p, f, opt)
}

// target analyses a branch by the text of its condition in the source and
// the outcome.
func target(t testing.TB, a *Analysis, cond string, outcome bool) *Target {
	t.Helper()
	tg, err := a.Target(branchOf(t, a, cond, outcome))
	if err != nil {
		t.Fatal(err)
	}
	return tg
}

func branchOf(t testing.TB, a *Analysis, cond string, outcome bool) uint32 {
	t.Helper()
	for _, c := range a.Func.Conds {
		if text, _ := conditionText(c); text == cond {
			return c.Branch(outcome)
		}
	}
	t.Fatalf("no condition %s", cond)
	return 0
}

func condOf(n *Node) string { return sourceText(n.Cond, true) }

// slots fills the slots of a layout by the names of their paths. Ints are
// kept as they are; what has no value is undefined.
func slots(a *Analysis, values map[string]any) []probe.Slot {
	out := make([]probe.Slot, len(a.Layout.Slots))
	for i, s := range a.Layout.Slots {
		v, ok := values[s.Path.String()]
		if !ok {
			continue
		}
		out[i] = slot(v)
	}
	return out
}

func slot(v any) probe.Slot {
	switch v := v.(type) {
	case int:
		return probe.Slot{Bits: uint64(v), Defined: true}
	case bool:
		b := uint64(0)
		if v {
			b = 1
		}
		return probe.Slot{Bits: b, Defined: true}
	case string:
		return probe.Slot{Bits: uint64(len(v)), Ptr: unsafe.Pointer(unsafe.StringData(v + "\x00")), Defined: true}
	case []int:
		if v == nil {
			return probe.Slot{Defined: true}
		}
		return probe.Slot{Bits: uint64(len(v)), Ptr: unsafe.Pointer(unsafe.SliceData(append(v[:len(v):len(v)], 0))), Defined: true}
	}
	panic("no slot for it")
}

// evaluate runs the program of a node.
func evaluate(n *Node, slots []probe.Slot) (float64, int, []uint64) {
	var s probe.Scratch
	v := n.program.Eval(slots, &s)
	exact := make([]uint64, 16)
	return v, s.Level(), exact[:s.Exact(exact)]
}
