package place

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"nearmiss/internal/native"
)

// Build builds the tests that are there over the sources of the package, those of rewritten in place of the original
// ones, with more files. Both are by absolute path.
func (p *Place) Build(ctx context.Context, bin string, rewritten, more map[string][]byte, flags ...string) error {
	files := maps.Clone(rewritten)
	if files == nil {
		files = map[string][]byte{}
	}
	maps.Copy(files, more)
	if p.Std == "" {
		return p.compile(ctx, p.Dir, ".", bin, files, nil, flags)
	}
	// In src the standard library is the main module, as -fuzz wants it.
	src := strings.TrimSuffix(p.original, filepath.FromSlash(p.Std))
	aside, below, err := p.aside(src, rewritten)
	if err == nil {
		maps.Copy(aside, more)
		err = p.compile(ctx, src, asidePath+p.Std, bin, aside, below, flags)
	}
	if err == nil || ctx.Err() != nil {
		return err
	}
	return errors.Join(err, p.compile(ctx, src, p.Std, bin, files, p.inPlace(), flags))
}

// compile builds the tests of a package through an overlay. below maps paths to files on disk, an empty name to none.
func (p *Place) compile(ctx context.Context, dir, pkg, bin string, files map[string][]byte, below map[string]string, flags []string) error {
	home, err := os.MkdirTemp("", "overlay-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	overlay, err := native.WriteOverlay(home, files, below)
	if err != nil {
		return err
	}
	args := append([]string{"go", "test", "-c", "-vet=off", "-overlay=" + overlay.ListFile, "-o", bin}, flags...)
	_, err = Run(ctx, dir, p.env(), append(args, pkg)...)
	return err
}

// asidePath stands before the import path of a standard package under another path.
const asidePath = "zznearmiss/subject/"

// aside has the files of a standard package under another path of the standard library, since the testing package may
// use the original, whose branches it would take.
func (p *Place) aside(src string, rewritten map[string][]byte) (files map[string][]byte, below map[string]string, err error) {
	path := asidePath + p.Std
	dir := filepath.Join(src, filepath.FromSlash(path))
	files, below = map[string][]byte{}, map[string]string{}
	list, err := os.ReadDir(p.Dir)
	for _, e := range list {
		if e.Type().IsRegular() && !strings.HasSuffix(e.Name(), "_test.go") {
			below[filepath.Join(dir, e.Name())] = filepath.Join(p.Dir, e.Name())
		}
	}
	for name, text := range rewritten {
		files[filepath.Join(dir, filepath.Base(name))] = text
	}
	for _, name := range p.Tests() {
		text, readErr := os.ReadFile(name)
		test, parseErr := moved(name, string(text), p.Std, path)
		files[filepath.Join(dir, filepath.Base(name))], err = []byte(test), errors.Join(err, readErr, parseErr)
	}
	return files, below, err
}

// inPlace has the tests that are here in place of those of a standard package.
func (p *Place) inPlace() map[string]string {
	below := map[string]string{}
	for name := range p.own {
		below[filepath.Join(p.original, name)] = ""
	}
	for _, name := range p.Tests() {
		below[filepath.Join(p.original, filepath.Base(name))] = name
	}
	return below
}
