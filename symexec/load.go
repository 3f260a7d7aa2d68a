package symexec

import (
	"context"
	"fmt"
	"go/token"
	"go/types"
	"hash/fnv"
	"path/filepath"
	"sync"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"nearmiss/input"
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

	lock    sync.Mutex
	numbers map[*ssa.Function]int // of the first instruction
	owners  map[int]*ssa.Function // by that number
}

// functionBits is the logarithm of how many instructions a function has at most.
const functionBits = 24

// number is that of the first instruction of a function, the same in every process: it
// comes from the function's name. Of functions whose names collide the one that is asked
// for first has the number, and the others have further ones.
func (p *Program) number(f *ssa.Function) int {
	p.lock.Lock()
	defer p.lock.Unlock()
	first, ok := p.numbers[f]
	if !ok {
		name := f.String()
		for first == 0 || p.owners[first] != nil {
			h := fnv.New64a()
			h.Write([]byte(name))
			first = int(h.Sum64() >> 2 >> functionBits << functionBits)
			name += "'"
		}
		p.numbers[f], p.owners[first] = first, f
	}
	return first
}

const loadMode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
	packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedModule

// A Source is a rewritten package with the generated file that calls its entries. An
// opened target is one.
type Source interface {
	// Config says what package go/packages has to know to load it; its overlay holds the
	// rewritten files. root is GOROOT.
	Config(ctx context.Context) (conf *packages.Config, root string, err error)
	// Path is the import path of the package, and Counted are those of the packages whose
	// statements count, its own among them.
	Path() string
	Counted() []string
	// Rewritten are the files of the overlay in which columns are not those of the source.
	Rewritten() []string
	// Signatures are those of the entries, by number.
	Signatures() []*input.Signature
}

// Load loads a rewritten package and all that it depends on.
func Load(ctx context.Context, src Source) (*Program, error) {
	cfg, root, err := src.Config(ctx)
	if err != nil {
		return nil, err
	}
	addStandins(cfg.Overlay, root)
	cfg.Context, cfg.Mode, cfg.Fset = ctx, loadMode, token.NewFileSet()
	path := src.Path()
	pkgs, err := packages.Load(cfg, path, "runtime", standinPath)
	if err != nil {
		return nil, fmt.Errorf("cannot load the rewritten package: %w", err)
	}
	if err := firstError(pkgs); err != nil {
		return nil, err
	}
	prog, roots := ssautil.AllPackages(pkgs, ssa.InstantiateGenerics)
	p := &Program{ssa: prog, fset: cfg.Fset, module: map[*ssa.Package]bool{}, counts: map[*ssa.Package]bool{}, numbers: map[*ssa.Function]int{}, owners: map[int]*ssa.Function{}, rewritten: map[string]bool{}, sizes: types.SizesFor("gc", "amd64")}
	for i, root := range roots {
		if pkgs[i].PkgPath == path {
			p.pkg, p.sizes = root, pkgs[i].TypesSizes
		}
	}
	if p.pkg == nil {
		return nil, fmt.Errorf("cannot load the rewritten package %s", path)
	}
	for _, at := range src.Rewritten() {
		p.rewritten[at] = true
	}
	counts := map[string]bool{}
	for _, at := range src.Counted() {
		counts[at] = true
	}
	packages.Visit(pkgs, nil, func(q *packages.Package) {
		if s := prog.Package(q.Types); s != nil {
			p.counts[s] = counts[q.PkgPath]
			p.module[s] = q.Module != nil || s == p.pkg
		}
	})
	p.hooks = hooks(prog, pkgs)
	p.Entries = src.Signatures()
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
