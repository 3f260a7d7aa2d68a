package symexec

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"hash/fnv"
	"path"
	"path/filepath"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"nearmiss/input"
	"nearmiss/internal/syntax"
)

// A Program is a rewritten package, its generated file and all their dependencies as SSA.
// Executors may use it concurrently.
type Program struct {
	Entries []*input.Signature // functions that can be executed, by number

	ssa    *ssa.Program
	pkg    *ssa.Package
	counts map[*ssa.Package]bool           // packages that are rewritten, so that their statements count; initialized before the first path
	hooks  map[*ssa.Package][]*ssa.Package // packages to initialize with a package (see hooks)
	fset   *token.FileSet
	sizes  types.Sizes

	rewritten map[string]bool // names of rewritten files

	lock    sync.Mutex
	numbers map[*ssa.Function]int // number of the first instruction of a function
	owners  map[int]*ssa.Function // function by the number of its first instruction
	idle    []*image              // images that no run uses
}

// functionBits is log2 of the largest number of instructions of a function.
const functionBits = 24

// number returns the number of the first instruction of a function. It is a hash of the
// function's name and therefore the same in every process. If names collide, the function asked
// for first has the number, and the numbers of later functions come from longer names.
func (p *Program) number(ssaFunc *ssa.Function) int {
	p.lock.Lock()
	defer p.lock.Unlock()
	first, ok := p.numbers[ssaFunc]
	if !ok {
		name := ssaFunc.String()
		for first == 0 || p.owners[first] != nil {
			h := fnv.New64a()
			h.Write([]byte(name))
			first = int(h.Sum64() >> 2 >> functionBits << functionBits)
			name += "'"
		}
		p.numbers[ssaFunc], p.owners[first] = first, ssaFunc
	}
	return first
}

const loadMode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports | packages.NeedDeps |
	packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedModule

// A Source is a rewritten package with the generated file that calls its entries. subject.Set
// implements it.
type Source interface {
	// Config returns a configuration for go/packages to load the package; its overlay holds the
	// rewritten files. root is GOROOT.
	Config(ctx context.Context) (conf *packages.Config, root string, err error)
	// Path is the import path of the package. Counted are the import paths of the packages
	// whose statements count, including Path.
	Path() string
	Counted() []string
	// Rewritten are the files of the overlay whose columns differ from those of the source.
	Rewritten() []string
	// Signatures are the signatures of the entries, by number.
	Signatures() []*input.Signature
}

// Load loads a rewritten package and its dependencies.
func Load(ctx context.Context, src Source) (*Program, error) {
	cfg, root, err := src.Config(ctx)
	if err != nil {
		return nil, err
	}
	addStandins(cfg.Overlay, root)
	cfg.Context, cfg.Mode, cfg.Fset, cfg.ParseFile = ctx, loadMode, token.NewFileSet(), fileParser(root)
	path := src.Path()
	pkgs, err := packages.Load(cfg, path, "runtime", standinPath)
	if ctx.Err() != nil { // the driver's error is a text
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("cannot load the rewritten package: %w", err)
	}
	if err := firstError(pkgs); err != nil {
		return nil, err
	}
	prog, roots := ssautil.AllPackages(pkgs, ssa.InstantiateGenerics)
	program := &Program{ssa: prog, fset: cfg.Fset, counts: map[*ssa.Package]bool{}, numbers: map[*ssa.Function]int{}, owners: map[int]*ssa.Function{}, rewritten: map[string]bool{}, sizes: types.SizesFor("gc", "amd64")}
	for i, root := range roots {
		if pkgs[i].PkgPath == path {
			program.pkg, program.sizes = root, pkgs[i].TypesSizes
		}
	}
	if program.pkg == nil {
		return nil, fmt.Errorf("cannot load the rewritten package %s", path)
	}
	for _, position := range src.Rewritten() {
		program.rewritten[position] = true
	}
	counts := map[string]bool{}
	for _, at := range src.Counted() {
		counts[at] = true
	}
	packages.Visit(pkgs, nil, func(q *packages.Package) {
		if s := prog.Package(q.Types); s != nil {
			program.counts[s] = counts[q.PkgPath]
		}
	})
	program.hooks = hooks(prog, pkgs)
	program.Entries = src.Signatures()
	return program, nil
}

// fileParser returns a function that parses the files of a program. It drops the function bodies
// of package runtime, except for two files: the executor can run hardly any other function of the
// package, and to check their types takes half of the time of loading package os.
func fileParser(root string) func(*token.FileSet, string, []byte) (*ast.File, error) {
	dir := filepath.Join(root, "src", "runtime")
	return func(fset *token.FileSet, name string, text []byte) (*ast.File, error) {
		f, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution|parser.ParseComments|parser.AllErrors)
		base := filepath.Base(name)
		if f != nil && filepath.Dir(name) == dir && base != "error.go" && base != "extern.go" {
			syntax.Trim(f)
			dropUnusedImports(f)
		}
		return f, err
	}
}

// dropUnusedImports renames the imports of a file that nothing mentions to _. Each package must
// have the last element of its import path as its name.
func dropUnusedImports(f *ast.File) {
	mentioned := syntax.Selected(f)
	for _, imp := range f.Imports {
		if imp.Name == nil && !mentioned[path.Base(strings.Trim(imp.Path.Value, `"`))] {
			imp.Name = ast.NewIdent("_")
		}
	}
}

// Entry returns the number of the entry with a name, or -1.
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

// position returns a position as file:line:col, or file:line in a rewritten file.
func (p *Program) position(pos token.Pos) string {
	if !pos.IsValid() {
		return ""
	}
	at := p.fset.Position(pos)
	if p.rewritten[at.Filename] { // only the lines are those of the source
		return fmt.Sprintf("%s:%d", filepath.Base(at.Filename), at.Line)
	}
	return fmt.Sprintf("%s:%d:%d", filepath.Base(at.Filename), at.Line, at.Column)
}
