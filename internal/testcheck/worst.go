package testcheck

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"nearmiss/internal/testgen"
)

// VerifyWorst builds and vets the test of a suite made by EmitWorst, and runs it as often as
// Verify does. It returns the reason why the test fails, "" if it passes. If the runs exceed the
// time limit, a tenth of them is enough. VerifyWorst does not run the test that counts
// statements, because that test starts the go command, which the sandbox forbids; CountWorst
// counts in its place.
func VerifyWorst(ctx context.Context, s *testgen.Suite, opts Options) (why string, err error) {
	r, done, err := newRunner(s.Pkg, opts)
	if err != nil {
		return "", err
	}
	defer done()
	if _, text, err := r.buildOnce(ctx, s); err != nil || text != "" {
		return "it does not build: " + firstOutputLine(text), err
	}
	return judgeWorst(r.opts, func(count int, limit time.Duration) (*outcome, error) {
		return r.run(ctx, cleanSetting, s.Tests, count, limit, nil, nil)
	})
}

// retryFactor multiplies the time limit when runs are repeated after a timeout, because the
// machine may be busy.
const retryFactor = 5

// judgeWorst calls run and returns the reason why the tests fail, "" if they pass.
func judgeWorst(opts Options, run func(count int, limit time.Duration) (*outcome, error)) (why string, err error) {
	result, err := run(opts.Count, opts.Timeout)
	if err == nil && result.timedOut && !result.anyFailed() && result.leastPasses() < opts.minPasses() {
		result, err = run(opts.minPasses(), retryFactor*opts.Timeout)
		if err == nil && result.timedOut && !result.anyFailed() {
			return fmt.Sprintf("%d runs take more than %v", opts.minPasses(), retryFactor*opts.Timeout), nil
		}
	}
	switch {
	case err != nil:
		return "", err
	case result.ok, result.timedOut && !result.anyFailed():
		return "", nil
	}
	if output, failed := result.failedOutput(""); failed {
		return firstOutputLine(output...), nil
	}
	return "its process ends: " + firstOutputLine(result.messages), nil
}

// anyFailed reports whether any test failed.
func (o *outcome) anyFailed() bool {
	for _, t := range o.tests {
		if t.fails > 0 {
			return true
		}
	}
	return false
}

// leastPasses returns the least number of passes of the tests that have begun, 0 without tests.
func (o *outcome) leastPasses() int {
	n := math.MaxInt
	for _, t := range o.tests {
		n = min(n, t.passes)
	}
	if len(o.tests) == 0 {
		return 0
	}
	return n
}

// CountWorst runs cases of a suite made by EmitWorst, with instrumentation for coverage. It
// returns the number of executed statements of the packages, by case. Each case runs times
// times, each time in a new process. CountWorst leaves out cases with varying numbers.
func CountWorst(ctx context.Context, suite *testgen.Suite, packages, cases []string, times int, opts Options) (map[string]uint64, error) {
	r, done, err := newRunner(suite.Pkg, opts)
	if err != nil {
		return nil, err
	}
	defer done()
	text, ok, err := r.compile(ctx, suite, "-covermode=atomic", "-coverpkg="+strings.Join(packages, ","))
	if err == nil && !ok {
		err = errors.New("cannot build the package for coverage: " + firstOutputLine(text))
	}
	if err != nil {
		return nil, err
	}
	counts := map[string]uint64{}
	for _, name := range cases {
		first, same := uint64(0), true
		for i := range times {
			n, err := r.countCase(ctx, suite, name)
			if err != nil {
				return nil, err
			}
			if i == 0 {
				first = n
			}
			same = same && n == first
		}
		if same {
			counts[name] = first
		}
	}
	return counts, nil
}

// countCase runs one case and returns the number of executed statements.
func (r *runner) countCase(ctx context.Context, s *testgen.Suite, name string) (uint64, error) {
	data, err := r.profile(ctx, "-test.run=^"+s.Tests[0]+"$/^"+name+"$")
	if err != nil {
		return 0, err
	}
	return sumProfile(data)
}

// sumProfile returns the number of executed statements in a cover profile: the sum over all
// blocks of size times count.
func sumProfile(profile []byte) (statements uint64, err error) {
	for line := range strings.Lines(string(profile)) {
		fields := strings.Fields(line)
		if len(fields) != 3 {
			continue
		}
		size, err1 := strconv.ParseUint(fields[1], 10, 64)
		times, err2 := strconv.ParseUint(fields[2], 10, 64)
		if err := errors.Join(err1, err2); err != nil {
			return 0, err
		}
		statements += size * times
	}
	return statements, nil
}
