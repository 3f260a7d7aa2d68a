package subject

import (
	"context"
	"maps"
	"slices"

	"nearmiss/cfg"
	"nearmiss/fitness"
	"nearmiss/internal/harness"
	"nearmiss/internal/instrument"
	"nearmiss/internal/load"
	"nearmiss/internal/native"
	"nearmiss/internal/syntax"
)

// SetOptions configure Prepare. The zero value prepares the package alone, without hooks.
type SetOptions struct {
	Place                 // default: the package's directory and the environment of this process
	Module bool           // also rewrite and count the packages of the module that the package imports, directly or not
	Sites  *cfg.Sites     // panic sites, for checks; not with Module
	Hooks  bool           // pass live values to the worker at conditions
	Coder  *harness.Coder // of the package; default: a new one
	Graph  *cfg.Package   // of the package; default: a new one
	Mirror *native.Mirror // where a package is built that cannot be rewritten in place; else nil
}

// Part is one rewritten package.
type Part struct {
	Pkg   *load.Package
	Graph *cfg.Package
	First int // number of its first condition
}

// Set is a package that was rewritten, with other packages of its module.
type Set struct {
	Pkg        *load.Package
	Graph      *cfg.Package
	Parts      []Part // the package itself, then the others in the order of import paths
	Files      map[string][]byte
	Entries    []*harness.Fn
	Codec      []byte // generated file of the package
	Plain      []byte // Codec without the worker's func main
	Conditions int    // number of conditions of all parts
	Slots      int
	Layouts    map[*cfg.Func]*fitness.Layout // of the functions with hooks; nil without SetOptions.Hooks
	Result     *instrument.Result            // of rewriting the package itself

	opts SetOptions
}

// Prepare rewrites pkg with the given entries; nil stands for all functions for which inputs can
// be made.
func Prepare(ctx context.Context, pkg *load.Package, entries []*harness.Fn, opts SetOptions) (*Set, error) {
	if opts.Dir == "" {
		opts.Dir = pkg.Dir
	}
	if opts.Graph == nil {
		opts.Graph = cfg.Build(pkg.Source)
	}
	if opts.Coder == nil {
		opts.Coder = harness.New(pkg)
	}
	s := &Set{Pkg: pkg, Graph: opts.Graph, Files: map[string][]byte{}, Entries: entries, opts: opts}
	if entries == nil {
		s.Entries = Functions(opts.Graph, opts.Coder, harness.Options{})
	}
	if err := s.rewrite(pkg, opts.Graph); err != nil {
		return nil, err
	}
	if opts.Module {
		if err := s.others(ctx); err != nil {
			return nil, err
		}
	}
	s.encode()
	return s, nil
}

// rewrite rewrites a package and adds it as a part.
func (s *Set) rewrite(pkg *load.Package, graph *cfg.Package) error {
	own := pkg == s.Pkg
	o := instrument.Options{Source: s.opts.Source, First: s.Conditions}
	var layouts map[*cfg.Func]*fitness.Layout
	if own && s.opts.Hooks {
		layouts = map[*cfg.Func]*fitness.Layout{}
		for _, f := range graph.Funcs {
			layouts[f] = fitness.Of(f, pkg.Info, pkg.Types)
		}
	}
	if own {
		o.Sites = s.opts.Sites
	}
	r, err := instrument.Rewrite(pkg, graph, layouts, o)
	if err != nil {
		return err
	}
	if own {
		s.Result, s.Slots, s.Layouts = r, r.Slots, layouts
	}
	maps.Copy(s.Files, r.Files)
	s.Parts = append(s.Parts, Part{Pkg: pkg, Graph: graph, First: s.Conditions})
	s.Conditions += len(graph.Conds)
	return nil
}

// others rewrites the packages of the same module that the package imports, directly or not.
func (s *Set) others(ctx context.Context) error {
	paths := reached(s.Pkg)
	if len(paths) == 0 {
		return nil
	}
	pkgs, err := s.opts.Load(ctx, nil, paths...)
	if err != nil {
		return err
	}
	for _, p := range pkgs {
		if err := s.rewrite(p, cfg.Build(p.Source)); err != nil {
			return err
		}
	}
	return nil
}

// reached lists the import paths of the packages of the same module that pkg imports, directly
// or not.
func reached(pkg *load.Package) []string {
	if pkg.Std || pkg.Module == nil {
		return nil
	}
	inModule := func(p *load.Package) (list []*load.Package) {
		for _, q := range p.Imports {
			if q.Module != nil && q.Module.Path == pkg.Module.Path {
				list = append(list, q)
			}
		}
		return list
	}
	var paths []string
	for _, p := range syntax.Reach(inModule, pkg)[1:] {
		paths = append(paths, p.ImportPath)
	}
	slices.Sort(paths)
	return paths
}

// encode generates the file with the entries.
func (s *Set) encode() {
	s.Plain = s.opts.Coder.Generate(s.Entries, harness.File{Probe: instrument.ProbePath})
	s.Codec = s.Plain
	if s.Pkg.Name == "main" {
		s.Codec = s.opts.Coder.Generate(s.Entries, harness.File{Probe: instrument.ProbePath, Worker: native.RuntimePath("internal/worker")})
	}
}

// Entry returns the number of the entry for a function, or -1.
func (s *Set) Entry(name string) int {
	return slices.IndexFunc(s.Entries, func(f *harness.Fn) bool { return f.Sig.Name == name })
}

// Build builds the worker in a new directory in temp, by default in the system's directory for
// temporary files.
func (s *Set) Build(ctx context.Context, temp string) (*native.Binary, error) {
	return native.Build(ctx, s.buildOptions(s.Codec, temp))
}

// BuildWith is like Build, with other files in place of those that were rewritten. They have no probes.
func (s *Set) BuildWith(ctx context.Context, temp string, files map[string][]byte) (*native.Binary, error) {
	o := s.buildOptions(s.Codec, temp)
	o.Rewritten = files
	return native.Build(ctx, o)
}

// ReadFile returns the contents of a file of the package as it was loaded.
func (s *Set) ReadFile(path string) ([]byte, error) {
	if src, ok := s.opts.Source[path]; ok {
		return src, nil
	}
	return load.ReadFile(path)
}

func (s *Set) buildOptions(codec []byte, temp string) native.BuildOptions {
	return native.BuildOptions{
		Pkg: s.Pkg, Rewritten: s.Files, Codec: codec, Env: s.opts.Env,
		Overlay: s.opts.Overlay, Mirror: s.opts.Mirror, TempDir: temp,
	}
}

// Options returns the options for workers of the set, with the sandbox of its place.
func (s *Set) Options() native.Options {
	return native.Options{
		Conditions: s.Conditions, Slots: s.Slots, TempDir: s.opts.Temp, Sandbox: s.opts.Parts, Entries: s.Signatures(),
	}
}

// Functions lists the functions of a package for which inputs can be made. A generic function is
// listed with its first type arguments.
func Functions(graph *cfg.Package, coder *harness.Coder, opts harness.Options) (entries []*harness.Fn) {
	for _, f := range graph.Funcs {
		if fn, err := coder.Sign(f.Obj, opts); err == nil {
			entries = append(entries, fn)
		}
	}
	return entries
}
