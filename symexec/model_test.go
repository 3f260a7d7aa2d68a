package symexec

import (
	"go/types"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// TestModelNames checks that every function with a model, or with a reason for having none,
// exists.
func TestModelNames(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("some models are of functions in assembly for amd64")
	}
	names := map[string]bool{}
	paths := map[string]bool{}
	for name := range modelTable() {
		if strings.HasPrefix(name, standinPath) {
			continue
		}
		names[name] = true
		path := strings.TrimLeft(name, "(*")
		path = path[:strings.LastIndex(path, "/")+1] + strings.SplitN(path[strings.LastIndex(path, "/")+1:], ".", 2)[0]
		paths[path] = true
	}
	var patterns []string
	for p := range paths {
		patterns = append(patterns, p)
	}
	slices.Sort(patterns)
	pkgs, err := packages.Load(&packages.Config{Mode: loadMode}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	prog, roots := ssautil.Packages(pkgs, 0)
	for _, p := range roots {
		for _, member := range p.Members {
			switch x := member.(type) {
			case *ssa.Function:
				delete(names, x.String())
			case *ssa.Type:
				for sel := range methods(prog, x) {
					delete(names, sel)
				}
			}
		}
	}
	for name := range names {
		t.Errorf("there is no %s", name)
	}
}

// methods returns the declared methods of a type by name.
func methods(prog *ssa.Program, x *ssa.Type) map[string]bool {
	list := map[string]bool{}
	for m := range declared(x) {
		if f := prog.FuncValue(m); f != nil {
			list[f.String()] = true
		}
	}
	return list
}

func declared(x *ssa.Type) func(func(*types.Func) bool) {
	return func(yield func(*types.Func) bool) {
		n, ok := x.Type().(*types.Named)
		for i := 0; ok && i < n.NumMethods(); i++ {
			if !yield(n.Method(i)) {
				return
			}
		}
	}
}
