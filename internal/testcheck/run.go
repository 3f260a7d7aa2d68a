package testcheck

import (
	"cmp"
	"context"
	"io"
	"maps"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"nearmiss/internal/sandbox"
)

// mostMemory is what emitted tests may have. Their inputs have run in a worker
// with a quarter of it; the race detector takes several times as much.
const mostMemory = 4 << 30

// vary makes a binary another file that does the same: every run is one of another
// build, as far as the program can tell. Package protobuf, to name one, words its errors
// by a hash of the binary that it is part of, so that no test relies on them. What lies
// behind the end of an ELF file is not loaded; other systems may have signed theirs. A
// binary that cannot be changed runs as it is.
func vary(binary string) {
	if info, err := os.Stat(binary); err == nil && runtime.GOOS == "linux" {
		_ = os.Truncate(binary, info.Size()+1)
	}
}

// run runs compiled tests count times, without those that skip names.
func (r *runner) run(ctx context.Context, set setting, tests []string, count int, limit time.Duration, skip []string) (*outcome, error) {
	pattern, others := r.only(tests)
	args := []string{"-test.v=test2json", "-test.paniconexit0", "-test.shuffle=on", "-test.count=" + strconv.Itoa(count), "-test.timeout=" + limit.String(),
		"-test.run=" + pattern}
	return r.launch(ctx, r.pkg.Dir, set, append(args, without(slices.Concat(others, skip))...))
}

// emittedName matches the names of emitted tests, and hardly another one.
const emittedName = `^Test.*(Branches|Panics)[0-9]*$`

var (
	emittedTest = regexp.MustCompile(emittedName)
	ownTest     = regexp.MustCompile(`(?m)^func (Test\w*)\(`)
)

// only is a pattern for tests, and the package's own tests that it matches too. It is
// short: package testing compiles it anew for every subtest where there is one for what is
// to be skipped, which takes seconds for a list of all tests.
func (r *runner) only(tests []string) (pattern string, others []string) {
	if slices.ContainsFunc(tests, func(name string) bool { return !emittedTest.MatchString(name) }) {
		return "^(" + strings.Join(slices.Sorted(slices.Values(tests)), "|") + ")$", nil
	}
	for _, text := range r.own {
		for _, m := range ownTest.FindAllStringSubmatch(text, -1) {
			if emittedTest.MatchString(m[1]) && !slices.Contains(tests, m[1]) {
				others = append(others, m[1])
			}
		}
	}
	return emittedName, others
}

// exactly is a pattern for one test or subtest.
func exactly(name string) string {
	return "^" + strings.ReplaceAll(regexp.QuoteMeta(name), "/", "$/^") + "$"
}

// without is the argument that leaves out tests and subtests: a pattern for all tests, and
// one for the subtests of each test.
func without(skip []string) []string {
	var tests, list []string
	subtests := map[string][]string{}
	for _, name := range slices.Sorted(slices.Values(skip)) {
		parts := strings.Split(regexp.QuoteMeta(name), "/")
		switch test := parts[0]; len(parts) {
		case 1:
			tests = append(tests, test)
		case 2:
			subtests[test] = append(subtests[test], parts[1])
		default: // its name has a stroke
			list = append(list, exactly(name))
		}
	}
	if len(tests) > 0 {
		list = append(list, "^("+strings.Join(tests, "|")+")$")
	}
	for _, test := range slices.Sorted(maps.Keys(subtests)) {
		list = append(list, "^"+test+"$/^("+strings.Join(subtests[test], "|")+")$")
	}
	if list == nil {
		return nil
	}
	return []string{"-test.skip=" + strings.Join(list, "|")}
}

// launch runs the compiled tests in a directory. If the context ends them, the
// outcome is what there was until then.
func (r *runner) launch(ctx context.Context, dir string, set setting, args []string) (*outcome, error) {
	t := r.transcript(set)
	ok, err := r.confined(ctx, t, dir, set, args)
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	o := t.close()
	o.ok = ok
	return o, err
}

// confined runs the compiled tests in a directory, with the rights that are
// left to them. They have an empty directory to write in, which goes with
// what they have left there.
func (r *runner) confined(ctx context.Context, out io.Writer, dir string, set setting, args []string) (bool, error) {
	own, err := os.MkdirTemp(r.temp, "run-")
	if err != nil {
		return false, &RunError{Package: r.pkg.ImportPath, Msg: err.Error()}
	}
	defer sandbox.Remove(own)
	return r.confinedTo(ctx, out, dir, own, set, args)
}

// confinedTo runs them with a directory to write in that is the caller's.
func (r *runner) confinedTo(ctx context.Context, out io.Writer, dir, own string, set setting, args []string) (ok bool, err error) {
	binary, launch := cmp.Or(set.binary, r.binary()), r.opts.Launch
	if set.launch != nil {
		launch = set.launch
	}
	vary(binary)
	cmd := r.prepare(ctx, out, dir, binary, args...)
	if cmd.Env, err = set.environ(cmd.Env, own, variables(r.pkg)); err != nil {
		return false, &RunError{Package: r.pkg.ImportPath, Msg: err.Error()}
	}
	if launch == nil {
		return r.finish(ctx, cmd.Run())
	}
	cmd.Env = append(cmd.Env, "TMPDIR="+own)
	begin := func() {}
	if (set.foreign || set.shown) && r.opts.Foreign != nil {
		w, err := r.opts.Foreign(cmd, own, set.foreign)
		if err != nil {
			return false, &RunError{Package: r.pkg.ImportPath, Msg: err.Error()}
		}
		defer w.Close()
		begin = w.Begin
	} else if err := launch(cmd, own); err != nil {
		return false, &RunError{Package: r.pkg.ImportPath, Msg: err.Error()}
	}
	if err := cmd.Start(); err != nil {
		return r.finish(ctx, err)
	}
	begin()
	done := make(chan struct{})
	go sandbox.Guard{Dir: own, Pid: cmd.Process.Pid, Memory: mostMemory}.Watch(done, func(sandbox.Excess) { killGroup(cmd.Process) })
	err = cmd.Wait()
	close(done)
	return r.finish(ctx, err)
}
