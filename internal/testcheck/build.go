package testcheck

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"nearmiss/internal/load"
	"nearmiss/internal/native"
	"nearmiss/internal/syntax"
	"nearmiss/internal/testgen"
)

// A runner runs the go command on the package with an overlay that adds the emitted files. The
// user's tree is not touched.
type runner struct {
	pkg          *load.Package
	opts         Options
	temp         string              // directory for temporary files
	overlay      string              // path of the overlay file
	overlayNames map[string]string   // from names of emitted files to their names in the overlay
	ownTests     map[string]string   // from names of the package's own test files to their texts
	lowPriority  bool                // go commands leave the processors to others
	vetted       string              // output of the last go vet
	withoutOwn   bool                // compile without the package's own test files
	ownHang      bool                // because with them no test begins: they hang
	race         bool                // run the tests with the race detector
	rewrite      func([]byte) []byte // if set, changes the emitted files before they are compiled
	keepsBinary  bool                // runs do not change the binary, because others may run it at the same time
	fuses        bool                // build the tests with fusing, except for the race detector
	leakedFuncs  []string            // functions on the stacks of the goroutines that cases leak
}

// binary returns the path of the compiled tests, those with the race detector apart. The file has the name that
// go test gives it, because code under test may look at it: cobra does.
func (r *runner) binary() string {
	name := syntax.PackageName(r.pkg.ImportPath) + ".test"
	if r.race {
		return filepath.Join(r.temp, raceDir, name)
	}
	return filepath.Join(r.temp, suiteDir, name)
}

// Directories of the compiled tests within that for temporary files.
const (
	suiteDir = "suite"
	raceDir  = "race"
)

// dir returns the package's directory as the go command sees it.
func (r *runner) dir() string {
	if r.opts.PackageDir != "" {
		return r.opts.PackageDir
	}
	return r.pkg.Dir
}

// writeOverlay writes the files of the suite, and the overlay that maps them into the package's
// directory. If a file of the user has the name of an emitted file, the emitted one gets
// another name.
func (r *runner) writeOverlay(s *testgen.Suite) error {
	dir := r.dir()
	r.ownTests = OwnTests(dir, r.opts.Replace)
	replace := map[string]string{}
	for _, f := range s.Checked() {
		name := f.Name
		for testgen.Overwritable(filepath.Join(dir, name)) != nil {
			name = "zz" + name
		}
		path := filepath.Join(r.temp, name)
		data := f.Data
		if r.rewrite != nil {
			data = r.rewrite(data)
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			return r.failed(err)
		}
		r.overlayNames[f.Name] = name
		replace[filepath.Join(dir, name)] = path
	}
	// The overlay hides emitted files of an earlier run that this suite lacks.
	for _, name := range []string{testgen.TestFile, testgen.PanicFile, testgen.BuildFile, testgen.BridgeFile, testgen.FuzzFile, testgen.WorstFile} {
		path := filepath.Join(dir, name)
		if data, err := load.ReadFile(path); err == nil && testgen.Ours(data) && replace[path] == "" {
			replace[path] = ""
		}
	}
	maps.Copy(replace, r.opts.Replace)
	for name := range r.ownTests {
		if r.withoutOwn {
			replace[filepath.Join(dir, name)] = ""
		}
	}
	r.overlay = filepath.Join(r.temp, "overlay.json")
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err = cmp.Or(err, os.WriteFile(r.overlay, data, 0o600)); err != nil {
		return r.failed(err)
	}
	return nil
}

// failed returns the error for a failure outside the cases.
func (r *runner) failed(err error) error {
	return &RunError{Package: r.pkg.ImportPath, Msg: err.Error()}
}

// OwnTests returns the names and texts of the test files in a directory that are not
// emitted ones.
func OwnTests(dir string, replace map[string]string) map[string]string {
	paths := map[string]string{}
	list, _ := filepath.Glob(filepath.Join(dir, "*_test.go"))
	for _, path := range list {
		paths[filepath.Base(path)] = path
	}
	for from, to := range replace {
		if filepath.Dir(from) == dir && strings.HasSuffix(from, "_test.go") {
			paths[filepath.Base(from)] = to
		}
	}
	files := map[string]string{}
	for name, path := range paths {
		if data, err := load.ReadFile(path); err == nil && !testgen.Ours(data) {
			files[name] = string(data)
		}
	}
	return files
}

// Compiler flags: -e reports all errors and not only the first ten; -dwarf=false leaves out debug
// information; -l disables inlining, which would take half of the time of a large package under
// the race detector; -d=checkptr ends the process where an unsafe pointer leaves its object, as the race detector does.
const compilerFlags = "-gcflags=-e -l -dwarf=false -d=checkptr"

// compile builds the test binary of a suite, with further flags of the go command.
func (r *runner) compile(ctx context.Context, s *testgen.Suite, flags ...string) (text string, ok bool, err error) {
	if err := r.writeOverlay(s); err != nil {
		return "", false, err
	}
	return r.build(ctx, flags...)
}

// build builds the test binary from the files of the overlay. The last binary stays if the build fails.
func (r *runner) build(ctx context.Context, flags ...string) (text string, ok bool, err error) {
	next := r.binary() + ".next"
	args := []string{"test", "-c", "-o", next, "-overlay", r.overlay, compilerFlags, "-ldflags=-w", "-vet=off"}
	text, ok, err = r.goCommand(ctx, r.race, append(args, flags...)...)
	if ok && err == nil {
		_ = os.Rename(next, r.binary()) // without test files there is none
	}
	return text, ok, err
}

// vet runs go vet and returns its messages about emitted files. Messages about the user's files
// are ignored.
func (r *runner) vet(ctx context.Context) ([]diagnostic, error) {
	text, _, err := r.goCommand(ctx, false, "vet", "-overlay", r.overlay, compilerFlags)
	if err == nil {
		r.vetted = text
	}
	ours, _ := r.diagnostics(text)
	return ours, err
}

// goCommand runs one go command for the package and returns its output.
func (r *runner) goCommand(ctx context.Context, race bool, args ...string) (text string, ok bool, err error) {
	if r.opts.Dir != "" {
		return r.goCommandOn(ctx, race, []string{r.pkg.ImportPath}, args...)
	}
	return r.goCommandOn(ctx, race, []string{"."}, args...)
}

// goCommandOn runs one go command for other packages and returns its output.
func (r *runner) goCommandOn(ctx context.Context, race bool, packages []string, args ...string) (text string, ok bool, err error) {
	if race {
		args = append(args, "-race")
	}
	args = append(args, r.opts.Flags...)
	var out bytes.Buffer
	cmd := r.command(ctx, &out, cmp.Or(r.opts.Dir, r.pkg.Dir), "go", append(args, packages...)...)
	cmd.Env = load.ForCompiler(cmd.Env)
	if !race && r.fuses {
		cmd.Env = append(cmd.Env, Fusing)
	}
	if err = cmd.Start(); err == nil {
		if r.lowPriority {
			native.LowerPriority(cmd.Process.Pid)
		}
		err = cmd.Wait()
	}
	ok, err = r.exitStatus(ctx, err)
	return out.String(), ok, err
}

// command returns a command that is killed when the context ends.
func (r *runner) command(ctx context.Context, out io.Writer, dir, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	env := r.opts.Env
	if env == nil {
		env = os.Environ()
	}
	cmd.Env = append(env[:len(env):len(env)], "GOTMPDIR="+r.temp, // removed with r.temp, even if the command is killed
		"PWD="+dir, // keeps symbolic links in dir, so that paths match those of the overlay
		raceEnv(env))
	// A process group of its own does not receive a Ctrl-C meant for the search, and can be
	// killed with all its processes.
	cmd.SysProcAttr = native.GroupAttr()
	cmd.WaitDelay = time.Second
	cmd.Cancel = func() error { return native.KillGroup(cmd.Process.Pid) }
	cmd.Stdout, cmd.Stderr = out, out
	return cmd
}

// exitStatus reports whether a command has ended with status 0. The error tells that the command
// could not be run.
func (r *runner) exitStatus(ctx context.Context, err error) (bool, error) {
	switch {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case err != nil && !errors.As(err, new(*exec.ExitError)) && !errors.Is(err, exec.ErrWaitDelay):
		return false, r.failed(err)
	}
	return err == nil, nil
}

// raceEnv returns a GORACE variable that lets a process under the race detector exit 50 ms after
// its tests, instead of the default of a second.
func raceEnv(env []string) string {
	const name = "GORACE="
	given := ""
	for _, e := range env {
		if v, ok := strings.CutPrefix(e, name); ok {
			given = v + " "
		}
	}
	return name + given + "atexit_sleep_ms=50"
}

// suiteName returns the suite's name for a file of the overlay, "" if the file is not an emitted
// one.
func (r *runner) suiteName(name string) string {
	for ours, goesBy := range r.overlayNames {
		if goesBy == name {
			return ours
		}
	}
	return ""
}

// build compiles the suite. It drops cases that prevent that.
func (c *checker) build(ctx context.Context, suite *testgen.Suite) error {
	start := time.Now()
	defer func() { c.buildTime = time.Since(start) }()
	defer c.logStep("round %d: built the tests", c.report.Rounds)()
	if c.opts.Patience > 0 && c.report.Rounds == 1 {
		timed, cancel := context.WithTimeout(ctx, c.opts.Patience)
		defer cancel()
		ctx = timed
	}
	text, ok, err := c.compile(ctx, suite)
	switch {
	case err != nil:
		return err
	case !ok:
		c.opts.Log("the tests do not build: %s", strings.TrimSpace(text))
		return c.handleBuildFailure(suite, text)
	case !c.race:
		c.compiled, c.since = suite, lost{}
	}
	return nil
}

// vetBeside prints a suite and vets it, in the background and in files of its own. The returned function
// waits for the suite, nil if it cannot be printed, and for the complaints of go vet. If go vet has had none
// about the suite of the last binary, a part of it only has to type-check.
func (c *checker) vetBeside(ctx context.Context, print func() (*testgen.Suite, error)) func() (*testgen.Suite, []diagnostic, error) {
	c.vetting.Wait()
	var next *testgen.Suite
	var bad []diagnostic
	var err error
	var took time.Duration
	start, part := time.Now(), c.passedVet
	own := *c.runner
	own.temp, own.overlayNames = filepath.Join(c.temp, "vet"), map[string]string{}
	c.vetting.Go(func() {
		defer func() { took = time.Since(start) }()
		if next, err = print(); err != nil || part && typeChecks(next) == nil {
			return
		}
		if err = os.MkdirAll(own.temp, 0o700); err == nil {
			err = own.writeOverlay(next)
		}
		if err == nil {
			bad, err = own.vet(ctx)
		}
	})
	return func() (*testgen.Suite, []diagnostic, error) {
		c.vetting.Wait()
		c.vetTime, c.vetted = took, cmp.Or(own.vetted, c.vetted)
		return next, bad, err
	}
}

// handleBuildFailure handles the errors of the compiler: it renames names that the package
// declares too (for instance by a dot import in a test file) and drops invalid emitted cases.
// What other names have not mended in maxRounds is dropped. For errors in the user's files it returns an error.
func (c *checker) handleBuildFailure(suite *testgen.Suite, text string) error {
	ours, others := c.diagnostics(text)
	var names []string
	for _, d := range slices.Concat(ours, others) {
		if d.twice != "" {
			names = append(names, d.twice)
		}
	}
	if c.report.Rounds < maxRounds && suite.Rename(names) {
		c.changed = true
		return nil
	}
	if len(ours) > 0 {
		return c.dropInvalid(suite, ours)
	}
	return c.unbuilt(text)
}

// dropInvalid drops the cases, tests and declarations that do not compile or do not pass vet.
func (c *checker) dropInvalid(s *testgen.Suite, bad []diagnostic) error {
	for _, d := range bad {
		place := s.At(d.file, d.pos.Line)
		switch {
		case s.LeaveOut(place, d.msg):
			c.changed = true
		case place.Func < 0:
			return &RunError{Package: s.Pkg.ImportPath, Msg: d.String()}
		case c.left(&s.Funcs[place.Func]) > 0 && (place.Case < 0 || !c.isDropped(&s.Funcs[place.Func].Cases[place.Case])):
			c.drop(s, caseIndex{place.Func, place.Case}, "its test does not pass go vet: "+d.msg, testgen.Unbuilt)
		}
	}
	return nil
}

// Warm vets a suite without cases, so that Verify finds the facts about the dependencies in the build
// cache. It runs no tests. Warm returns the *BrokenTestsError of Verify if the package's own test
// files do not build. It ignores all other errors, because Verify will report them.
func Warm(ctx context.Context, pkg *load.Package, p *testgen.Prepared, opts Options) error {
	r, done, err := newStub(pkg, p, opts)
	if err != nil {
		return nil
	}
	defer done()
	if _, ok, err := r.goCommand(ctx, false, "vet", "-overlay", r.overlay, compilerFlags); ok || err != nil {
		return nil
	}
	text, ok, err := r.build(ctx) // vet also complains about code that builds
	if ok || err != nil {
		return nil
	}
	ours, others := r.diagnostics(text)
	if len(ours) > 0 || len(others) == 0 || !strings.HasSuffix(others[0].file, "_test.go") {
		return nil
	}
	if broken := r.brokenTests(others[0]); filepath.Dir(broken.Pos.Filename) == pkg.Dir {
		return broken
	}
	return nil
}

// WarmRace compiles the dependencies of a package's suites with the race detector, so that Verify
// finds them in the build cache. Verify will report errors.
func WarmRace(ctx context.Context, pkg *load.Package, p *testgen.Prepared, opts Options) {
	r, done, err := newStub(pkg, p, opts)
	if err != nil {
		return
	}
	defer done()
	if use, _ := r.useRace(); !use {
		return
	}
	r.lowPriority = true
	text, ok, err := r.goCommand(ctx, true, "list", "-deps", "-test", "-f", load.DependencyTemplate, "-overlay", r.overlay)
	if ok && err == nil {
		_, _, _ = r.goCommandOn(ctx, true, load.DependenciesIn(text), "list", "-e", "-export", "-f", "{{/* no output */}}", "-overlay", r.overlay)
	}
}

// newStub returns a runner for a suite without cases.
func newStub(pkg *load.Package, p *testgen.Prepared, opts Options) (*runner, func(), error) {
	r, done, err := newRunner(pkg, opts)
	if err == nil {
		if err = r.writeOverlay(p.Stub()); err != nil {
			done()
		}
	}
	return r, done, err
}
