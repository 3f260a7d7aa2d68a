package native

import (
	"bytes"
	"context"
	"maps"
	"os"
	"path/filepath"

	"nearmiss/internal/load"
)

// A View holds the settings with which golang.org/x/tools/go/packages loads the
// files that Build compiles.
type View struct {
	Dir   string            // working directory of the go command
	Files map[string][]byte // contents of files that differ from the disk, by absolute path
	Flags []string          // flags for the go command
	Env   []string          // environment of the go command
	Root  string            // GOROOT

	mirror *Mirror
}

// NewView returns the view of a build, without the worker's own packages.
func NewView(ctx context.Context, opts BuildOptions) (*View, error) {
	t, err := opts.tool(ctx, opts.Pkg.Dir)
	if err != nil {
		return nil, newBuildError(opts.Pkg, t, nil, err)
	}
	view := &View{Dir: t.dir, Env: t.env, Root: t.root, mirror: opts.Mirror}
	if opts.Mirror != nil {
		view.Flags = opts.Mirror.Flags
	}
	if view.Files, err = opts.Mirror.loadContents(opts.Pkg); err != nil {
		return nil, err
	}
	below, err := load.Contents(opts.Overlay)
	if err != nil {
		return nil, err
	}
	maps.Copy(view.Files, below)
	for path, text := range opts.Rewritten {
		view.Files[view.ViewPath(path)] = text
	}
	view.Files[view.ViewPath(filepath.Join(opts.Pkg.Dir, codecFile))] = opts.Codec
	return view, nil
}

// ViewPath returns the path of a file in the view (see Mirror.MirrorPath).
func (v *View) ViewPath(path string) string { return v.mirror.MirrorPath(path) }

// loadContents reads the files of the mirrored module that are needed to load
// the package: go.mod, and the directories of the package and its transitive
// imports. For a package that embeds files, it reads the whole tree. A nil
// mirror has no files.
func (m *Mirror) loadContents(pkg *load.Package) (map[string][]byte, error) {
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
		if _, ok := relativeBelow(m.cache, p.Dir); ok {
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
	for path, disk := range m.Files {
		dir := filepath.Dir(disk)
		if !dirs[dir] && !inTrees(trees, dir, m.cache) {
			continue
		}
		text, err := os.ReadFile(disk)
		if err != nil {
			return nil, err
		}
		files[path] = text
	}
	return files, nil
}

// inTrees reports whether dir lies in one of the trees. All trees lie in top.
func inTrees(trees map[string]bool, dir, top string) bool {
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
