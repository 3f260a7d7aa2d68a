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

// A Mirror shows the go command a module of the module cache at another
// place. The go command lets no overlay replace files of the cache, but it
// lets a module be replaced by a directory: one without files, to which the
// overlay adds the cache's files and then ours. Nothing is copied, and the
// user's go.mod or go.work is left alone: the replacement is in a copy of it.
type Mirror struct {
	Dir   string            // where the go command has to run: in the user's module
	Place string            // where the package is seen
	Path  string            // and under which import path
	Flags []string          // for the go command
	Env   []string          // further environment of the go command
	Files map[string]string // from the paths at which files are seen to those of the cache
	cache string            // directory of the module in the cache, or of the package
	seen  string            // and where it is seen
}

// NewMirror prepares a mirror of the module of pkg, which was loaded from
// dir, below temp; the mirror lives as long as temp. It is nil for a package
// that needs none.
//
// Packages of the standard library that the runtime itself is built from need
// one too: rewritten in place they would tell what the runtime does, and the
// runtime would run probes where it must not. They are copied to another
// import path; those that cannot be copied are refused with a *BuildError.
func NewMirror(ctx context.Context, pkg *load.Package, dir string, env []string, temp string) (*Mirror, error) {
	if pkg.Std {
		return standardMirror(ctx, pkg, env, temp)
	}
	if pkg.Module == nil || pkg.Module.Main {
		return nil, nil
	}
	t, err := goToolAt(ctx, pkg, dir, env)
	if err != nil {
		return nil, newBuildError(pkg, t, nil, err)
	}
	if _, ok := below(t.cache, pkg.Dir); !ok || t.cache == "" {
		return nil, nil
	}
	at, err := os.MkdirTemp(temp, "nearmiss-mirror-")
	if err != nil {
		return nil, fmt.Errorf("cannot make a directory for the worker: %w", err)
	}
	m := &Mirror{Dir: t.dir, Path: pkg.ImportPath, cache: pkg.Module.Dir, seen: filepath.Join(at, "module"), Files: map[string]string{}}
	rel, ok := below(m.cache, pkg.Dir)
	if !ok {
		return nil, fmt.Errorf("package %s does not lie in its module's directory %s", pkg.ImportPath, m.cache)
	}
	m.Place = filepath.Join(m.seen, rel)
	if err := m.list(pkg); err != nil {
		return nil, fmt.Errorf("cannot read module %s: %w", pkg.Module.Path, err)
	}
	if t.work != "" {
		err = m.workspace(ctx, t, pkg, at)
	} else {
		err = m.module(ctx, t, pkg, at)
	}
	if err != nil {
		return nil, newBuildError(pkg, t, nil, err)
	}
	return m, nil
}

// list notes the files of the module, and makes the directories of its
// packages, in which the compiler wants to stand. The tests of the module
// stay away: what they import may be missing here.
func (m *Mirror) list(pkg *load.Package) error {
	err := filepath.WalkDir(m.cache, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := below(m.cache, path)
		if d.IsDir() {
			return os.MkdirAll(filepath.Join(m.seen, rel), 0o700)
		}
		if !strings.HasSuffix(rel, "_test.go") {
			m.Files[filepath.Join(m.seen, rel)] = path
		}
		return nil
	})
	if _, ok := m.Files[filepath.Join(m.seen, "go.mod")]; !ok && err == nil {
		// A module from before modules: the go command made its go.mod up.
		return os.WriteFile(filepath.Join(m.seen, "go.mod"), []byte("module "+pkg.Module.Path+"\n"), 0o600)
	}
	return err
}

// replacement is the module and what stands in for it, for go mod edit.
func (m *Mirror) replacement(pkg *load.Package) string {
	name := pkg.Module.Path
	if pkg.Module.Version != "" {
		name += "@" + pkg.Module.Version
	}
	return "-replace=" + name + "=" + m.seen
}

// module copies go.mod and go.sum.
func (m *Mirror) module(ctx context.Context, t *goTool, pkg *load.Package, at string) error {
	mod := t.mod
	for _, f := range t.flags {
		if name, value := load.FlagName(f); name == "modfile" {
			if mod = value; !filepath.IsAbs(mod) {
				mod = filepath.Join(t.dir, mod)
			}
		}
	}
	if mod == "" {
		return &goError{"go.mod file not found around " + t.dir}
	}
	own := filepath.Join(at, "go.mod")
	if err := copyFile(own, mod, true); err != nil {
		return err
	}
	if err := copyFile(filepath.Join(at, "go.sum"), strings.TrimSuffix(mod, ".mod")+".sum", false); err != nil {
		return err
	}
	m.Flags = []string{"-modfile=" + own}
	_, err := t.run(ctx, "mod", "edit", m.replacement(pkg), own)
	return err
}

// workspace copies go.work and go.work.sum, with its modules by their
// absolute directories.
func (m *Mirror) workspace(ctx context.Context, t *goTool, pkg *load.Package, at string) error {
	own := filepath.Join(at, "go.work")
	if err := copyFile(own, t.work, true); err != nil {
		return err
	}
	if err := copyFile(own+".sum", t.work+".sum", false); err != nil {
		return err
	}
	out, err := t.run(ctx, "work", "edit", "-json", t.work)
	if err != nil {
		return err
	}
	var file struct {
		Use     []struct{ DiskPath string }
		Replace []struct {
			Old, New struct{ Path, Version string }
		}
	}
	if err := json.Unmarshal(out, &file); err != nil {
		return fmt.Errorf("cannot read %s: %w", t.work, err)
	}
	edits := []string{"work", "edit"}
	root := filepath.Dir(t.work)
	for _, u := range file.Use {
		if !filepath.IsAbs(u.DiskPath) {
			edits = append(edits, "-dropuse="+u.DiskPath, "-use="+filepath.Join(root, u.DiskPath))
		}
	}
	for _, r := range file.Replace {
		if r.New.Version == "" && !filepath.IsAbs(r.New.Path) {
			old := r.Old.Path
			if r.Old.Version != "" {
				old += "@" + r.Old.Version
			}
			edits = append(edits, "-replace="+old+"="+filepath.Join(root, r.New.Path))
		}
	}
	m.Env = []string{"GOWORK=" + own}
	_, err = t.run(ctx, append(edits, m.replacement(pkg), own)...)
	return err
}

func copyFile(to, from string, must bool) error {
	text, err := os.ReadFile(from)
	if os.IsNotExist(err) && !must {
		return nil
	}
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o600)
}

// ImportPath is the one under which the package is built.
func (m *Mirror) ImportPath(pkg *load.Package) string {
	if m == nil {
		return pkg.ImportPath
	}
	return m.Path
}

// At is where a file of the module is seen; other files stay where they are.
// Without a mirror all do.
func (m *Mirror) At(path string) string {
	if m != nil {
		if rel, ok := below(m.cache, path); ok {
			return filepath.Join(m.seen, rel)
		}
	}
	return path
}

// original is where a file that is seen in the mirror really is.
func (m *Mirror) original(path string) string {
	if m != nil {
		if rel, ok := below(m.seen, path); ok {
			return filepath.Join(m.cache, rel)
		}
	}
	return path
}
