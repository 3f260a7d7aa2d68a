package testgen

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// fuzzCount is how often the seeds are run.
const fuzzCount = 3

// VerifyFuzz returns the targets that pass on their seeds, and on what lies in
// the same place below dir already: go test runs both. They are built and run
// as Verify does with tests. The error is ctx.Err(), or says why nothing can
// be run.
func VerifyFuzz(ctx context.Context, z *Fuzzing, dir string, opts VerifyOptions) (*Fuzzing, error) {
	if opts.Timeout <= 0 {
		opts.Timeout = time.Minute
	}
	if !opts.Deadline.IsZero() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, opts.Deadline)
		defer cancel()
	}
	race, _ := opts.detector(z.Suite.prepared)
	v := &fuzzVerifier{opts: opts, dir: dir, race: race}
	for len(z.Suite.Funcs) > 0 {
		bad, err := v.round(ctx, z)
		if err != nil || len(bad) == 0 {
			return z, err
		}
		if z, err = z.without(bad); err != nil {
			return nil, err
		}
	}
	return z, nil
}

type fuzzVerifier struct {
	opts VerifyOptions
	dir  string
	race bool
}

// without emits the targets again, without those that fail.
func (z *Fuzzing) without(bad map[string]string) (*Fuzzing, error) {
	var funcs []Func
	skipped := z.Skipped
	for i, fn := range z.Suite.Funcs {
		if why, ok := bad[z.Suite.Tests[i]]; ok {
			skipped = append(skipped, Dropped{Func: fn.Sig.Name, Reason: why})
		} else {
			funcs = append(funcs, fn)
		}
	}
	next, err := z.Suite.prepared.EmitFuzz(funcs)
	if err != nil {
		return nil, err
	}
	next.Skipped = append(skipped, next.Skipped...)
	return next, nil
}

// round builds and runs the targets once and says which fail, and why.
func (v *fuzzVerifier) round(ctx context.Context, z *Fuzzing) (bad map[string]string, err error) {
	temp, err := os.MkdirTemp(os.Getenv("GOTMPDIR"), "nearmiss-fuzz-")
	if err != nil {
		return nil, &RunError{Package: z.Suite.Pkg.ImportPath, Msg: err.Error()}
	}
	defer os.RemoveAll(temp)
	r := &runner{opts: v.opts, temp: temp, names: map[string]string{}}
	if err := r.place(z.Suite); err != nil {
		return nil, err
	}
	text, ok, err := r.compile(ctx, v.race, true)
	if err == nil && !ok && v.race && raceless(text) != "" {
		v.race = false
		text, ok, err = r.compile(ctx, false, true)
	}
	if err != nil {
		return nil, err
	}
	if !ok {
		return z.blame(r, text)
	}
	at, err := v.stand(temp, z)
	if err != nil {
		return nil, err
	}
	o, err := r.launch(ctx, at, bare, []string{"-test.v=test2json", "-test.paniconexit0", "-test.count=" + strconv.Itoa(fuzzCount),
		"-test.timeout=" + v.opts.Timeout.String(), "-test.run=^(" + strings.Join(z.Suite.Tests, "|") + ")$"})
	if err != nil || o.ok {
		return nil, err
	}
	return failing(z, o)
}

// blame finds the targets that do not compile.
func (z *Fuzzing) blame(r *runner, text string) (map[string]string, error) {
	bad := map[string]string{}
	for _, d := range r.mine(text) {
		for _, s := range z.Suite.spans {
			if s.from <= d.line && d.line <= s.to {
				bad[s.test] = "its fuzz target does not compile: " + d.msg
			}
		}
	}
	if len(bad) == 0 {
		return nil, &RunError{Package: z.Suite.Pkg.ImportPath, Msg: strings.TrimSpace(text)}
	}
	return bad, nil
}

// failing lists the targets that failed, or were at it when the process died.
func failing(z *Fuzzing, o *outcome) (map[string]string, error) {
	bad := map[string]string{}
	for name, t := range o.tests {
		target, _, _ := strings.Cut(name, "/")
		if (t.fails > 0 || t.open) && slices.Contains(z.Suite.Tests, target) {
			bad[target] = "its fuzz target fails on a seed: " + saidFirst(append(t.output, t.current...))
		}
	}
	if len(bad) == 0 {
		return nil, &RunError{Package: z.Suite.Pkg.ImportPath, Msg: "the fuzz targets fail: " + strings.TrimSpace(o.messages)}
	}
	return bad, nil
}

func saidFirst(output []string) string {
	for _, line := range strings.Split(strings.Join(output, ""), "\n") {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return "it says nothing"
}

// stand makes a directory that looks to the tests like the package's own, but
// for the corpus: that one has the seeds too.
func (v *fuzzVerifier) stand(temp string, z *Fuzzing) (string, error) {
	at := filepath.Join(temp, "package")
	own := z.Suite.Pkg.Dir
	for _, rel := range []string{".", "testdata"} {
		if err := os.MkdirAll(filepath.Join(at, rel), 0o700); err != nil {
			return "", err
		}
		if err := linkAll(filepath.Join(own, rel), filepath.Join(at, rel), map[string]bool{"testdata": rel == ".", "fuzz": rel == "testdata"}); err != nil {
			return "", err
		}
	}
	for _, target := range z.Suite.Tests {
		dir := filepath.Join(at, filepath.FromSlash(corpusPath(target, "")))
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return "", err
		}
		if err := linkAll(filepath.Join(v.dir, filepath.FromSlash(corpusPath(target, ""))), dir, nil); v.dir != "" && err != nil {
			return "", err
		}
	}
	for _, f := range z.Seeds {
		path := filepath.Join(at, filepath.FromSlash(f.Name))
		if _, err := os.Lstat(path); err == nil {
			continue // a link to one that lies there
		}
		if err := os.WriteFile(path, f.Data, 0o600); err != nil {
			return "", err
		}
	}
	return at, nil
}

// linkAll links what is in a directory, if there is one, but for some names.
func linkAll(from, to string, but map[string]bool) error {
	from, err := filepath.Abs(from)
	if err != nil {
		return err
	}
	entries, err := os.ReadDir(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !but[e.Name()] {
			if err := os.Symlink(filepath.Join(from, e.Name()), filepath.Join(to, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// WriteFuzz puts the targets and their seeds below dir, each file as a whole
// or not at all. A file that is there and is not ours is not touched; a seed
// that is there already stays as it is. Nothing is written through a symbolic
// link that leads out of dir. It returns what was written.
func WriteFuzz(z *Fuzzing, dir string) (paths []string, err error) {
	if len(z.Suite.Files) == 0 {
		return nil, nil
	}
	path := filepath.Join(dir, FuzzFile)
	if err := overwritable(path); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, writeError(dir, err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, writeError(dir, err)
	}
	defer root.Close()
	for _, f := range append(slices.Clone(z.Seeds), z.Suite.Files...) {
		name := filepath.FromSlash(f.Name)
		at := filepath.Join(dir, name)
		if _, err := root.Lstat(name); err == nil && at != path {
			continue
		}
		if err := writeBelow(root, name, f.Data); err != nil {
			return paths, linkError(root, name, err)
		}
		paths = append(paths, at)
	}
	return paths, nil
}

// writeBelow writes a file under a temporary name and renames it. Directories that
// lack are made.
func writeBelow(root *os.Root, name string, data []byte) error {
	dir := filepath.Dir(name)
	if err := root.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	temp := filepath.Join(dir, ".nearmiss-"+rand.Text()+".tmp")
	err := writeSynced(root, temp, data)
	if err == nil {
		err = root.Rename(temp, name)
	}
	if err != nil {
		root.Remove(temp)
	}
	return err
}

// writeSynced writes a file that is not there yet.
func writeSynced(root *os.Root, name string, data []byte) error {
	f, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// linkError says why a name below root cannot be written: above all that one of
// its directories is a symbolic link that leads out of root.
func linkError(root *os.Root, name string, err error) error {
	for dir := name; dir != "."; dir = filepath.Dir(dir) {
		info, lerr := root.Lstat(dir)
		if lerr != nil || info.Mode()&fs.ModeSymlink == 0 {
			continue
		}
		if _, serr := root.Stat(dir); serr != nil {
			return &WriteError{Path: filepath.Join(root.Name(), dir), Err: errors.New("it is a symbolic link that does not lead to a directory below " + root.Name() +
				"; put a directory there, or choose another place with -o")}
		}
	}
	return writeError(filepath.Join(root.Name(), name), err)
}

// FuzzWritable reports before the work begins that a file of that name is not
// ours, or that seeds would go elsewhere.
func FuzzWritable(dir string) error {
	if err := overwritable(filepath.Join(dir, FuzzFile)); err != nil {
		return fmt.Errorf("-corpus: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil // it is still to be made
	}
	defer root.Close()
	below := filepath.FromSlash(corpusPath("", ""))
	if _, err := root.Stat(below); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("-corpus: %w", linkError(root, below, err))
	}
	return nil
}
