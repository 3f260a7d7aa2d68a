package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"nearmiss/bench/clocked"
	"nearmiss/bench/internal/experiment"
)

// tests runs the written tests of a package.
type tests struct {
	place   *clocked.Place
	env     []string
	row     *row
	scratch string
	log     []byte // output of the runs that failed
}

// runLimit bounds one run of all tests.
const runLimit = 5 * time.Minute

// runAll runs the tests plainly, each case alone, and in other ways. Each failed run counts.
func (t *tests) runAll(ctx context.Context, b *bench) error {
	err := t.run(ctx, b)
	return errors.Join(err, os.WriteFile(filepath.Join(t.scratch, "failures.txt"), t.log, 0o666))
}

func (t *tests) run(ctx context.Context, b *bench) error {
	out, ok := t.gotool(ctx, nil, "test", "-count=1", "-cover", ".")
	t.count("go test -cover .", ok, out)
	t.row.Statements = clocked.Percent(out)
	binary := filepath.Join(t.scratch, "tests")
	if out, ok := t.gotool(ctx, nil, "test", "-c", "-o", binary, "."); !ok {
		t.count("go test -c", false, out)
		return ctx.Err()
	}
	if _, err := os.Stat(binary); err != nil {
		return ctx.Err() // there are no tests
	}
	elsewhere, err := os.MkdirTemp(t.scratch, "elsewhere-")
	if err != nil {
		return err
	}
	places := []string{t.place.Root(), elsewhere}
	defer t.countLeftovers(files(places...), binary, places...)
	for range b.runs {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		t.binary(ctx, binary, "a plain run", nil)
	}
	t.alone(ctx, binary)
	for _, v := range []struct {
		name string
		env  []string
		args []string
	}{
		{"-test.shuffle=on, ten times", nil, []string{"-test.shuffle=on", "-test.count=10"}},
		{"-test.cpu=1,2,4", nil, []string{"-test.cpu=1,2,4"}},
		{"-test.count=3", nil, []string{"-test.count=3"}},
		{"TZ=Pacific/Chatham", []string{"TZ=Pacific/Chatham"}, nil},
		{"LANG=tr_TR.UTF-8", []string{"LANG=tr_TR.UTF-8", "LC_ALL=tr_TR.UTF-8"}, nil},
		{"HOME and TMPDIR elsewhere", []string{"HOME=" + elsewhere, "TMPDIR=" + elsewhere, "USER=nobody"}, nil},
		{"GOMAXPROCS=1, GOGC=1", []string{"GOMAXPROCS=1", "GOGC=1"}, nil},
	} {
		t.binary(ctx, binary, v.name, v.env, v.args...)
	}
	t.emptyEnvironment(ctx, binary)
	t.otherDirectory(ctx, binary, elsewhere)
	t.copied(ctx)
	out, ok = t.gotool(ctx, nil, "test", "-race", "-shuffle=on", "-count=3", ".")
	t.count("go test -race -shuffle=on -count=3 .", ok, out)
	t.vet(ctx, nil, "go vet .")
	for _, platform := range strings.Split(b.platforms, ",") {
		system, arch, _ := strings.Cut(platform, "/")
		env := []string{"GOOS=" + system, "GOARCH=" + arch, "CGO_ENABLED=0"}
		if _, builds := t.gotool(ctx, env, "build", "."); builds {
			t.vet(ctx, env, "go vet for "+platform)
		}
	}
	if !b.brief {
		for _, flags := range []string{"-gcflags=all=-l", "-gcflags=all=-N"} {
			out, ok := t.gotool(ctx, nil, "test", "-count=1", flags, ".")
			t.count("go test "+flags, ok, out)
		}
	}
	if b.times || !b.brief {
		return t.otherTimes(ctx)
	}
	return ctx.Err()
}

// vet counts what go vet finds in the tests, and not what it finds in the package.
func (t *tests) vet(ctx context.Context, env []string, how string) {
	out, ok := t.gotool(ctx, env, "vet", ".")
	t.count(how, ok || !strings.Contains(out, "_test.go:"), out)
}

// alone runs each case in a process of its own.
func (t *tests) alone(ctx context.Context, binary string) {
	cmd := t.command(ctx, binary, nil, "-test.v")
	out, _ := cmd.Output()
	for _, m := range caseLine.FindAllStringSubmatch(string(out), -1) {
		pattern := "^" + strings.ReplaceAll(regexp.QuoteMeta(m[1]), "/", "$/^") + "$"
		if ctx.Err() == nil {
			t.binary(ctx, binary, "a case alone", nil, "-test.run="+pattern)
		}
	}
}

var caseLine = regexp.MustCompile(`(?m)^    --- PASS: (\S+) \(`)

// command returns a command that runs the test binary in the package's directory.
func (t *tests) command(ctx context.Context, binary string, env []string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, binary, append([]string{"-test.timeout=" + runLimit.String()}, args...)...)
	cmd.Dir, cmd.Env = t.place.Dir(), append(os.Environ(), env...)
	return cmd
}

// binary runs the test binary once.
func (t *tests) binary(ctx context.Context, binary, how string, env []string, args ...string) {
	out, err := t.command(ctx, binary, env, args...).CombinedOutput()
	t.count(how, err == nil, string(out))
}

func (t *tests) emptyEnvironment(ctx context.Context, binary string) {
	cmd := t.command(ctx, binary, nil)
	cmd.Env = []string{}
	out, err := cmd.CombinedOutput()
	t.count("an empty environment", err == nil, string(out))
}

func (t *tests) otherDirectory(ctx context.Context, binary, dir string) {
	cmd := t.command(ctx, binary, nil)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	t.count("another directory", err == nil, string(out))
}

// copied runs the tests in a copy of the module, whose directory has a longer name.
func (t *tests) copied(ctx context.Context) {
	root := filepath.Join(t.scratch, "copy", "of", "the", "module")
	if err := os.CopyFS(root, os.DirFS(t.place.Root())); err != nil {
		t.count("a copy of the module", false, err.Error())
		return
	}
	defer os.RemoveAll(filepath.Join(t.scratch, "copy"))
	out, err := experiment.Output(ctx, filepath.Join(root, t.place.Package), t.env, "go", "test", "-count=1", ".")
	t.count("a copy of the module", err == nil, out)
}

// gotool runs the go command in the package's directory.
func (t *tests) gotool(ctx context.Context, env []string, args ...string) (out string, ok bool) {
	out, err := experiment.Output(ctx, t.place.Dir(), append(t.env[:len(t.env):len(t.env)], env...), append([]string{"go"}, args...)...)
	if err != nil {
		out += err.Error()
	}
	return out, err == nil
}

// count records a run. The first line of the output that tells of a failure names it.
func (t *tests) count(how string, ok bool, out string) {
	if ok {
		return
	}
	t.log = fmt.Appendf(t.log, "\n=== %s\n%s", how, out)
	for line := range strings.Lines(out) {
		if failure.MatchString(line) {
			how += ": " + strconv.Quote(strings.TrimSpace(line))
			break
		}
	}
	t.row.failed[how]++
}

var failure = regexp.MustCompile(`_test\.go:\d+|^panic:|^\s*--- FAIL|^# |overflows`)
