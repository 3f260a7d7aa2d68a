package native

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"nearmiss/internal/load"
)

const (
	mainName    = "zznearmissmain" // the virtual directory of the worker's main package
	codecFile   = "zznearmiss.go"  // the virtual file in the package under test
	targetAlias = "zznmtarget"     // the name under which the worker's main package imports the package under test
)

// BuildOptions holds the arguments of Build.
type BuildOptions struct {
	Pkg *load.Package

	// Rewritten holds the instrumented files by absolute path. It may include
	// files of other packages.
	Rewritten map[string][]byte

	// Codec is the generated file of the package under test. It declares
	// ZzNearmissEntries, ZzNearmissSave and ZzNearmissRestore. For a package
	// main, it also declares the worker's func main, and Rewritten renames the
	// func main of the package.
	Codec []byte

	// Env is the environment of the go command, nil for that of this process.
	// The package must have been loaded with the same environment, which
	// determines the files of the package. A flag -overlay in its GOFLAGS is
	// ignored.
	Env []string

	// Overlay is the overlay of the user: it maps absolute paths to the files
	// on disk with their contents.
	Overlay map[string]string

	// Mirror is the result of NewMirror for the package.
	Mirror *Mirror

	// TempDir is the directory for the temporary directory of the build, by
	// default that of the system.
	TempDir string
}

// A Binary is a worker's executable in a temporary directory.
type Binary struct {
	Path   string
	Timers bool   // the code under test can set timers
	dir    string // temporary directory of the executable
	pkg    string // import path of the package under test

	copied sync.Once
	copy   string // see slowClock
}

// Close removes the executable and its directory.
func (b *Binary) Close() error {
	if b == nil || b.dir == "" {
		return nil
	}
	return os.RemoveAll(b.dir)
}

// Build builds the worker of one package. It never writes to the user's files:
// the changed files, the added files and the worker's own packages exist only
// in an overlay.
//
// If the code does not compile, the error is a *BuildError with a position.
func Build(ctx context.Context, opts BuildOptions) (*Binary, error) {
	dir, err := os.MkdirTemp(opts.TempDir, "nearmiss-build-")
	if err != nil {
		return nil, fmt.Errorf("cannot make a directory for the worker: %w", err)
	}
	b := &Binary{Path: filepath.Join(dir, "worker"), dir: dir, pkg: opts.Pkg.ImportPath, Timers: maySetTimers(opts.Pkg)}
	if err := build(ctx, opts, b); err != nil {
		b.Close()
		return nil, err
	}
	return b, nil
}

func build(ctx context.Context, opts BuildOptions, binary *Binary) error {
	if err := checkNames(opts.Pkg); err != nil {
		return err
	}
	src, work := filepath.Join(binary.dir, "src"), filepath.Join(binary.dir, "work")
	for _, d := range []string{src, work} {
		if err := os.Mkdir(d, 0o700); err != nil {
			return fmt.Errorf("cannot make a directory for the worker: %w", err)
		}
	}
	tool, err := opts.tool(ctx, work)
	if err != nil {
		return newBuildError(opts.Pkg, tool, nil, err)
	}
	tool.env = append(tool.env, "GOTMPDIR="+work)
	main, err := mainPackageOf(ctx, opts.Pkg, opts.Mirror, tool)
	if err != nil {
		return err
	}
	files, err := Runtime(tool.root)
	if err != nil {
		return err
	}
	for path, text := range opts.Rewritten {
		files[opts.Mirror.MirrorPath(path)] = text
	}
	files[opts.Mirror.MirrorPath(filepath.Join(opts.Pkg.Dir, codecFile))] = opts.Codec
	if main.file != "" {
		files[main.file] = main.text
	}
	below := map[string]string{}
	maps.Copy(below, opts.Overlay)
	flags := []string{"build", "-buildvcs=false", "-ldflags=-s -w", "-pgo=off", "-gcflags=" + opts.Mirror.ImportPath(opts.Pkg) + "=" + opts.compilerFlags()}
	if opts.Mirror != nil {
		flags = append(flags, opts.Mirror.Flags...)
		maps.Copy(below, opts.Mirror.Files)
	}
	overlay, err := WriteOverlay(src, files, below)
	if err != nil {
		return err
	}
	_, err = tool.run(ctx, append(flags, "-overlay="+overlay.ListFile, "-o", binary.Path, main.path)...)
	if err != nil {
		for disk, at := range overlay.VirtualPath {
			overlay.VirtualPath[disk] = opts.Mirror.originalPath(at)
		}
		return newBuildError(opts.Pkg, tool, overlay.VirtualPath, err)
	}
	os.RemoveAll(src)
	os.RemoveAll(work)
	return nil
}

// inlinedLines is the number of lines of a package with its codec beyond which the compiler does not
// inline. It saves a quarter of the time of the build (go-redis, 75 000 lines: 14.6 and 10.9 s), while
// the search takes the same inputs in the same order.
const inlinedLines = 40_000

// compilerFlags returns the flags with which the compiler compiles the package.
func (o *BuildOptions) compilerFlags() string {
	lines := bytes.Count(o.Codec, []byte{'\n'})
	for _, text := range o.Rewritten {
		lines += bytes.Count(text, []byte{'\n'})
	}
	if lines > inlinedLines {
		return "-dwarf=false -l"
	}
	return "-dwarf=false"
}

// tool returns the go command for the build. Without a mirror it runs in scratch for a package of the
// standard library, and in the package's directory for another one.
func (o *BuildOptions) tool(ctx context.Context, scratch string) (*goTool, error) {
	if o.Mirror == nil {
		return newGoTool(ctx, o.Pkg, o.Env, scratch)
	}
	t, err := goToolAt(ctx, o.Pkg, o.Mirror.Dir, o.Env)
	if t != nil {
		t.env = append(t.env, o.Mirror.Env...)
	}
	return t, err
}

// A mainPackage is the package with the worker's func main.
type mainPackage struct {
	path string // import path
	file string // absolute path of the file with func main; empty if the package under test has it
	text []byte // contents of file
}

// mainPackageOf chooses the worker's main package. It is a directory below the
// package under test, from where internal packages can be imported. For a
// vendored package, it is a directory below the main module, because the
// vendor directory can only have packages that vendor/modules.txt lists. A
// main package cannot be imported, so it is the worker's main package itself.
func mainPackageOf(ctx context.Context, pkg *load.Package, mirror *Mirror, tool *goTool) (*mainPackage, error) {
	refuse := func(format string, args ...any) error {
		return &BuildError{Pkg: pkg.ImportPath, Msg: fmt.Sprintf(format, args...)}
	}
	target := mirror.ImportPath(pkg)
	if pkg.Name == "main" {
		return &mainPackage{path: target}, nil
	}
	main := &mainPackage{text: mainText(target)}
	if _, ok := relativeBelow(tool.cache, pkg.Dir); ok && tool.cache != "" && mirror == nil {
		return nil, refuse("the package lies in the module cache, whose files the go command does not let an overlay replace; vendor it or replace it with a local copy")
	}
	if root, rel := tool.vendored(pkg); root != "" {
		if strings.Contains("/"+filepath.ToSlash(rel)+"/", "/internal/") {
			return nil, refuse("the package is internal to a vendored module, where no worker can import it")
		}
		mod, path, err := tool.mainModule(ctx)
		if err != nil {
			return nil, newBuildError(pkg, tool, nil, err)
		}
		main.path, main.file = mod+"/"+mainName, filepath.Join(path, mainName, "main.go")
		return main, nil
	}
	main.path, main.file = target+"/"+mainName, mirror.MirrorPath(filepath.Join(pkg.Dir, mainName, "main.go"))
	return main, nil
}

// relativeBelow returns path relative to dir, and whether path lies below dir or is dir.
func relativeBelow(dir, path string) (string, bool) {
	rel, err := filepath.Rel(dir, path)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return "", false
	}
	return rel, true
}

// mainText returns the source of the worker's main package for a package under test.
func mainText(target string) []byte {
	return fmt.Appendf(nil, `package main

import (
	%[1]s %[2]q
	zznmworker %[3]q
)

func main() { zznmworker.Main(%[1]s.ZzNearmissEntries, %[1]s.ZzNearmissSave, %[1]s.ZzNearmissRestore) }
`, targetAlias, target, RuntimePath("internal/worker"))
}
