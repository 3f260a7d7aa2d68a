package subject

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"nearmiss/internal/effects"
	"nearmiss/internal/load"
	"nearmiss/internal/native"
	"nearmiss/internal/sandbox"
)

// A Place is where the go commands and the workers of one call run.
type Place struct {
	Dir     string            // from which packages are named
	Temp    string            // all temporary files, and those of the commands that are run
	Env     []string          // of go commands
	Overlay map[string]string // the user's: from paths to the files that are seen there
	Source  map[string][]byte // and what is in these
	Parts   sandbox.Parts     // of the sandbox that there are
}

// NewPlace makes the directory for temporary files. Close removes it.
func NewPlace(dir string) (p Place, err error) {
	p.Dir = dir
	if p.Temp, err = os.MkdirTemp(os.Getenv("GOTMPDIR"), "nearmiss-"); err != nil {
		return p, fmt.Errorf("cannot make a directory for temporary files: %w", err)
	}
	return p, nil
}

// Close removes all temporary files.
func (p *Place) Close() { os.RemoveAll(p.Temp) }

// Settle fixes the environment of go commands. One that is interrupted at a
// bad moment leaves its files behind; here they go with the rest.
func (p *Place) Settle(ctx context.Context) (err error) {
	p.Env, p.Overlay, err = load.Environ(ctx, p.Dir, p.Temp, append(os.Environ(), "GOTMPDIR="+p.Temp))
	if err != nil {
		return err
	}
	p.Source, err = load.Contents(p.Overlay)
	return err
}

// Guard takes the parts of a sandbox that are given, by default all that this system has, and
// names those that are missing.
func (p *Place) Guard(ctx context.Context, given *sandbox.Parts) (missing []string) {
	if given != nil {
		p.Parts = *given
	} else {
		p.Parts = sandbox.Probe(ctx)
	}
	return p.Parts.Missing()
}

// Load loads packages.
func (p *Place) Load(ctx context.Context, bad func(error), patterns ...string) ([]*load.Package, error) {
	return load.Load(ctx, p.Dir, load.Options{Env: p.Env, Overlay: p.Source, Bad: bad}, patterns...)
}

// Study finds out what the functions of packages can do.
func (p *Place) Study(ctx context.Context, pkgs ...*load.Package) (*effects.Study, error) {
	return effects.NewStudy(ctx, p.Dir, load.Options{Env: p.Env, Overlay: p.Source}, pkgs)
}

// NewMirror makes the mirror of a package that cannot be replaced where it lies.
func (p *Place) NewMirror(ctx context.Context, pkg *load.Package) (*native.Mirror, error) {
	dir, err := filepath.Abs(p.Dir)
	if err != nil {
		return nil, err
	}
	return native.NewMirror(ctx, pkg, dir, p.Env, p.Temp)
}
