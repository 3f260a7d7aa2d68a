package subject

import (
	"context"
	"path/filepath"

	"golang.org/x/tools/go/packages"

	"nearmiss/input"
	"nearmiss/internal/instrument"
	"nearmiss/internal/native"
)

// The methods in this file implement symexec.Source.

// Config returns the configuration with which go/packages loads the rewritten package and its
// generated file, as Build compiles them. It includes one package of the worker's runtime, the
// probes: they are below the Go tree, under instrument.ProbePath.
func (s *Set) Config(ctx context.Context) (conf *packages.Config, root string, err error) {
	v, err := native.Look(ctx, s.buildOptions(s.Plain, ""))
	if err != nil {
		return nil, "", err
	}
	for at, text := range s.opts.Source {
		if at = v.At(at); v.Files[at] == nil {
			v.Files[at] = text
		}
	}
	runtime, err := native.Runtime(v.Root)
	if err != nil {
		return nil, "", err
	}
	probes := filepath.Join(v.Root, "src", filepath.FromSlash(instrument.ProbePath))
	for at, text := range runtime {
		if filepath.Dir(at) == probes {
			v.Files[at] = text
		}
	}
	return &packages.Config{Dir: v.Dir, Env: v.Env, BuildFlags: v.Flags, Overlay: v.Files}, v.Root, nil
}

// Path returns the import path under which the package is built.
func (s *Set) Path() string { return s.opts.Mirror.ImportPath(s.Pkg) }

// Counted lists the import paths of the rewritten packages.
func (s *Set) Counted() []string {
	list := []string{s.Path()}
	for _, part := range s.Parts {
		if part.Pkg != s.Pkg {
			list = append(list, part.Pkg.ImportPath)
		}
	}
	return list
}

// Rewritten lists the paths at which go commands see the rewritten files.
func (s *Set) Rewritten() []string {
	var list []string
	for at := range s.Files {
		list = append(list, s.opts.Mirror.At(at))
	}
	return list
}

// Signatures lists the signatures of the entries.
func (s *Set) Signatures() []*input.Signature {
	var list []*input.Signature
	for _, f := range s.Entries {
		list = append(list, f.Sig)
	}
	return list
}
