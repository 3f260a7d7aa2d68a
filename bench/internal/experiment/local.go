package experiment

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"nearmiss/internal/load"
)

// Require makes a module in dir that requires another one, named as for go
// get: path@version, where the path may be that of a package in the module.
// It returns the path without the version. A path that names no version is
// one of the standard library or of the module here, and needs nothing.
func Require(ctx context.Context, dir, name string) (string, error) {
	at, _, ok := strings.Cut(name, "@")
	if !ok {
		return at, nil
	}
	if err := writeFiles(dir, map[string]string{"go.mod": "module scratch\n"}); err != nil {
		return "", err
	}
	if _, err := Output(ctx, dir, []string{"GOFLAGS=", "GOWORK=off"}, "go", "get", name); err != nil {
		return "", err
	}
	return at, nil
}

// Local returns a package of a module in the module cache as one of a copy of
// the module below dir, where files can be added. Others it returns as they
// are.
func Local(ctx context.Context, pkg *load.Package, dir string) (*load.Package, error) {
	if pkg.Std || pkg.Module == nil || pkg.Module.Main {
		return pkg, nil
	}
	m := pkg.Module
	if err := copyOver(dir, m.Dir); err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
		if err := writeFiles(dir, map[string]string{"go.mod": "module " + m.Path + "\n"}); err != nil {
			return nil, err
		}
	}
	rel, err := filepath.Rel(m.Dir, pkg.Dir)
	if err != nil {
		return nil, err
	}
	env := append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
	pkgs, err := load.Load(ctx, dir, load.Options{Env: env}, "./"+path.Clean(filepath.ToSlash(rel)))
	if err != nil {
		return nil, err
	}
	if len(pkgs) != 1 {
		return nil, fmt.Errorf("%s: the copy has %d packages of that name", pkg.ImportPath, len(pkgs))
	}
	return pkgs[0], nil
}
