package native

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"nearmiss"
)

const (
	// modulePath is the path of this module.
	modulePath = "nearmiss"

	// runtimePrefix is the import path below which the overlay adds the worker's
	// packages to the source tree of the standard library. Only there can the
	// standard library, vendored packages and internal packages of all modules
	// import them.
	runtimePrefix = "zznearmiss"

	// firstPrefix is the import path for packages that must be initialized before
	// package os. The go command initializes independent packages in the order of
	// their paths.
	firstPrefix = "aanearmiss"
)

// RuntimePath returns the import path inside a worker of a package of this
// module: that of nearmiss/internal/probe is zznearmiss/probe.
func RuntimePath(dir string) string {
	prefix := runtimePrefix
	if dir == "internal/asked" {
		prefix = firstPrefix
	}
	return prefix + "/" + path.Base(dir)
}

// Runtime returns the files of the worker's packages for an overlay, without
// tests. The keys are absolute paths below goroot. Imports are renamed to the
// paths inside a worker.
func Runtime(goroot string) (map[string][]byte, error) {
	src := nearmiss.WorkerSources()
	renamed := map[string]string{modulePath + "/internal/testlog": "internal/testlog"} // which workers may import
	for _, dir := range nearmiss.WorkerPackages() {
		renamed[modulePath+"/"+dir] = RuntimePath(dir)
	}
	files := map[string][]byte{}
	for _, dir := range nearmiss.WorkerPackages() {
		names, err := fs.Glob(src, dir+"/*.go")
		if err != nil {
			return nil, fmt.Errorf("embedded sources: %w", err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			text, err := fs.ReadFile(src, name)
			if err != nil {
				return nil, fmt.Errorf("embedded sources: %w", err)
			}
			text, err = renameImports(name, text, renamed)
			if err != nil {
				return nil, fmt.Errorf("embedded sources: %w", err)
			}
			at := filepath.Join(goroot, "src", filepath.FromSlash(RuntimePath(dir)), path.Base(name))
			files[at] = text
		}
	}
	return files, nil
}

// renameImports replaces import paths in place, so that line numbers do not change.
func renameImports(name string, text []byte, renamed map[string]string) ([]byte, error) {
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, name, text, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	var out []byte
	last := 0
	for _, spec := range f.Imports {
		old, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		to, ok := renamed[old]
		if !ok {
			if old == modulePath || strings.HasPrefix(old, modulePath+"/") {
				return nil, fmt.Errorf("%s: imports %s, which workers do not carry", name, old)
			}
			continue
		}
		start := fset.Position(spec.Path.Pos()).Offset
		end := fset.Position(spec.Path.End()).Offset
		out = append(out, text[last:start]...)
		out = append(out, strconv.Quote(to)...)
		last = end
	}
	return append(out, text[last:]...), nil
}
