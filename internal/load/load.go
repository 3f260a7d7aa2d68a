package load

import (
	"context"
	"go/ast"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"golang.org/x/tools/go/packages"

	"nearmiss/cfg"
)

// Options change what Load reads. The zero value is what go build would take.
type Options struct {
	Overlay map[string][]byte // contents that replace files, by absolute path
	Env     []string          // environment of the go command; nil for this process's

	// Bad is told of each package that does not compile, if others do; without it
	// the first one is the error of all.
	Bad func(error)
}

// Package is one package with its syntax and types.
// A dependency has Types, and nothing of the syntax.
type Package struct {
	cfg.Source // Files are in the order of GoFiles
	ImportPath string
	Name       string
	Dir        string
	GoFiles    []string            // absolute, sorted, without tests
	OtherFiles []string            // absolute: assembly and the like
	Ignored    []string            // absolute: left out by build constraints
	Std        bool                // part of the standard library
	Module     *Module             // nil for the standard library
	Imports    map[string]*Package // direct imports by the path written in the source
}

// Module is the module that a package belongs to.
type Module struct {
	Path      string
	Version   string // empty for the main module
	Dir       string
	GoVersion string // as in the go directive, 1.26.0
	Main      bool
}

const mode = cfg.LoadMode | packages.NeedModule

// Load returns the packages that the patterns name, sorted by import path.
// Relative patterns start at dir. Without patterns it loads ".".
// A package that matches only by a wildcard and has nothing but tests is
// left out, as go build does.
func Load(ctx context.Context, dir string, opts Options, patterns ...string) ([]*Package, error) {
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	conf := &packages.Config{
		Context: ctx,
		Mode:    mode,
		Dir:     dir,
		Env:     opts.Env,
		Overlay: opts.Overlay,
		Fset:    token.NewFileSet(),
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, &Error{Kind: NoPackage, Pattern: strings.Join(patterns, " "), Msg: err.Error()}
	}
	roots, err := packages.Load(conf, patterns...)
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, driverError(patterns, err)
	}
	if len(roots) == 0 {
		return nil, &Error{Kind: NoPackage, Pattern: strings.Join(patterns, " "), Msg: whyNone(conf, patterns)}
	}
	roots, err = check(abs, patterns, roots, opts.Bad)
	if err != nil {
		return nil, err
	}
	c := converter{seen: map[*packages.Package]*Package{}}
	var pkgs []*Package
	for _, p := range roots {
		pkgs = append(pkgs, c.convert(p))
	}
	sort.Slice(pkgs, func(i, j int) bool { return pkgs[i].ImportPath < pkgs[j].ImportPath })
	return pkgs, nil
}

// whyNone asks the go command in its own words why nothing matches: package
// packages keeps some of its messages to itself. Some come only where packages are to be
// compiled, as for want of a build cache.
func whyNone(cfg *packages.Config, patterns []string) string {
	for _, list := range [][]string{{"list"}, {"list", "-compiled"}} {
		cmd := exec.CommandContext(cfg.Context, "go", append(append(list, "--"), patterns...)...)
		cmd.Dir, cmd.Env = cfg.Dir, cfg.Env
		var said strings.Builder
		cmd.Stderr = &said
		if err := cmd.Run(); err != nil && strings.TrimSpace(said.String()) != "" {
			return lastSentence(said.String())
		}
	}
	return "matched no packages"
}

// lastSentence is the last that the go command said.
func lastSentence(said string) string {
	lines := strings.Split(strings.TrimSpace(said), "\n")
	last := lines[len(lines)-1]
	if n := len(lines); n > 1 && strings.HasPrefix(last, "\t") { // it ends the sentence above
		last = lines[n-2] + " " + strings.TrimSpace(last)
	}
	return strings.TrimPrefix(last, "go: ")
}

// converter turns packages of go/packages into ours, each once.
type converter struct {
	seen map[*packages.Package]*Package
}

func (c *converter) convert(p *packages.Package) *Package {
	if q := c.seen[p]; q != nil {
		return q
	}
	q := &Package{
		Source:     cfg.SourceOf(p),
		ImportPath: p.PkgPath,
		Name:       p.Name,
		Dir:        p.Dir,
		GoFiles:    p.GoFiles,
		OtherFiles: p.OtherFiles,
		Ignored:    p.IgnoredFiles,
		Std:        isStd(p),
		Imports:    make(map[string]*Package, len(p.Imports)),
	}
	c.seen[p] = q
	if q.Dir == "" && len(p.GoFiles) > 0 {
		q.Dir = filepath.Dir(p.GoFiles[0])
	}
	if m := p.Module; m != nil && !q.Std {
		q.Module = &Module{Path: m.Path, Version: m.Version, Dir: m.Dir, GoVersion: m.GoVersion, Main: m.Main}
	}
	for path, imp := range p.Imports {
		q.Imports[path] = c.convert(imp)
	}
	return q
}

// UsesCgo reports whether the file of p at pos is one that the cgo command
// has translated.
func (p *Package) UsesCgo(pos token.Pos) bool {
	f := p.Fset.File(pos)
	return f != nil && !slices.Contains(p.GoFiles, f.Name())
}

// Generated returns the functions of p whose file says, in the words of
// go.dev/s/generatedcode, that a program wrote it.
func (p *Package) Generated() map[*ast.FuncDecl]bool {
	decls := map[*ast.FuncDecl]bool{}
	for _, f := range p.Files {
		if !ast.IsGenerated(f) {
			continue
		}
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && !p.UsesCgo(d.Pos()) {
				decls[d] = true
			}
		}
	}
	return decls
}

// LeftOut returns the Go files of the directory that build constraints leave
// out, tests aside.
func (p *Package) LeftOut() []string {
	var names []string
	for _, name := range p.Ignored {
		base := filepath.Base(name)
		if strings.HasSuffix(base, ".go") && !strings.HasSuffix(base, "_test.go") && base[0] != '_' && base[0] != '.' {
			names = append(names, name)
		}
	}
	return names
}

// isStd reports whether p lies in a Go tree's src: its directory is
// src/<import path> below a directory that also holds the runtime.
func isStd(p *packages.Package) bool {
	if p.PkgPath == "unsafe" {
		return true
	}
	if m := p.Module; m != nil && m.Path != "std" && m.Path != "cmd" {
		return false
	}
	src, ok := strings.CutSuffix(p.Dir, string(filepath.Separator)+filepath.FromSlash(p.PkgPath))
	if !ok {
		return false
	}
	_, err := os.Stat(filepath.Join(src, "runtime", "runtime.go"))
	return err == nil
}

// Bodyless returns the functions of p that are declared without a body,
// because assembly or the linker supplies one, in source order.
func (p *Package) Bodyless() []*ast.FuncDecl {
	var decls []*ast.FuncDecl
	for _, d := range p.FuncDecls() {
		if d.Body == nil {
			decls = append(decls, d)
		}
	}
	return decls
}
