package cover

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"os"
	"path"
	"path/filepath"
	"slices"

	"nearmiss/internal/harness"
	"nearmiss/internal/instrument"
	"nearmiss/internal/native"
	"nearmiss/internal/report"
	wire "nearmiss/internal/worker"
)

// A profiler runs the cases that are left in a worker of its own, whose
// package marks the blocks that run in place of conditions. It knows what the
// start of the process runs too, as go test does.
type profiler struct {
	files  []*report.File
	blocks int
	binary *native.Binary
	entry  int // that tells the marks
}

const marks = "zznmMarks"

// newProfiler divides the files of a package and, if it is searched, builds
// the worker.
func (s *session) newProfiler(ctx context.Context, u *unit) (*profiler, error) {
	p := &profiler{}
	if err := p.divide(u, s.source); err != nil || !u.searched() || p.blocks == 0 {
		return p, err
	}
	var fns []*harness.Fn
	for _, f := range u.entries() {
		fns = append(fns, f.signed)
	}
	p.entry = len(fns)
	file := harness.File{Probe: instrument.ProbePath}
	if u.pkg.Name == "main" {
		file.Worker = native.RuntimePath("internal/worker")
	}
	text, err := u.coder.Generate(fns, file)
	if err != nil {
		return nil, err
	}
	text = append(text, p.teller()...)
	p.binary, err = native.Build(ctx, native.BuildOptions{Pkg: u.pkg, Rewritten: p.marked(u), Codec: text, Env: s.env, Overlay: s.overlay, Mirror: u.mirror, TempDir: s.temp})
	return p, err
}

func (p *profiler) close() {
	if p != nil {
		p.binary.Close()
	}
}

// divide finds the blocks of all files.
func (p *profiler) divide(u *unit, source map[string][]byte) error {
	for _, f := range u.pkg.Files {
		name := u.pkg.Fset.File(f.FileStart).Name()
		if !slices.Contains(u.pkg.GoFiles, name) {
			continue
		}
		src, ok := source[name]
		if !ok {
			var err error
			if src, err = os.ReadFile(name); err != nil {
				return err
			}
		}
		if len(src) != u.pkg.Fset.File(f.FileStart).Size() {
			return fmt.Errorf("%s: the file has changed since it was loaded", name)
		}
		d := report.Divide(u.pkg.Fset, f, path.Join(u.pkg.ImportPath, filepath.Base(name)), src)
		p.files = append(p.files, d)
		p.blocks += len(d.Blocks)
	}
	return nil
}

// marked is the package with its marks, and with func main under the name
// that the worker leaves it.
func (p *profiler) marked(u *unit) map[string][]byte {
	mains := map[string][]*ast.Ident{}
	if main := u.pkg.Types.Scope().Lookup("main"); u.pkg.Name == "main" && main != nil {
		for _, f := range u.pkg.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok && (u.pkg.Info.Defs[id] == main || u.pkg.Info.Uses[id] == main) {
					name := u.pkg.Fset.File(f.FileStart).Name()
					mains[name] = append(mains[name], id)
				}
				return true
			})
		}
	}
	files, first := map[string][]byte{}, 0
	for _, f := range p.files {
		files[f.Path] = f.Mark(marks, first, mains[f.Path], instrument.MainName)
		first += len(f.Blocks)
	}
	return files
}

// teller is an entry that takes branch i if mark i is set.
func (p *profiler) teller() []byte {
	return fmt.Appendf(nil, `
var %[1]s [%[2]d]bool

func init() {
	ZzNearmissEntries = append(ZzNearmissEntries, zznmprobe.Entry{Name: "marks", Run: func(_, _ *zznmprobe.Genes) {
		zznmprobe.Begin()
		for i, marked := range %[1]s {
			if marked {
				zznmprobe.Taken(zznmprobe.Branch(i))
			}
		}
		zznmprobe.End()
	}})
}
`, marks, p.blocks)
}

// run runs the cases in the order of the tests and notes which blocks they
// take. The marks are told after every case, in case that one ends its
// process.
func (p *profiler) run(ctx context.Context, s *session, u *unit) error {
	if p.binary == nil || len(u.cases) == 0 {
		return nil
	}
	pool, err := native.NewPool(ctx, p.binary, s.workerOptions((p.blocks+1)/2, 0), 1)
	if err != nil {
		return err
	}
	defer pool.Close()
	var jobs []*wire.RunJob
	for _, c := range u.cases {
		jobs = append(jobs, &wire.RunJob{Entry: c.fn.entry, Vector: c.vector}, &wire.RunJob{Entry: p.entry})
	}
	for i := range jobs {
		jobs[i].ID = uint32(i)
	}
	results, err := pool.Run(ctx, jobs)
	taken := make([]bool, p.blocks+1)
	for i, r := range results {
		if i%2 == 1 && r != nil && r.Result != nil {
			for _, b := range r.Result.Covered {
				taken[b] = true
			}
		}
	}
	for _, f := range p.files {
		for i := range f.Blocks {
			f.Blocks[i].Taken = taken[i]
		}
		taken = taken[len(f.Blocks):]
	}
	return err
}

// profile says of all blocks of all packages whether the cases take them.
func (s *session) profile(ctx context.Context) ([]*report.File, error) {
	if !s.opt.Profile {
		return nil, nil
	}
	ctx, cancel := until(ctx, s.profileEnd())
	defer cancel()
	var files []*report.File
	var errs []error
	for _, u := range s.units {
		if u.profiler == nil { // the package was given up
			continue
		}
		err := u.profiler.run(ctx, s, u)
		if errors.Is(err, context.DeadlineExceeded) {
			err = fmt.Errorf("%s: there was no time left for the cover profile", u.pkg.ImportPath)
		}
		errs = append(errs, err)
		files = append(files, u.profiler.files...)
	}
	return files, errors.Join(errs...)
}
