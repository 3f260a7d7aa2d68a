package native

import (
	"bytes"
	"context"
	"maps"
	"os"
	"path/filepath"

	"nearmiss/internal/load"
)

// A View is what package packages of x/tools has to be told, so that it loads
// the files that Build compiles, under the same settings.
type View struct {
	Dir   string            // where the go command runs
	Files map[string][]byte // contents of files that differ from the disk, by absolute path
	Flags []string          // for the go command
	Env   []string          // of the go command
	Root  string            // GOROOT

	mirror *Mirror
}

// Look returns the view of a build. The worker's own packages are not in it.
func Look(ctx context.Context, opts BuildOptions) (*View, error) {
	t, err := opts.tool(ctx, opts.Pkg.Dir)
	if err != nil {
		return nil, newBuildError(opts.Pkg, t, nil, err)
	}
	v := &View{Dir: t.dir, Env: t.env, Root: t.root, mirror: opts.Mirror}
	if opts.Mirror != nil {
		v.Flags = opts.Mirror.Flags
	}
	if v.Files, err = opts.Mirror.contents(opts.Pkg); err != nil {
		return nil, err
	}
	seen := map[string]string{}
	if t.overlay != "" {
		if seen, err = readOverlay(t.overlay, t.dir); err != nil {
			return nil, err
		}
	}
	maps.Copy(seen, opts.Overlay)
	below, err := load.Contents(seen)
	if err != nil {
		return nil, err
	}
	maps.Copy(v.Files, below)
	for at, text := range opts.Rewritten {
		v.Files[v.At(at)] = text
	}
	v.Files[v.At(filepath.Join(opts.Pkg.Dir, codecFile))] = opts.Codec
	return v, nil
}

// At is where a file is seen.
func (v *View) At(path string) string { return v.mirror.At(path) }

// contents reads what a load of the package needs of the mirrored module: the
// directories of its packages that the package reaches, and go.mod. Of a
// package that embeds files, all below it is needed. Nil has no files.
func (m *Mirror) contents(pkg *load.Package) (map[string][]byte, error) {
	files := map[string][]byte{}
	if m == nil {
		return files, nil
	}
	dirs, trees := map[string]bool{m.cache: true}, map[string]bool{}
	seen := map[*load.Package]bool{}
	var visit func(p *load.Package) error
	visit = func(p *load.Package) error {
		if seen[p] {
			return nil
		}
		seen[p] = true
		if _, ok := below(m.cache, p.Dir); ok {
			dirs[p.Dir] = true
			for _, name := range p.GoFiles {
				text, err := os.ReadFile(name)
				if err != nil {
					return err
				}
				if bytes.Contains(text, []byte("//go:embed")) {
					trees[p.Dir] = true
				}
			}
		}
		for _, q := range p.Imports {
			if err := visit(q); err != nil {
				return err
			}
		}
		return nil
	}
	if err := visit(pkg); err != nil {
		return nil, err
	}
	for at, disk := range m.Files {
		dir := filepath.Dir(disk)
		if !dirs[dir] && !within(trees, dir, m.cache) {
			continue
		}
		text, err := os.ReadFile(disk)
		if err != nil {
			return nil, err
		}
		files[at] = text
	}
	return files, nil
}

// within reports whether dir lies in one of the trees, none of which reaches
// above top.
func within(trees map[string]bool, dir, top string) bool {
	for {
		if trees[dir] {
			return true
		}
		up := filepath.Dir(dir)
		if dir == top || up == dir {
			return false
		}
		dir = up
	}
}
