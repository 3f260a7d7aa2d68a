package cover

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

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
	}
	return nil
}

// write writes the tests of a package to its test directory.
func (s *session) write(u *unit, suite *testgen.Suite) (files []string, err error) {
	dir := s.testDir(u)
	if dir == "" || len(suite.Files) == 0 {
		return nil, nil
	}
	return testgen.Write(suite.Files, dir)
}

// testDir returns the directory for the tests of a package, or "" if none are written. With -o
// and several packages, it has a subdirectory for each import path.
func (s *session) testDir(u *unit) string {
	switch {
	case s.opt.Write:
		return u.pkg.Dir
	case s.opt.Out != "" && len(s.units) > 1:
		return filepath.Join(s.opt.Out, filepath.FromSlash(u.pkg.ImportPath))
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
	if errors.Is(err, context.DeadlineExceeded) {
		u.note("", "there was no time left to check the fuzz targets; they were not written")
		return nil
	}
	if err != nil {
		return err
	}
	for _, d := range z.Skipped {
		u.note("", "no fuzz target: "+d.Reason)
		s.opt.Log("%s: no fuzz target: %s", d.Func, d.Reason)
	}
	paths, err := testgen.Write(append(z.Seeds, z.Suite.Files...), dir)
	u.files = append(u.files, paths...)
	if err != nil {
		return fmt.Errorf("-corpus: %w", err)
	}
	return nil
}
