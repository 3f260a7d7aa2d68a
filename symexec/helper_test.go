package symexec

import (
	"context"
	"go/build"
	"maps"
	"path"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"nearmiss/input"
	"nearmiss/internal/load"
	"nearmiss/internal/subject"
)

const allPath = "nearmiss/symexec/testdata/all"

// A loaded package has a program and the set that it is made of.
type loaded struct {
	*Program
	set *subject.Set
}

// several is the Source of package all, with the rewritten files of all packages that it imports.
type several []*subject.Set

func (l several) Config(ctx context.Context) (*packages.Config, string, error) {
	conf, root, err := l[0].Config(ctx)
	for _, set := range l[1:] {
		if err == nil {
			var other *packages.Config
			if other, _, err = set.Config(ctx); err == nil {
				maps.Copy(conf.Overlay, other.Overlay)
			}
		}
	}
	return conf, root, err
}

func (several) Path() string                   { return allPath }
func (several) Counted() []string              { return nil }
func (several) Rewritten() []string            { return nil }
func (several) Signatures() []*input.Signature { return nil }

// all loads the packages that package all imports, once and together, and returns a program for
// each by import path. The programs share the SSA and nothing else that changes.
var all = sync.OnceValues(func() (map[string]loaded, error) {
	ctx := context.Background()
	from, err := build.ImportDir("testdata/all", 0)
	if err != nil {
		return nil, err
	}
	sets, err := prepare(ctx, from.Imports...)
	if err != nil {
		return nil, err
	}
	whole, err := Load(ctx, several(sets))
	if err != nil {
		return nil, err
	}
	list := map[string]loaded{}
	for _, set := range sets {
		p := &Program{Entries: set.Signatures(), ssa: whole.ssa, pkg: whole.ssa.ImportedPackage(set.Path()), counts: map[*ssa.Package]bool{}, hooks: whole.hooks, fset: whole.fset, sizes: whole.sizes, rewritten: map[string]bool{}, numbers: map[*ssa.Function]int{}, owners: map[int]*ssa.Function{}}
		for _, path := range set.Counted() {
			p.counts[whole.ssa.ImportedPackage(path)] = true
		}
		for _, file := range set.Rewritten() {
			p.rewritten[file] = true
		}
		list[set.Path()] = loaded{p, set}
	}
	return list, nil
})

// prepare rewrites packages.
func prepare(ctx context.Context, patterns ...string) ([]*subject.Set, error) {
	pkgs, err := load.Load(ctx, ".", load.Options{}, patterns...)
	if err != nil {
		return nil, err
	}
	var sets []*subject.Set
	for _, pkg := range pkgs {
		set, err := subject.Prepare(ctx, pkg, nil, subject.SetOptions{Module: true})
		if err != nil {
			return nil, err
		}
		sets = append(sets, set)
	}
	return sets, nil
}

// program returns the program of a package that package all imports. Tests share it.
func program(t testing.TB, pattern string) *Program {
	t.Helper()
	p, _ := Prepared(t, pattern)
	return p
}

// Prepared returns the program of a package, and the set that it is made of.
func Prepared(t testing.TB, pattern string) (*Program, *subject.Set) {
	t.Helper()
	list, err := all()
	if err != nil {
		t.Fatal(err)
	}
	p, ok := list[path.Join("nearmiss/symexec", pattern)]
	if !ok {
		t.Fatalf("%s does not import %s", allPath, pattern)
	}
	return p.Program, p.set
}

// executor returns an executor of one function of a program.
func executor(t testing.TB, p *Program, name string, o Options) *Executor {
	t.Helper()
	entry := p.Entry(name)
	if entry < 0 {
		t.Fatalf("no function %s", name)
	}
	e, err := NewExecutor(t.Context(), p, entry, o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func ints(a ...int) input.Vector {
	v := input.Vector{uint64(len(a) + 1)}
	for _, x := range a {
		v = append(v, uint64(x))
	}
	return v
}

// A taken lists the branches of a run.
type taken []uint32

func (t *taken) took(branch uint32) {
	if len(*t) < 10_000 {
		*t = append(*t, branch)
	}
}

// native returns the part of a cost that machine code counts.
func native(c Cost) Cost {
	c.Decisions = 0
	return c
}

// fresh loads a package alone, as a program that no other test uses.
func fresh(t *testing.T, pattern string) *Program {
	t.Helper()
	sets, err := prepare(t.Context(), pattern)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Load(t.Context(), sets[0])
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// ownImage gives an executor a new image that no other executor uses.
func ownImage(e *Executor) *image {
	own := newImage()
	own.private = true
	e.machine.image = own
	e.machine.initialize(e.machine.prog.pkg)
	e.machine.detach()
	return own
}
