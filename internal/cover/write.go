package cover

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"nearmiss/internal/keep"
	"nearmiss/internal/testcheck"
	"nearmiss/internal/testgen"
)

// writable checks before the search that the tests can be written, and locks their directories
// against other runs.
func (s *session) writable() error {
	for _, u := range s.units {
		dir := s.testDir(u)
		if dir == "" || !u.searched() {
			continue
		}
		if err := testgen.Writable(dir, testgen.TestFile, testgen.PanicFile, testgen.BuildFile); err != nil {
			return err
		}
		if err := u.refusesTests(dir); err != nil {
			return err
		}
		if s.opt.Corpus {
			if err := testgen.FuzzWritable(dir); err != nil {
				return err
			}
		}
		unlock, err := testgen.Lock(dir)
		if err != nil {
			return err
		}
		s.unlock = append(s.unlock, unlock)
		if err := u.readEarlier(dir); err != nil {
			s.giveUp(u, err)
		}
	}
	return nil
}

// write merges the tests of a package into those of its test directory, and writes the files that
// have changed. The cases get the names of their rows; those whose rows fail there are dropped. The
// time of the check of the result ends at end, or when the call must.
func (s *session) write(ctx context.Context, u *unit, m *made, end time.Time) (fell []drop, err error) {
	dir := s.testDir(u)
	if dir == "" || u.earlier == nil || (m.suite == nil || len(m.suite.Files) == 0) && !u.earlier.had {
		return nil, nil
	}
	end = later(end, s.latest())
	r, texts, fell, err := s.merged(ctx, u, m, end)
	if err != nil {
		return nil, err
	}
	u.noteMerge(r)
	for _, c := range m.cases {
		p, _ := r.Where(placeOf(c.name)) // none if old rows stand for it
		c.name = p.String()
	}
	m.files, err = u.replace(dir, texts)
	return fell, err
}

// beforeMerge returns the deadline for checking the new tests of a package: end, or earlier if the
// merged files must be built and run once more.
func (s *session) beforeMerge(u *unit, end time.Time) time.Time {
	if end.IsZero() || u.earlier == nil || !u.earlier.had {
		return end
	}
	return end.Add(-u.compiling() - 2*buildBase)
}

// placeOf returns the place of a case in the new files by its name there.
func placeOf(name string) keep.Place {
	test, row, _ := strings.Cut(name, "/")
	return keep.Place{Decl: test, Row: row}
}

// replace writes the merged files that differ from the texts read, and removes those that the merge
// has emptied. It writes nothing if a file has changed since it was read.
func (u *unit) replace(dir string, texts map[string][]byte) (paths []string, err error) {
	e := u.earlier
	if !same(readAll(dir), e.onDisk) {
		return nil, &testgen.WriteError{Path: filepath.Join(dir, testgen.TestFile), Err: errors.New("the tests there have changed while the search ran; run it again")}
	}
	var changed []testgen.File
	for _, name := range mergedFiles {
		text, ok := texts[name]
		if ok && string(text) != string(e.onDisk[name]) {
			changed = append(changed, testgen.File{Name: name, Data: text})
		}
	}
	if paths, err = testgen.Write(changed, dir); err != nil {
		return paths, err
	}
	for _, name := range mergedFiles {
		if _, ok := texts[name]; !ok && len(e.onDisk[name]) > 0 {
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				return paths, err
			}
		}
	}
	e.onDisk = texts
	return paths, nil
}

// testDir returns the directory for the tests of a package, or "" if none are written. With -o
// and several packages, it has a subdirectory for each import path.
func (s *session) testDir(u *unit) string { return s.testDirOf(u.pkg.ImportPath, u.pkg.Dir) }

func (s *session) testDirOf(path, dir string) string {
	switch {
	case s.opt.Write:
		return dir
	case s.opt.Out != "" && (len(s.units) > 1 || s.records.several()):
		return filepath.Join(s.opt.Out, filepath.FromSlash(path))
	}
	return s.opt.Out
}

// corpus prints fuzz targets with the inputs of the tests as seeds, checks them, and writes them
// next to the tests. It runs after the tests are written, because only the inputs of written
// tests become seeds.
func (s *session) corpus(ctx context.Context, u *unit, end deadlines) error {
	dir := s.testDir(u)
	if !s.opt.Corpus || dir == "" || len(u.cases) == 0 || u.prepared == nil {
		return nil
	}
	z, err := u.prepared.EmitFuzz(u.fuzzable(u.fuzzFuncs()))
	if err != nil {
		return err
	}
	opts := s.verifyOptions(u)
	opts.Deadline = s.checkEnd(u, end.all)
	z, err = testcheck.VerifyFuzz(ctx, z, dir, opts)
	var files []testgen.File
	if err == nil {
		files, err = s.mergedTargets(ctx, u, dir, z.Suite.Files)
	}
	if errors.Is(err, context.DeadlineExceeded) {
		u.note("", "there was no time left to check the fuzz targets; they were not written")
		return nil
	}
	if err != nil {
		return fmt.Errorf("-corpus: %w", err)
	}
	for _, d := range z.Skipped {
		u.note("", "no fuzz target: "+d.Reason)
		s.opt.Log("%s: no fuzz target: %s", d.Func, d.Reason)
	}
	paths, err := testgen.Write(append(z.Seeds, files...), dir)
	u.files = append(u.files, paths...)
	if err != nil {
		return fmt.Errorf("-corpus: %w", err)
	}
	return nil
}
