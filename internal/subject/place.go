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

// A Place is the working environment of the go commands and workers of one call.
type Place struct {
	Dir     string            // directory relative to which packages are named
	Temp    string            // directory of all temporary files, including those of go commands
	Env     []string          // environment of go commands
	Overlay map[string]string // overlay of the user: from paths to the files that replace them
	Source  map[string][]byte // contents of the overlay files, by path replaced
	Parts   sandbox.Parts     // parts of the sandbox in use
}

// NewPlace makes a directory for temporary files. Close removes it.
func NewPlace(dir string) (p Place, err error) {
	p.Dir = dir
	if p.Temp, err = os.MkdirTemp(os.Getenv("GOTMPDIR"), "nearmiss-"); err != nil {
		return p, fmt.Errorf("cannot make a directory for temporary files: %w", err)
	}
	return p, nil
}

// Close removes all temporary files.
func (p *Place) Close() { os.RemoveAll(p.Temp) }

// Settle sets the environment of go commands. Their temporary files are in Temp, so that Close
// also removes files that an interrupted command left.
func (p *Place) Settle(ctx context.Context) (err error) {
	p.Env, p.Overlay, err = load.Environ(ctx, p.Dir, p.Temp, append(os.Environ(), "GOTMPDIR="+p.Temp))
	if err != nil {
		return err
	}
	p.Source, err = load.Contents(p.Overlay)
	return err
}

// Guard selects the given parts of the sandbox, or all parts that the system has if given is
// nil. It returns the names of the missing parts.
func (p *Place) Guard(ctx context.Context, given *sandbox.Parts) (missing []string) {
	if given != nil {
		p.Parts = *given
	} else {
		p.Parts = sandbox.Probe(ctx)
	}
	return p.Parts.Missing()
}

// Load loads packages in the environment of the place.
func (p *Place) Load(ctx context.Context, bad func(error), patterns ...string) ([]*load.Package, error) {
	return load.Load(ctx, p.Dir, load.Options{Env: p.Env, Overlay: p.Source, Bad: bad}, patterns...)
}

// Study analyses the effects of the functions of packages.
func (p *Place) Study(ctx context.Context, pkgs ...*load.Package) (*effects.Study, error) {
	return effects.NewStudy(ctx, p.Dir, load.Options{Env: p.Env, Overlay: p.Source}, pkgs)
}

// NewMirror makes the directory in which a package is built that cannot be rewritten in place. It
// returns nil for other packages.
func (p *Place) NewMirror(ctx context.Context, pkg *load.Package) (*native.Mirror, error) {
	dir, err := filepath.Abs(p.Dir)
	if err != nil {
		return nil, err
	}
	return native.NewMirror(ctx, pkg, dir, p.Env, p.Temp)
}
