package testcheck

import (
	"context"
	"errors"
	"io/fs"
	"nearmiss/internal/testgen"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// fuzzCount is the number of times that the seeds are run.
const fuzzCount = 3

// VerifyFuzz returns the fuzz targets that pass on their seeds and on the inputs in the existing
// corpus below dir, because go test runs both. It builds and runs the targets as Verify does
// with tests. The error is ctx.Err(), or the reason why no target can be run.
func VerifyFuzz(ctx context.Context, fuzzing *testgen.Fuzzing, dir string, opts Options) (*testgen.Fuzzing, error) {
	ctx, cancel := WithDeadline(ctx, opts.Deadline)
	defer cancel()
	for len(fuzzing.Suite.Funcs) > 0 {
		bad, err := fuzzRound(ctx, fuzzing, dir, opts)
		if err != nil || len(bad) == 0 {
			return fuzzing, err
		}
		if fuzzing, err = fuzzing.Without(bad); err != nil {
			return nil, err
		}
	}
	return fuzzing, nil
}

// fuzzRound builds and runs the targets once. bad maps the names of failed targets to reasons.
func fuzzRound(ctx context.Context, fuzzing *testgen.Fuzzing, dir string, opts Options) (bad map[string]string, err error) {
	r, done, err := newRunner(fuzzing.Suite.Pkg, opts)
	if err != nil {
		return nil, err
	}
	defer done()
	wrong, text, err := r.buildOnce(ctx, fuzzing.Suite)
	if err != nil || text != "" {
		return invalidTargets(fuzzing, wrong, text, err)
	}
	at, err := makePackageDir(r.temp, dir, fuzzing)
	if err != nil {
		return nil, err
	}
	o, err := r.launch(ctx, at, cleanSetting, []string{"-test.count=" + strconv.Itoa(fuzzCount),
		"-test.timeout=" + r.opts.Timeout.String(), "-test.run=^(" + strings.Join(fuzzing.Suite.Tests, "|") + ")$"})
	if err != nil || o.ok {
		return nil, err
	}
	return failingTargets(fuzzing, o)
}

// buildOnce builds and vets a suite. text is the message that prevents a run, "" if there is none;
// wrong lists the messages about emitted files.
func (r *runner) buildOnce(ctx context.Context, s *testgen.Suite) (wrong []diagnostic, text string, err error) {
	text, ok, err := r.compile(ctx, s)
	switch {
	case err != nil:
		return nil, "", err
	case !ok:
		wrong, _ = r.diagnostics(text)
		return wrong, text, nil
	}
	if wrong, err = r.vet(ctx); err == nil && len(wrong) > 0 {
		text = wrong[0].msg
	}
	return wrong, text, err
}

// invalidTargets returns the targets that do not compile, with reasons. It returns err, or an error
// with the message text if no target is to blame.
func invalidTargets(z *testgen.Fuzzing, wrong []diagnostic, text string, err error) (map[string]string, error) {
	bad := map[string]string{}
	for _, d := range wrong {
		if place := z.Suite.At(d.file, d.pos.Line); place.Func >= 0 {
			bad[z.Suite.Tests[place.Func]] = "its fuzz target does not compile: " + d.msg
		}
	}
	if err == nil && len(bad) == 0 {
		err = &RunError{Package: z.Suite.Pkg.ImportPath, Msg: strings.TrimSpace(text)}
	}
	return bad, err
}

// failingTargets returns the targets that failed or were running when the process ended, with
// reasons.
func failingTargets(z *testgen.Fuzzing, o *outcome) (map[string]string, error) {
	bad := map[string]string{}
	for _, target := range z.Suite.Tests {
		if output, failed := o.failedOutput(target); failed {
			bad[target] = "its fuzz target fails on a seed: " + firstOutputLine(output...)
		}
	}
	if len(bad) == 0 {
		return nil, &RunError{Package: z.Suite.Pkg.ImportPath, Msg: "the fuzz targets fail: " + strings.TrimSpace(o.messages)}
	}
	return bad, nil
}

// makePackageDir makes a working directory with links to the files of the package. Only its
// corpus differs: it contains the inputs below the directory from, and the seeds.
func makePackageDir(temp, from string, fuzzing *testgen.Fuzzing) (string, error) {
	at := filepath.Join(temp, "package")
	ownDir := fuzzing.Suite.Pkg.Dir
	for _, rel := range []string{".", "testdata"} {
		if err := os.MkdirAll(filepath.Join(at, rel), 0o700); err != nil {
			return "", err
		}
		if err := linkAll(filepath.Join(ownDir, rel), filepath.Join(at, rel), map[string]bool{"testdata": rel == ".", "fuzz": rel == "testdata"}); err != nil {
			return "", err
		}
	}
	for _, target := range fuzzing.Suite.Tests {
		dir := filepath.Join(at, filepath.FromSlash(testgen.CorpusPath(target, "")))
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return "", err
		}
		if err := linkAll(filepath.Join(from, filepath.FromSlash(testgen.CorpusPath(target, ""))), dir, nil); from != "" && err != nil {
			return "", err
		}
	}
	for _, f := range fuzzing.Seeds {
		path := filepath.Join(at, filepath.FromSlash(f.Name))
		if _, err := os.Lstat(path); err == nil {
			continue // the corpus below from already has a file of this name
		}
		if err := os.WriteFile(path, f.Data, 0o600); err != nil {
			return "", err
		}
	}
	return at, nil
}

// linkAll makes links in the directory to for all files in the directory from, without the
// names in except. It does nothing if from does not exist.
func linkAll(from, to string, except map[string]bool) error {
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
		if !except[e.Name()] {
			if err := os.Symlink(filepath.Join(from, e.Name()), filepath.Join(to, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}
