package cover

import (
	"context"
	"errors"
	"fmt"

	"nearmiss/internal/testcheck"
	"nearmiss/internal/testgen"
)

// corpus prints fuzz targets with the inputs of the tests as seeds, checks
// them, and writes them where the tests go. It comes after the tests: what
// did not become one is no seed.
func (s *session) corpus(ctx context.Context, u *unit) error {
	dir := s.testDir(u)
	if !s.opt.Corpus || dir == "" || len(u.cases) == 0 || u.prepared == nil {
		return nil
	}
	funcs, _ := u.testFuncs()
	funcs = u.fuzzable(funcs)
	z, err := u.prepared.EmitFuzz(funcs)
	if err != nil {
		return err
	}
	opts := s.verifyOptions(u)
	opts.Deadline = s.checkEnd()
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
	paths, err := testgen.WriteFuzz(z, dir)
	u.files = append(u.files, paths...)
	if err != nil {
		return fmt.Errorf("-corpus: %w", err)
	}
	return nil
}
