package symexec

import (
	"context"
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"sync"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"nearmiss/input"
	"nearmiss/target"
)

// A Program is the rewritten source of a package, its generated file, and all
// that they depend on, as SSA. It is safe for concurrent use by executors.
type Program struct {
	Entries []*input.Signature // what can be executed, by number

	ssa    *ssa.Program
	pkg    *ssa.Package
	module map[*ssa.Package]bool // packages that are initialized at once
	counts map[*ssa.Package]bool // packages that are rewritten
	hooks  map[*ssa.Package][]*ssa.Package
	fset   *token.FileSet
	sizes  types.Sizes

	rewritten map[string]bool // files

	lock     sync.Mutex
	numbers  map[*ssa.Function]int // of the first instruction
	numbered int
}

// number gives the instructions of a function numbers, once for all executors.
func (p *Program) number(f *ssa.Function, n int) int {
	p.lock.Lock()
	defer p.lock.Unlock()
	first, ok := p.numbers[f]
	if !ok {
		first = p.numbered
		p.numbers[f] = first
		p.numbered += n + 1
	}
	return first
}

const loadMode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
	packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedModule

// Load loads what was prepared.
func Load(ctx context.Context, set *target.Set) (*Program, error) {
	view, err := set.View(ctx)
	if err != nil {
		return nil, err
	}
	if err := addStandins(view.Files, view.Root); err != nil {
		return nil, err
	}
	cfg := &packages.Config{
		Context: ctx, Mode: loadMode, Dir: view.Dir, Env: view.Env, BuildFlags: view.Flags, Overlay: view.Files, Fset: token.NewFileSet(),
	}
	pkgs, err := packages.Load(cfg, view.Path, "runtime", standinPath)
	if err != nil {
		return nil, fmt.Errorf("cannot load the rewritten package: %w", err)
	}
	if err := firstError(pkgs); err != nil {
		return nil, err
	}
	prog, roots := ssautil.AllPackages(pkgs, ssa.InstantiateGenerics)
	p := &Program{ssa: prog, fset: cfg.Fset, module: map[*ssa.Package]bool{}, counts: map[*ssa.Package]bool{}, numbers: map[*ssa.Function]int{}, rewritten: map[string]bool{}, sizes: types.SizesFor("gc", "amd64")}
	for i, root := range roots {
		if pkgs[i].PkgPath == view.Path {
			p.pkg, p.sizes = root, pkgs[i].TypesSizes
		}
	}
	if p.pkg == nil {
		return nil, fmt.Errorf("cannot load the rewritten package %s", set.Pkg.ImportPath)
	}
	for at := range set.Files {
		p.rewritten[view.At(at)] = true
	}
	counts := map[string]bool{}
	for _, part := range set.Parts {
		counts[part.Pkg.ImportPath] = part.Pkg != set.Pkg || view.Path == part.Pkg.ImportPath
	}
	counts[view.Path] = true
	packages.Visit(pkgs, nil, func(q *packages.Package) {
		if s := prog.Package(q.Types); s != nil {
			p.counts[s] = counts[q.PkgPath]
			p.module[s] = q.Module != nil || s == p.pkg
		}
	})
	p.hooks = hooks(prog, pkgs)
	for _, e := range set.Entries {
		p.Entries = append(p.Entries, e.Sig)
	}
	return p, nil
}

// Entry is the number of a function among the entries, or -1.
func (p *Program) Entry(name string) int {
	for i, s := range p.Entries {
		if s.Name == name {
			return i
		}
	}
	return -1
}

func firstError(pkgs []*packages.Package) error {
	var first error
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		if first == nil && len(p.Errors) > 0 {
			first = fmt.Errorf("cannot load package %s: %w", p.PkgPath, p.Errors[0])
		}
	})
	return first
}

// position names a place in the source.
func (p *Program) position(pos token.Pos) string {
	if !pos.IsValid() {
		return ""
	}
	at := p.fset.Position(pos)
	if p.rewritten[at.Filename] { // lines are those of the source, columns are not
		return fmt.Sprintf("%s:%d", filepath.Base(at.Filename), at.Line)
	}
	return fmt.Sprintf("%s:%d:%d", filepath.Base(at.Filename), at.Line, at.Column)
}
