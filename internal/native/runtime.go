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
	// modulePath is the path under which the worker's packages import each
	// other in this module.
	modulePath = "nearmiss"

	// runtimePrefix is the import path below which the worker's packages lie
	// in the virtual part of the standard library's tree. Only there can the
	// standard library, vendored packages and internal packages of any module
	// all import them.
	runtimePrefix = "zznearmiss"

	// firstPrefix is that of what is to be initialized before the standard library's
	// package os.
	firstPrefix = "aanearmiss"
)

// RuntimePath is the import path that a package of this module has inside a
// worker: nearmiss/internal/probe is zznearmiss/probe there.
func RuntimePath(dir string) string {
	prefix := runtimePrefix
	if dir == "internal/asked" {
		prefix = firstPrefix
	}
	return prefix + "/" + path.Base(dir)
}

// Runtime returns the worker's packages as files of an overlay: keys are
// absolute paths below the given GOROOT, test files are left out and imports
// lead to the virtual packages.
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

// renameImports replaces import paths in place, so that lines stay.
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
