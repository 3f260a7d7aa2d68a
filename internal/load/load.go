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

// Options configures Load. With the zero value, Load reads the same files as go build.
type Options struct {
	Overlay map[string][]byte // contents that replace files, by absolute path
	Env     []string          // environment of the go command; nil for that of this process

	// Bad is called for each package that does not compile, if other packages do.
	// If it is nil, Load returns the error of the first such package.
	Bad func(error)
}

// Package is a package with syntax and types. A dependency has only types.
type Package struct {
	cfg.Source // Files are in the order of GoFiles
	ImportPath string
	Name       string
	Dir        string
	GoFiles    []string            // absolute, sorted, without tests
	OtherFiles []string            // absolute: files in other languages, such as assembly
	Ignored    []string            // absolute: files that build constraints exclude
	Std        bool                // whether it is in the standard library
	Module     *Module             // nil for the standard library
	Imports    map[string]*Package // direct imports by the path written in the source
}

// Module is the module that a package belongs to.
type Module struct {
	Path      string
	Version   string // empty for the main module
	Dir       string
	GoVersion string // of the go directive, such as 1.26.0
	Main      bool
}

// The go command would compile the packages that match the patterns, too, although only the export data
// of their dependencies are read. It does not begin if the compiler refuses a flag: notCompiled is no
// version of Go. The message has the text refusal.
const (
	notCompiled = "types-only"
	refusal     = `invalid value "` + notCompiled + `" for -lang`
)

const mode = cfg.LoadMode | packages.NeedModule

// Load returns the packages that match the patterns, sorted by import path.
// Relative patterns are relative to dir. Without patterns, Load loads ".". Like
// go build, it leaves out packages that match only by a wildcard and have only
// tests.
func Load(ctx context.Context, dir string, opts Options, patterns ...string) ([]*Package, error) {
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	conf := &packages.Config{
		Context:    ctx,
		Mode:       mode,
		Dir:        dir,
		Env:        ForCompiler(opts.Env),
		Overlay:    opts.Overlay,
		BuildFlags: []string{"-gcflags=-lang=" + notCompiled},
		Fset:       token.NewFileSet(),
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return nil, &Error{Kind: NoPackage, Pattern: strings.Join(patterns, " "), Msg: err.Error()}
	}
	roots, err := packages.Load(conf, patterns...)
	if err == nil && lacksCgo(roots) {
		conf.BuildFlags, conf.Fset = []string{"-gcflags=-N -l -dwarf=false"}, token.NewFileSet() // compiled as fast as it can be
		roots, err = packages.Load(conf, patterns...)
	}
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, driverError(patterns, err)
	}
	if len(roots) == 0 {
		return nil, &Error{Kind: NoPackage, Pattern: strings.Join(patterns, " "), Msg: noMatchReason(conf, patterns)}
	}
	roots, err = usableRoots(abs, patterns, roots, opts.Bad)
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

// lacksCgo reports whether a package lacks the files that the cgo command makes: the go command lists
// them only if it compiles the package.
func lacksCgo(roots []*packages.Package) (lacks bool) {
	packages.Visit(roots, nil, func(p *packages.Package) {
		lacks = lacks || slices.ContainsFunc(p.Errors, func(e packages.Error) bool { return strings.Contains(e.Msg, "could not import C ") })
	})
	return lacks
}

// noMatchReason returns the message of the go command about patterns that no
// package matches. It runs go list, because go/packages drops some messages, and
// go list -compiled, because some errors, such as a missing build cache, only
// occur when packages are compiled.
func noMatchReason(conf *packages.Config, patterns []string) string {
	for _, list := range [][]string{{"list"}, {"list", "-compiled"}} {
		cmd := exec.CommandContext(conf.Context, "go", append(append(list, "--"), patterns...)...)
		cmd.Dir, cmd.Env = conf.Dir, conf.Env
		var stderr strings.Builder
		cmd.Stderr = &stderr
		if err := cmd.Run(); err != nil && strings.TrimSpace(stderr.String()) != "" {
			return lastSentence(stderr.String())
		}
	}
	return "matched no packages"
}

// lastSentence returns the last message in the output of the go command.
func lastSentence(output string) string {
	lines := strings.Split(strings.TrimSpace(output), "\n")
	last := lines[len(lines)-1]
	if n := len(lines); n > 1 && strings.HasPrefix(last, "\t") { // continues the line before
		last = lines[n-2] + " " + strings.TrimSpace(last)
	}
	return strings.TrimPrefix(last, "go: ")
}

// A converter converts packages of go/packages to Packages, each once.
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
		Std:        InStd(p),
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

// UsesCgo reports whether the cgo command has translated the file of p at pos.
func (p *Package) UsesCgo(pos token.Pos) bool {
	f := p.Fset.File(pos)
	return f != nil && !slices.Contains(p.GoFiles, f.Name())
}

// Generated returns the functions of p in generated files, which have the comment
// of go.dev/s/generatedcode.
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

// LeftOut returns the Go files of the directory that build constraints exclude,
// except tests.
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

// InStd reports whether p is in the src directory of a Go tree.
func InStd(p *packages.Package) bool {
	_, ok := SourceTree(p)
	return ok || p.PkgPath == "unsafe"
}

// SourceTree returns the src directory of the Go tree that contains p: the directory of p is
// <src>/<import path>, and src also holds the runtime.
func SourceTree(p *packages.Package) (src string, ok bool) {
	if m := p.Module; m != nil && m.Path != "std" && m.Path != "cmd" {
		return "", false
	}
	src, ok = strings.CutSuffix(p.Dir, string(filepath.Separator)+filepath.FromSlash(p.PkgPath))
	if !ok {
		return "", false
	}
	_, err := os.Stat(filepath.Join(src, "runtime", "runtime.go"))
	return src, err == nil
}

// Bodyless returns the functions of p without a Go body, in source order.
// Assembly or the linker supplies their bodies.
func (p *Package) Bodyless() []*ast.FuncDecl {
	var decls []*ast.FuncDecl
	for _, d := range p.FuncDecls() {
		if d.Body == nil {
			decls = append(decls, d)
		}
	}
	return decls
}
