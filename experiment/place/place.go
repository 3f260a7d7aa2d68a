// Package place copies packages, so that test files can be added to them and removed, and runs commands there.
//
//	p, err := place.Copy(ctx, dir, "github.com/google/uuid@v1.6.0", ".")
//	err = p.Clear()                        // no tests
//	_, err = p.Go(ctx, nil, "test", ".")
//	err = p.Restore()                      // the package's own tests
//
// A package of the standard library is copied into a module of its own. Where it cannot be built there, Build builds its
// tests within the standard library.
package place

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"nearmiss/internal/load"
)

// A Place is a copy of a package.
type Place struct {
	Root string // of the module
	Dir  string // of the package
	Std  string // import path of a package of the standard library that cannot be built here

	original string            // directory of the package Std
	own      map[string]string // the package's own test files, by name
}

// Copy copies a package with its module below dir. The module is named with its version, as for go get, or by the
// absolute path of a directory. Without a module, pkg is the import path of a package of the standard library.
func Copy(ctx context.Context, dir, module, pkg string) (*Place, error) {
	if module == "" {
		return copyStd(ctx, dir, pkg)
	}
	root, err := copyModule(ctx, dir, module)
	if err != nil {
		return nil, err
	}
	p := &Place{Root: root, Dir: filepath.Join(root, pkg)}
	return p, p.readOwn(ctx, p.Dir)
}

// Packages returns the directories of all packages of a module, from its own, that have Go files without cgo for this
// system. The module is named as for Copy, which copies it below dir.
func Packages(ctx context.Context, dir, module string) (list []string, err error) {
	root, err := copyModule(ctx, dir, module)
	if err != nil {
		return nil, err
	}
	out, err := Run(ctx, root, nil, "go", "list", "-find", "-f", "{{if .GoFiles}}{{.Dir}}{{end}}", "./...")
	if err != nil {
		return nil, err
	}
	if root, err = filepath.EvalSymlinks(root); err != nil { // as the go command prints it
		return nil, err
	}
	for name := range strings.FieldsSeq(out) {
		name, err := filepath.Rel(root, name)
		if err != nil {
			return nil, err
		}
		list = append(list, filepath.ToSlash(name))
	}
	return list, nil
}

// copyModule copies a module below dir and returns its directory there.
func copyModule(ctx context.Context, dir, module string) (root string, err error) {
	at := struct{ Dir string }{module}
	if !filepath.IsAbs(module) {
		out, err := Run(ctx, dir, nil, "go", "mod", "download", "-json", module)
		if err == nil {
			err = json.Unmarshal([]byte(out), &at)
		}
		if err != nil {
			return "", err
		}
	}
	root = filepath.Join(dir, strings.NewReplacer("/", "_", "@", "_").Replace(module))
	if err := os.CopyFS(root, os.DirFS(at.Dir)); err != nil {
		return "", err
	}
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
		path, _, _ := strings.Cut(module, "@")
		if filepath.IsAbs(module) {
			path = subjects + "/" + filepath.Base(module)
		}
		if _, err := Run(ctx, root, nil, "go", "mod", "init", path); err != nil {
			return "", err
		}
	}
	return root, nil
}

// subjects is the module of copies of standard packages.
const subjects = "subject"

// copyStd copies a package of the standard library.
func copyStd(ctx context.Context, dir, pkg string) (*Place, error) {
	out, err := Run(ctx, dir, nil, "go", "list", "-f", "{{.Dir}}", pkg)
	if err != nil {
		return nil, err
	}
	p := &Place{Root: filepath.Join(dir, subjects), Std: pkg, original: strings.TrimSpace(out)}
	p.Dir = filepath.Join(p.Root, filepath.FromSlash(pkg))
	if err := errors.Join(os.CopyFS(p.Dir, os.DirFS(p.original)), p.readOwn(ctx, p.original)); err != nil {
		return nil, err
	}
	list, err := os.ReadDir(p.Dir)
	for _, e := range list {
		if e.IsDir() && e.Name() != "testdata" {
			err = errors.Join(err, os.RemoveAll(filepath.Join(p.Dir, e.Name())))
		}
	}
	if err != nil {
		return nil, err
	}
	version, _, _ := strings.Cut(strings.TrimPrefix(runtime.Version(), "go"), " ")
	outside := &Place{Root: p.Root, Dir: p.Dir, own: map[string]string{}}
	for name, text := range p.own {
		if outside.own[name], err = moved(name, text, pkg, subjects+"/"+pkg); err != nil {
			return nil, err
		}
	}
	mod := map[string]string{"go.mod": "module " + subjects + "\n\ngo " + version + "\n"}
	if err := errors.Join(Write(p.Root, mod), outside.Restore()); err != nil {
		return nil, err
	}
	if _, err := outside.Go(ctx, nil, "test", "-vet=off", "-run=^$", "."); err == nil {
		return outside, nil
	}
	return p, errors.Join(ctx.Err(), p.Restore())
}

// readOwn reads the test files that the go command finds in a directory.
func (p *Place) readOwn(ctx context.Context, dir string) error {
	out, err := Run(ctx, dir, p.env(), "go", "list", "-json=TestGoFiles,XTestGoFiles", ".")
	if err != nil {
		return err
	}
	var list struct{ TestGoFiles, XTestGoFiles []string }
	if err := json.Unmarshal([]byte(out), &list); err != nil {
		return fmt.Errorf("cannot read what go list says: %w", err)
	}
	p.own = map[string]string{}
	for _, name := range slices.Concat(list.TestGoFiles, list.XTestGoFiles) {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		p.own[name] = string(text)
	}
	return nil
}

// moved returns a test file whose imports of one path are imports of another.
func moved(name, text, from, to string) (string, error) {
	f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
	if err != nil {
		return "", err
	}
	for _, spec := range slices.Backward(f.Imports) {
		if spec.Path.Value == strconv.Quote(from) {
			at := int(spec.Path.Pos() - f.FileStart)
			text = text[:at] + strconv.Quote(to) + text[at+len(spec.Path.Value):]
		}
	}
	return text, nil
}

// Write writes files into a directory, which it makes.
func Write(dir string, files map[string]string) error {
	err := os.MkdirAll(dir, 0o777)
	for name, text := range files {
		err = errors.Join(err, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	return err
}

// Tests returns the names of the test files that are there.
func (p *Place) Tests() []string {
	names, _ := filepath.Glob(filepath.Join(p.Dir, "*_test.go"))
	return names
}

// Clear removes the tests of the package.
func (p *Place) Clear() error {
	var errs []error
	for _, name := range p.Tests() {
		errs = append(errs, os.Remove(name))
	}
	return errors.Join(errs...)
}

// Restore puts the package's own tests in place of those that are there.
func (p *Place) Restore() error {
	return errors.Join(p.Clear(), Write(p.Dir, p.own))
}

// Clone copies the place, with the tests that are there now, to a directory.
func (p *Place) Clone(dir string) (*Place, error) {
	c := *p
	c.Root, c.Dir = dir, filepath.Join(dir, strings.TrimPrefix(p.Dir, p.Root))
	return &c, os.CopyFS(dir, os.DirFS(p.Root))
}

// env is the environment of the go command, which may change the go.mod file of a copy.
func (p *Place) env() []string {
	if p.Std != "" {
		return []string{"GOFLAGS=", "GOWORK=off"}
	}
	return []string{"GOFLAGS=-mod=mod", "GOWORK=off"}
}

// Go runs the go command in the directory of the package, with env besides the environment.
func (p *Place) Go(ctx context.Context, env []string, args ...string) (string, error) {
	return Run(ctx, p.Dir, append(p.env(), env...), append([]string{"go"}, args...)...)
}

// Load loads the package.
func (p *Place) Load(ctx context.Context) (*load.Package, error) {
	pattern := "."
	if p.Std != "" {
		pattern = p.Std
	}
	pkgs, err := load.Load(ctx, p.Dir, load.Options{Env: append(os.Environ(), p.env()...)}, pattern)
	if err != nil {
		return nil, err
	}
	return pkgs[0], nil
}

// testLimit bounds one run of the tests of a package.
const testLimit = 2 * time.Minute

var statements = regexp.MustCompile(`coverage: ([0-9.]+)% of statements`)

// Coverage returns the percentage of statements that the tests of the package cover, 0 if they do not run.
func (p *Place) Coverage(ctx context.Context) (percent float64) {
	timed, done := context.WithTimeout(ctx, testLimit)
	defer done()
	out, _ := p.Go(timed, nil, "test", "-short", "-count=1", "-cover", ".")
	if m := statements.FindStringSubmatch(out); m != nil {
		percent, _ = strconv.ParseFloat(m[1], 64)
	}
	return percent
}

// Lines counts the lines of the Go files of the package: of its tests, and of its other files.
func (p *Place) Lines() (tests, code int) {
	files, _ := filepath.Glob(filepath.Join(p.Dir, "*.go"))
	for _, name := range files {
		data, _ := os.ReadFile(name)
		if n := bytes.Count(data, []byte("\n")); strings.HasSuffix(name, "_test.go") {
			tests += n
		} else {
			code += n
		}
	}
	return tests, code
}
