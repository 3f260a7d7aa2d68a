package experiment

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"

	"nearmiss/internal/instrument"
	"nearmiss/internal/native"
)

// build builds tests over the sources of the package, those of r in place of
// the original ones, and some more files: a package of the standard library
// as a copy under another path, since the testing package may use the
// original; and where a copy does not build, in place.
func (s *subject) build(ctx context.Context, dir, bin string, r *instrument.Result, more map[string][]byte, tests map[string]string, flags ...string) error {
	var errs []error
	for _, layout := range []func(*instrument.Result, map[string]string) (map[string][]byte, map[string]string, string, error){s.aside, s.inPlace} {
		files, below, path, err := layout(r, tests)
		if err == nil && files == nil {
			continue
		}
		if err == nil {
			maps.Copy(files, more)
			err = s.compile(ctx, dir, bin, path, files, below, flags...)
		}
		if err == nil {
			return nil
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

// compile builds the tests of a package through an overlay.
func (s *subject) compile(ctx context.Context, dir, bin, path string, files map[string][]byte, below map[string]string, flags ...string) error {
	sub, err := os.MkdirTemp(dir, "overlay-")
	if err != nil {
		return err
	}
	overlay, err := native.WriteOverlay(sub, files, below)
	if err != nil {
		return err
	}
	at := s.pkg.Dir
	if s.pkg.Std {
		at = filepath.Join(s.root, "src") // where the standard library is the main module, as -fuzz wants it
	}
	args := append([]string{"test", "-c", "-vet=off", "-overlay=" + overlay.ListFile, "-o", bin}, flags...)
	_, err = s.goTool(ctx, at, append(args, path)...)
	return err
}

// aside lays a standard package out under another path.
func (s *subject) aside(r *instrument.Result, tests map[string]string) (files map[string][]byte, below map[string]string, path string, err error) {
	if !s.pkg.Std {
		return nil, nil, "", nil
	}
	path = moverPath + s.pkg.ImportPath
	dir := filepath.Join(s.root, "src", filepath.FromSlash(path))
	sources, err := s.sources()
	if err != nil {
		return nil, nil, "", err
	}
	moved, err := s.moved(tests, path)
	if err != nil {
		return nil, nil, "", err
	}
	files = map[string][]byte{}
	for name, text := range sources {
		if new, ok := r.Files[filepath.Join(s.pkg.Dir, name)]; ok {
			text = string(new)
		}
		files[filepath.Join(dir, name)] = []byte(text)
	}
	for name, text := range moved {
		files[filepath.Join(dir, name)] = []byte(text)
	}
	return files, nil, path, nil
}

// inPlace puts the rewritten files and the tests over the package.
func (s *subject) inPlace(r *instrument.Result, tests map[string]string) (files map[string][]byte, below map[string]string, path string, err error) {
	old, err := filepath.Glob(filepath.Join(s.pkg.Dir, "*_test.go"))
	if err != nil {
		return nil, nil, "", err
	}
	below = map[string]string{}
	for _, name := range old {
		below[name] = "" // not there
	}
	files = map[string][]byte{}
	maps.Copy(files, r.Files)
	for name, text := range tests {
		files[filepath.Join(s.pkg.Dir, name)] = []byte(text)
	}
	return files, below, s.pkg.ImportPath, nil
}
