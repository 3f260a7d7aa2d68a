package native

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"nearmiss/internal/load"
)

// A Mirror makes a module of the module cache appear in another directory, in
// which an overlay may replace its files. The go command refuses overlays of
// files in the module cache, but a go.mod file can replace a module by a
// directory. The mirror is such a directory, without Go files: the overlay maps
// its paths to the files in the cache, or to instrumented ones. The replacement
// is in a copy of the user's go.mod or go.work.
type Mirror struct {
	Dir        string            // working directory for the go command, within the user's module
	PackageDir string            // directory of the package in the mirror
	Path       string            // import path of the package in the mirror
	Flags      []string          // flags for the go command
	Env        []string          // additional environment of the go command
	Files      map[string]string // maps paths in the mirror to paths in the cache
	cache      string            // original directory of the module, or of a package of the standard library
	root       string            // directory in the mirror that stands for cache
}

// NewMirror makes a mirror of the module of pkg below the directory temp. pkg
// was loaded from dir. It returns nil for a package that needs no mirror.
//
// Packages of the standard library from which the runtime is built need a
// mirror too. If they were instrumented in place, probes would run inside the
// runtime, where they must not, and would record its work. The mirror copies
// them to another import path. NewMirror returns a *BuildError for packages
// that cannot be copied.
func NewMirror(ctx context.Context, pkg *load.Package, dir string, env []string, temp string) (*Mirror, error) {
	if pkg.Std {
		return standardMirror(ctx, pkg, env, temp)
	}
	if pkg.Module == nil || pkg.Module.Main {
		return nil, nil
	}
	tool, err := goToolAt(ctx, pkg, dir, env)
	if err != nil {
		return nil, newBuildError(pkg, tool, nil, err)
	}
	if _, ok := relativeBelow(tool.cache, pkg.Dir); !ok || tool.cache == "" {
		return nil, nil
	}
	path, err := os.MkdirTemp(temp, "nearmiss-mirror-")
	if err != nil {
		return nil, fmt.Errorf("cannot make a directory for the worker: %w", err)
	}
	mirror := &Mirror{Dir: tool.dir, Path: pkg.ImportPath, cache: pkg.Module.Dir, root: filepath.Join(path, "module"), Files: map[string]string{}}
	rel, ok := relativeBelow(mirror.cache, pkg.Dir)
	if !ok {
		return nil, fmt.Errorf("package %s does not lie in its module's directory %s", pkg.ImportPath, mirror.cache)
	}
	mirror.PackageDir = filepath.Join(mirror.root, rel)
	if err := mirror.listFiles(pkg); err != nil {
		return nil, fmt.Errorf("cannot read module %s: %w", pkg.Module.Path, err)
	}
	if tool.work != "" {
		err = mirror.workspace(ctx, tool, pkg, path)
	} else {
		err = mirror.module(ctx, tool, pkg, path)
	}
	if err != nil {
		return nil, newBuildError(pkg, tool, nil, err)
	}
	return mirror, nil
}

// listFiles adds the files of the module to Files. It creates the directories
// of the packages, because the compiler runs in them. It leaves out test files,
// whose imports may be missing.
func (m *Mirror) listFiles(pkg *load.Package) error {
	err := filepath.WalkDir(m.cache, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := relativeBelow(m.cache, path)
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(m.root, rel), 0o700)
		}
		if !strings.HasSuffix(rel, "_test.go") {
			m.Files[filepath.Join(m.root, rel)] = path
		}
		return nil
	})
	if _, ok := m.Files[filepath.Join(m.root, "go.mod")]; !ok && err == nil {
		// The module has no go.mod file, so the go command assumes this one.
		return os.WriteFile(filepath.Join(m.root, "go.mod"), []byte("module "+pkg.Module.Path+"\n"), 0o600)
	}
	return err
}

// replacement returns the flag of go mod edit that replaces the module by the mirror.
func (m *Mirror) replacement(pkg *load.Package) string {
	name := pkg.Module.Path
	if pkg.Module.Version != "" {
		name += "@" + pkg.Module.Version
	}
	return "-replace=" + name + "=" + m.root
}

// module copies go.mod and go.sum to the directory dir, and adds the replacement.
func (m *Mirror) module(ctx context.Context, tool *goTool, pkg *load.Package, dir string) error {
	mod := tool.mod
	for _, f := range tool.flags {
		if name, value := load.FlagName(f); name == "modfile" {
			if mod = value; !filepath.IsAbs(mod) {
				mod = filepath.Join(tool.dir, mod)
			}
		}
	}
	if mod == "" {
		return &goError{"go.mod file not found around " + tool.dir}
	}
	file := filepath.Join(dir, "go.mod")
	if err := copyFile(file, mod, true); err != nil {
		return err
	}
	if err := copyFile(filepath.Join(dir, "go.sum"), strings.TrimSuffix(mod, ".mod")+".sum", false); err != nil {
		return err
	}
	m.Flags = []string{"-modfile=" + file}
	_, err := tool.run(ctx, "mod", "edit", m.replacement(pkg), file)
	return err
}

// workspace copies go.work and go.work.sum to the directory dir, makes the
// paths in go.work absolute, and adds the replacement.
func (m *Mirror) workspace(ctx context.Context, tool *goTool, pkg *load.Package, dir string) error {
	file := filepath.Join(dir, "go.work")
	if err := copyFile(file, tool.work, true); err != nil {
		return err
	}
	if err := copyFile(file+".sum", tool.work+".sum", false); err != nil {
		return err
	}
	out, err := tool.run(ctx, "work", "edit", "-json", tool.work)
	if err != nil {
		return err
	}
	var work struct {
		Use     []struct{ DiskPath string }
		Replace []struct {
			Old, New struct{ Path, Version string }
		}
	}
	if err := json.Unmarshal(out, &work); err != nil {
		return fmt.Errorf("cannot read %s: %w", tool.work, err)
	}
	edits := []string{"work", "edit"}
	root := filepath.Dir(tool.work)
	for _, u := range work.Use {
		if !filepath.IsAbs(u.DiskPath) {
			edits = append(edits, "-dropuse="+u.DiskPath, "-use="+filepath.Join(root, u.DiskPath))
		}
	}
	for _, r := range work.Replace {
		if r.New.Version == "" && !filepath.IsAbs(r.New.Path) {
			old := r.Old.Path
			if r.Old.Version != "" {
				old += "@" + r.Old.Version
			}
			edits = append(edits, "-replace="+old+"="+filepath.Join(root, r.New.Path))
		}
	}
	m.Env = []string{"GOWORK=" + file}
	_, err = tool.run(ctx, append(edits, m.replacement(pkg), file)...)
	return err
}

func copyFile(to, from string, required bool) error {
	text, err := os.ReadFile(from)
	if os.IsNotExist(err) && !required {
		return nil
	}
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o600)
}

// ImportPath returns the import path under which the package is built.
func (m *Mirror) ImportPath(pkg *load.Package) string {
	if m == nil {
		return pkg.ImportPath
	}
	return m.Path
}

// MirrorPath returns the path in the mirror of a file of the module. For other files,
// and without a mirror, it returns path.
func (m *Mirror) MirrorPath(path string) string {
	if m != nil {
		if rel, ok := relativeBelow(m.cache, path); ok {
			return filepath.Join(m.root, rel)
		}
	}
	return path
}

// originalPath returns the original path of a file in the mirror. It is the inverse of
// MirrorPath.
func (m *Mirror) originalPath(path string) string {
	if m != nil {
		if rel, ok := relativeBelow(m.root, path); ok {
			return filepath.Join(m.cache, rel)
		}
	}
	return path
}
