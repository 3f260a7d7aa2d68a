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

// VerifyWorst builds, vets and runs the test of a suite that EmitWorst has
// made, as often as Verify does, and returns why it does not hold, "" if it
// does. Where there is no time for so many runs, a fifth of them is enough. The
// test that counts is not run: it starts the go command, which the rights of a
// launcher forbid. CountWorst does what it does.
func VerifyWorst(ctx context.Context, s *testgen.Suite, opts Options) (why string, err error) {
	r, done, err := newRunner(s.Pkg, opts)
	if err != nil {
		return "", err
	}
	defer done()
	if _, text, err := r.buildOnce(ctx, s); err != nil || text != "" {
		return "it does not build: " + saidFirst([]string{text}), err
	}
	return judgeWorst(r.opts, func(count int, limit time.Duration) (*outcome, error) {
		return r.run(ctx, clean, s.Tests, count, limit, nil)
	})
}

// longer is how many times longer than others runs may take that are made
// because others took too long: the machine may be busy.
const longer = 5

// judgeWorst has the tests run and says why they do not hold.
func judgeWorst(opts Options, run func(count int, limit time.Duration) (*outcome, error)) (why string, err error) {
	o, err := run(opts.Count, opts.Timeout)
	if err == nil && o.timedOut && !o.failed() && o.leastPasses() < opts.least() {
		o, err = run(opts.least(), longer*opts.Timeout)
		if err == nil && o.timedOut && !o.failed() {
			return fmt.Sprintf("%d runs take more than %v", opts.least(), longer*opts.Timeout), nil
		}
	}
	switch {
	case err != nil:
		return "", err
	case o.ok, o.timedOut && !o.failed():
		return "", nil
	}
	for _, t := range o.tests {
		if t.fails > 0 || t.open {
			return saidFirst(append(t.output, t.current...)), nil
		}
	}
	return "its process ends: " + saidFirst([]string{o.messages}), nil
}

// failed reports whether a test failed.
func (o *outcome) failed() bool {
	for _, t := range o.tests {
		if t.fails > 0 {
			return true
		}
	}
	return false
}

// leastPasses is how often every test has passed that has begun.
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

// CountWorst runs cases of a suite that EmitWorst has made, each some times in
// processes of its own that are instrumented for coverage, and returns how
// many statements of the packages they execute. What varies is left out.
func CountWorst(ctx context.Context, s *testgen.Suite, packages, cases []string, times int, opts Options) (map[string]uint64, error) {
	r, done, err := newRunner(s.Pkg, opts)
	if err != nil {
		return nil, err
	}
	defer done()
	if err := r.place(s); err != nil {
		return nil, err
	}
	if err := r.instrument(ctx, "-covermode=atomic", "-coverpkg="+strings.Join(packages, ",")); err != nil {
		return nil, err
	}
	counts := map[string]uint64{}
	for _, name := range cases {
		first, same := uint64(0), true
		for i := range times {
			n, err := r.count(ctx, s, name)
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

// count runs one case.
func (r *runner) count(ctx context.Context, s *testgen.Suite, name string) (uint64, error) {
	data, err := r.profile(ctx, "-test.run=^"+s.Tests[0]+"$/^"+name+"$")
	if err != nil {
		return 0, err
	}
	return statements(data)
}

// statements adds up a cover profile.
func statements(profile []byte) (n uint64, err error) {
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
		n += size * times
	}
	return n, nil
}
