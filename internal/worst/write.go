package worst

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"nearmiss/internal/oracle"
	"nearmiss/internal/subject"
	"nearmiss/internal/testcheck"
	"nearmiss/internal/testgen"
	"nearmiss/internal/worker"
)

// curveFile is the name of the file with the curve of the best cost over time.
const curveFile = "worst.svg"

// writable checks, before the search, that the test can be written to Options.Out.
func (s *Session) writable() error {
	if s.opt.Out == "" {
		return nil
	}
	return testgen.Writable(s.opt.Out, testgen.WorstFile)
}

// write writes the test, the benchmark and the curve into Options.Out.
func (s *Session) write(ctx context.Context, results []*Result) error {
	if s.opt.Out == "" || len(results) == 0 {
		return nil
	}
	s.reportPhase("checking the test")
	last := results[len(results)-1]
	paths, testErr := s.writeTest(ctx, results)
	last.Files = append(last.Files, paths...)
	svg, err := curve(results)
	if err != nil {
		return fmt.Errorf("cannot draw the curve: %w", err)
	}
	at := filepath.Join(s.opt.Out, curveFile)
	if err := writeCurve(s.opt.Out, svg); err != nil {
		return errors.Join(testErr, fmt.Errorf("%s: cannot write the curve: %w", at, err))
	}
	last.Files = append(last.Files, at)
	return testErr
}

// writeCurve writes the curve into a directory. It fails if a symbolic link of the file's name
// leads out of the directory.
func writeCurve(dir string, svg []byte) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	return root.WriteFile(curveFile, svg, 0o666)
}

// maxTestWords is the maximum length, in words, of an input in a written test.
const maxTestWords = 1 << 15

// writeTest writes the test and the benchmark, and returns the paths of the files. If it cannot
// write them because of the function or its inputs, a note says why.
func (s *Session) writeTest(ctx context.Context, results []*Result) ([]string, error) {
	u := s.subject
	last := results[len(results)-1]
	switch r, err := u.Harm(ctx); {
	case err != nil:
		return nil, err
	case r != nil:
		last.note("no test and no benchmark, which would run without a sandbox: it %s", r)
		return nil, nil
	}
	x, err := s.testCases(ctx, u, results)
	if err != nil {
		return nil, err
	}
	if len(x.Func.Cases) == 0 {
		last.note("no test and no benchmark: the native run of the worst input has no end that could be repeated")
		return nil, nil
	}
	opts := testcheck.Surroundings{Place: u.Place, Pkg: u.Package, Mirror: u.Mirror}.Options()
	p, err := testgen.Prepare(u.Package, testgen.Header{Seed: s.opt.Seed, Command: s.opt.Command, Dir: u.Dir, Env: u.Env})
	if err != nil {
		return nil, err
	}
	suite, why, err := s.emitSuite(ctx, p, x, last, opts)
	switch {
	case ctx.Err() != nil:
		return nil, errors.New("interrupted again; the test was not written")
	case err != nil:
		return nil, err
	case why != "":
		last.note("no test and no benchmark: %s", why)
		return nil, nil
	}
	return testgen.Write(suite.Files, s.opt.Out)
}

// emitSuite generates the suite with the expected counts and verifies it. If the verification
// fails, it tries again without assertions about outcomes, which may vary from run to run. why is
// the reason if the suite cannot be written, else "".
func (s *Session) emitSuite(ctx context.Context, p *testgen.Prepared, x *testgen.Worst, last *Result, opts testcheck.Options) (suite *testgen.Suite, why string, err error) {
	if suite, err = p.EmitWorst(x); err != nil {
		return nil, err.Error(), nil
	}
	if x.Counts, err = s.countStatements(ctx, suite, x, opts); ctx.Err() != nil {
		return nil, "", ctx.Err()
	} else if err != nil {
		last.note("the test asserts no count: %v", err)
	}
	for range 2 {
		if suite, err = p.EmitWorst(x); err != nil {
			return nil, err.Error(), nil
		}
		if why, err = testcheck.VerifyWorst(ctx, suite, opts); why == "" || err != nil {
			return suite, "", err
		}
		for i := range x.Func.Cases {
			x.Func.Cases[i].Outcome = testgen.Outcome{}
			x.Func.Cases[i].Silenced = silenceAll(x)
		}
	}
	return nil, why, nil
}

// silenceAll leaves out all checks of outcomes.
func silenceAll(x *testgen.Worst) (list []oracle.Silenced) {
	const why = "it varies"
	for i := range x.Func.Sig.Results {
		for _, level := range []oracle.Level{oracle.Full, oracle.Size, oracle.Nilness} {
			list = append(list, oracle.Silenced{ID: oracle.ID{Part: oracle.Result, Index: i, Level: level}, Why: why})
		}
	}
	for i := range x.Func.Sig.After {
		list = append(list, oracle.Silenced{ID: oracle.ID{Part: oracle.After, Index: i}, Why: why})
	}
	return list
}

// countStatements returns, by case name, the number of statements that the test of each worst input
// executes. It runs each test in three processes and leaves out tests whose counts vary. The error
// says why there are no counts.
func (s *Session) countStatements(ctx context.Context, suite *testgen.Suite, x *testgen.Worst, opts testcheck.Options) (map[string]uint64, error) {
	if opts.PackageDir != "" {
		return nil, errors.New("the go command counts nothing in packages of the module cache that are seen at another place")
	}
	var names []string
	for _, c := range x.Func.Cases {
		if strings.HasPrefix(c.Name, "worst") {
			names = append(names, c.Name)
		}
	}
	return testcheck.CountWorst(ctx, suite, x.Counted, names, 3, opts)
}

// testCases returns a test case for the worst and for the typical input of each size, with the
// outcomes of their native runs.
func (s *Session) testCases(ctx context.Context, u *subject.Subject, results []*Result) (*testgen.Worst, error) {
	x := &testgen.Worst{Func: testgen.Func{Obj: u.Fn.Obj, Type: u.Fn.Type, Sig: *u.Fn.Sig}}
	x.Func.Sig.Readers = nil // such a test counts statements
	for _, part := range u.Set.Parts {
		x.Counted = append(x.Counted, part.Pkg.ImportPath)
	}
	for _, r := range results {
		if r.run == nil || !subject.Counts(r.run) || len(r.vector) > maxTestWords {
			continue
		}
		size, suffix := "the input", ""
		if r.Size > 0 {
			size = fmt.Sprintf("the input of size %d", r.Size)
		}
		if len(results) > 1 {
			suffix = fmt.Sprintf("/%d", r.Size)
		}
		name := u.Fn.Sig.Name
		x.Func.Cases = append(x.Func.Cases, testgen.Case{Name: "worst" + suffix, Vector: r.vector, Outcome: outcome(u, r.run)})
		x.Descriptions = append(x.Descriptions, fmt.Sprintf("%s on which %s was found to do most: %d %s", size, name, r.Cost.Worst, r.Cost.Metric))
		if r.typical == nil {
			continue
		}
		runs, err := u.Measure(ctx, true, r.typical)
		if err != nil {
			return nil, err
		}
		if subject.Counts(&runs[0]) {
			x.Func.Cases = append(x.Func.Cases, testgen.Case{Name: "typical" + suffix, Vector: r.typical, Outcome: outcome(u, &runs[0])})
			x.Descriptions = append(x.Descriptions, fmt.Sprintf("a random input whose cost is the median: %d %s", r.Cost.Typical, r.Cost.Metric))
		}
	}
	return x, nil
}

// outcome returns the outcome of a run in the form that tests assert.
func outcome(u *subject.Subject, m *worker.Measured) testgen.Outcome {
	return subject.Outcome(u.Fn.Sig, m.Outcome, m.Text, m.Out)
}
