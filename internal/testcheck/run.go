package testcheck

import (
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

	"nearmiss/internal/native"
	"nearmiss/internal/sandbox"
)

// maxMemory bounds the memory of emitted tests in bytes. The search has run their inputs in
// workers with at most a quarter of it; the race detector takes several times as much memory.
const maxMemory = 4 << 30

// makeUnique changes a binary without effect on its behavior, so that each run seems to be of
// another build. Some programs depend on the build: package protobuf, for one, varies its error
// texts by a hash of the binary, to keep tests from relying on them. makeUnique appends a byte
// to the ELF file, which is not loaded. It leaves the binary alone if that fails, and on other
// systems, which may sign binaries.
func makeUnique(binary string) {
	if info, err := os.Stat(binary); err == nil && runtime.GOOS == "linux" {
		_ = os.Truncate(binary, info.Size()+1)
	}
}

// timeoutGrace is the time after the limit for a process to report its timeout. A process that
// hangs before its tests begin never does.
const timeoutGrace = 2 * time.Second

// run runs compiled tests count times, without the tests and subtests in skip; kept as for skipArgs.
func (r *runner) run(ctx context.Context, set setting, tests []string, count int, limit time.Duration, skip, kept []string) (*outcome, error) {
	pattern, others := r.runPattern(tests)
	shuffle := "on"
	if set.ordered {
		shuffle = "off"
	}
	args := []string{"-test.shuffle=" + shuffle, "-test.count=" + strconv.Itoa(count), "-test.timeout=" + limit.String(),
		"-test.run=" + pattern}
	timed, cancel := context.WithTimeout(ctx, limit+timeoutGrace)
	defer cancel()
	o, err := r.launch(timed, r.pkg.Dir, set, append(args, skipArgs(slices.Concat(others, skip), kept)...))
	if o != nil && timed.Err() != nil && ctx.Err() == nil {
		o.timedOut, err = true, nil
	}
	return o, err
}

// emittedName matches the names of emitted tests and few other names.
const emittedName = `^Test.*(Branches|Panics)[0-9]*$`

var (
	emittedTest = regexp.MustCompile(emittedName)
	ownTest     = regexp.MustCompile(`(?m)^func (Test\w*)\(`)
)

// runPattern returns a -test.run pattern for the tests of a suite. others lists the package's own
// tests that the pattern matches too, which the caller must skip. The pattern is short because
// package testing compiles it again for each subtest if there is a -test.skip pattern: a list of
// all tests would take seconds.
func (r *runner) runPattern(tests []string) (pattern string, others []string) {
	if slices.ContainsFunc(tests, func(name string) bool { return !emittedTest.MatchString(name) }) {
		return "^(" + strings.Join(slices.Sorted(slices.Values(tests)), "|") + ")$", nil
	}
	for _, text := range r.ownTests {
		for _, m := range ownTest.FindAllStringSubmatch(text, -1) {
			if emittedTest.MatchString(m[1]) && !slices.Contains(tests, m[1]) {
				others = append(others, m[1])
			}
		}
	}
	return emittedName, others
}

// exactPattern returns a pattern that matches one test or subtest.
func exactPattern(name string) string {
	return "^" + strings.ReplaceAll(regexp.QuoteMeta(name), "/", "$/^") + "$"
}

// skipArgs returns the argument that excludes the tests and subtests in skip. Package testing compiles a list of
// patterns again for each subtest, a millisecond for fifty patterns, so the subtests of several tests share a pattern
// unless it matches one in kept, too. If kept is nil, each test has a pattern of its own.
func skipArgs(skip, kept []string) []string {
	var tests, list []string
	subtests, others := map[string][]string{}, map[string]bool{}
	for _, name := range kept {
		parts := strings.Split(regexp.QuoteMeta(name), "/")
		others[strings.Join(parts[:min(2, len(parts))], "/")] = true
	}
	for _, name := range slices.Sorted(slices.Values(skip)) {
		parts := strings.Split(regexp.QuoteMeta(name), "/")
		switch test := parts[0]; len(parts) {
		case 1:
			tests = append(tests, test)
		case 2:
			subtests[test] = append(subtests[test], parts[1])
		default: // the name of the subtest contains a slash
			list = append(list, exactPattern(name))
		}
	}
	if len(tests) > 0 {
		list = append(list, "^("+strings.Join(tests, "|")+")$")
	}
	type group struct{ tests, names []string }
	var groups []*group
	for _, test := range slices.Sorted(maps.Keys(subtests)) {
		in := slices.IndexFunc(groups, func(g *group) bool {
			all, names := append(slices.Clone(g.tests), test), slices.Concat(g.names, subtests[test])
			return kept != nil && !slices.ContainsFunc(all, func(t string) bool {
				return slices.ContainsFunc(names, func(name string) bool { return others[t+"/"+name] })
			})
		})
		if in < 0 {
			in, groups = len(groups), append(groups, &group{})
		}
		g := groups[in]
		g.tests, g.names = append(g.tests, test), append(g.names, subtests[test]...)
	}
	for _, g := range groups {
		slices.Sort(g.names)
		list = append(list, "^("+strings.Join(g.tests, "|")+")$/^("+strings.Join(slices.Compact(g.names), "|")+")$")
	}
	if list == nil {
		return nil
	}
	return []string{"-test.skip=" + strings.Join(list, "|")}
}

// startLimit bounds the time in which the first test must begin. The initialization of a package
// takes milliseconds; if it hangs, more time for the tests never helps.
const startLimit = 15 * time.Second

// launch runs the compiled tests in a directory. If the context ends, it returns both an error
// and the outcome up to that time. It ends a process in which no test begins.
func (r *runner) launch(ctx context.Context, dir string, set setting, args []string) (*outcome, error) {
	t := r.transcriptFor(set)
	begun, end := context.WithCancel(ctx)
	defer end()
	hangs := time.AfterFunc(r.startLimit(), end)
	defer hangs.Stop()
	t.begin = func() { hangs.Stop() }
	ok, err := r.runConfined(begun, t, dir, set, args)
	o := t.close()
	o.ok, o.neverBegan = ok, begun.Err() != nil && ctx.Err() == nil
	if o.neverBegan {
		return o, nil
	}
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	return o, err
}

// startLimit returns the time in which the first test must begin: of the time that is left enough
// to try again without the package's own tests.
func (r *runner) startLimit() time.Duration {
	if r.opts.Deadline.IsZero() {
		return startLimit
	}
	return min(startLimit, max(minRunsLimit/2, time.Until(r.opts.Deadline)/4))
}

// runConfined runs the compiled tests in a directory, with the rights of the sandbox. The tests
// may write to an empty temporary directory, which is removed with its contents afterwards. The
// result reports whether the process has ended with status 0.
func (r *runner) runConfined(ctx context.Context, out io.Writer, dir string, set setting, args []string) (bool, error) {
	ownDir, err := os.MkdirTemp(r.temp, "run-")
	if err != nil {
		return false, r.failed(err)
	}
	defer sandbox.Remove(ownDir)
	return r.runConfinedIn(ctx, out, dir, ownDir, set, args)
}

// runConfinedIn does the same as runConfined with the caller's directory ownDir to write to.
func (r *runner) runConfinedIn(ctx context.Context, out io.Writer, dir, ownDir string, set setting, args []string) (ok bool, err error) {
	binary := r.binary()
	if !r.keepsBinary {
		makeUnique(binary)
	}
	cmd := r.command(ctx, out, dir, binary, append([]string{"-test.v=test2json", "-test.paniconexit0"}, args...)...)
	if cmd.Env, err = set.environ(cmd.Env, ownDir, environNames(r.pkg)); err != nil {
		return false, r.failed(err)
	}
	if r.opts.launch == nil {
		return r.exitStatus(ctx, cmd.Run())
	}
	if !set.bare {
		cmd.Env = append(cmd.Env, "TMPDIR="+ownDir)
	}
	w, err := r.opts.launch(cmd, ownDir, set)
	if err != nil {
		return false, r.failed(err)
	}
	if w != nil {
		defer w.Close()
	}
	if err := cmd.Start(); err != nil {
		return r.exitStatus(ctx, err)
	}
	if w != nil {
		w.Begin()
	}
	done := make(chan struct{})
	go sandbox.Guard{Dir: ownDir, Pid: cmd.Process.Pid, Memory: maxMemory}.Watch(done, func(sandbox.Excess) { native.KillGroup(cmd.Process.Pid) })
	err = cmd.Wait()
	close(done)
	return r.exitStatus(ctx, err)
}
