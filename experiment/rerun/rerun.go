// Package rerun runs the tests of a package as a user does, and in ways in which the tool that wrote them has not run
// them. Each way has found a test that failed.
//
//	failed, said, err := rerun.Failures(ctx, p, 300)
package rerun

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"nearmiss/experiment/place"
)

// Failures runs the tests of a package, plainly as often as runs says, each case alone, and in other ways. It returns the number
// of runs that fail, and their output.
func Failures(ctx context.Context, p *place.Place, runs int) (failed int, said string, err error) {
	dir, err := os.MkdirTemp("", "rerun-")
	if err != nil {
		return 0, "", err
	}
	defer os.RemoveAll(dir)
	t := &tests{place: p, dir: dir, binary: filepath.Join(dir, "tests")}
	if err := t.run(ctx, runs); err != nil {
		return 0, "", err
	}
	return t.failed, t.said.String(), ctx.Err()
}

// tests are the tests of a package, with the count and the output of the runs that failed.
type tests struct {
	place  *place.Place
	dir    string // temporary files of the runs
	binary string
	failed int
	said   strings.Builder
}

// platforms are those for which the tests are vetted.
var platforms = []string{"linux/386", "linux/arm64", "windows/amd64", "darwin/arm64"}

// runLimit bounds one run of all tests.
const runLimit = 5 * time.Minute

func (t *tests) run(ctx context.Context, runs int) error {
	if len(t.place.Tests()) == 0 {
		return nil
	}
	elsewhere, clone := filepath.Join(t.dir, "elsewhere"), filepath.Join(t.dir, "a", "copy", "of", "the", "module")
	if err := os.Mkdir(elsewhere, 0o777); err != nil {
		return err
	}
	t.test(ctx, t.place, "-cover")
	if out, err := t.place.Go(ctx, nil, "test", "-c", "-o", t.binary, "."); err != nil {
		t.count("go test -c", err, out)
		return nil
	}
	for range runs {
		t.start(ctx, "a plain run", nil)
	}
	t.alone(ctx)
	t.start(ctx, "ten shuffled runs", nil, "-test.shuffle=on", "-test.count=10")
	t.start(ctx, "another time zone", []string{"TZ=Pacific/Chatham"})
	t.start(ctx, "HOME and TMPDIR elsewhere", []string{"HOME=" + elsewhere, "TMPDIR=" + elsewhere, "USER=nobody"})
	t.start(ctx, "an empty environment", []string{})
	copied, err := t.place.Clone(clone)
	if err != nil {
		return err
	}
	t.test(ctx, copied)
	t.test(ctx, t.place, "-race", "-shuffle=on", "-count=3")
	t.vet(ctx)
	for _, platform := range platforms {
		system, arch, _ := strings.Cut(platform, "/")
		t.vet(ctx, "GOOS="+system, "GOARCH="+arch, "CGO_ENABLED=0")
	}
	return t.otherTimes(ctx)
}

// start runs the test binary once, with env besides the environment, or with none if env is empty and not nil.
func (t *tests) start(ctx context.Context, how string, env []string, args ...string) {
	cmd := place.Command(ctx, t.place.Dir, env, append([]string{t.binary, "-test.timeout=" + runLimit.String()}, args...)...)
	if env != nil && len(env) == 0 {
		cmd.Env = env
	}
	out, err := cmd.CombinedOutput()
	t.count(how, err, string(out))
}

// test runs go test.
func (t *tests) test(ctx context.Context, p *place.Place, flags ...string) {
	args := append([]string{"test", "-count=1", "-timeout=" + runLimit.String()}, flags...)
	out, err := p.Go(ctx, nil, append(args, ".")...)
	t.count("go "+strings.Join(args, " ")+" in "+p.Dir, err, out)
}

// vet counts a fault that go vet finds in the tests, if the package itself builds.
func (t *tests) vet(ctx context.Context, env ...string) {
	if _, err := t.place.Go(ctx, env, "build", "."); err != nil {
		return
	}
	if out, err := t.place.Go(ctx, env, "vet", "."); err != nil && strings.Contains(err.Error(), "_test.go:") {
		t.count("go vet with "+strings.Join(env, " "), err, out)
	}
}

var caseLine = regexp.MustCompile(`(?m)^    --- PASS: (\S+) \(`)

// alone runs each case in a process of its own.
func (t *tests) alone(ctx context.Context) {
	out, _ := place.Command(ctx, t.place.Dir, nil, t.binary, "-test.v").Output()
	for _, m := range caseLine.FindAllStringSubmatch(string(out), -1) {
		pattern := "^" + strings.ReplaceAll(regexp.QuoteMeta(m[1]), "/", "$/^") + "$"
		t.start(ctx, "a case alone: "+m[1], nil, "-test.run="+pattern)
	}
}

// count counts a run that failed.
func (t *tests) count(how string, err error, out string) {
	if err != nil {
		t.failed++
		fmt.Fprintf(&t.said, "=== %s: %v\n%s\n", how, err, out)
	}
}
