package testcheck

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"nearmiss/internal/load"
	"nearmiss/internal/testgen"
)

// runner runs the go command on the package with the emitted files in place
// of, or beside, the real ones. The user's tree is not touched.
type runner struct {
	pkg     *load.Package
	opts    Options
	temp    string
	overlay string
	names   map[string]string // name of an emitted file → name it goes by in the overlay
	own     map[string]string // the package's own test files, with their texts
	alone   bool              // the tests are compiled without these
	guarded bool              // subtests survive panics
	stacked []string          // functions on the stacks of the goroutines that cases leave behind
}

func (r *runner) binary() string { return filepath.Join(r.temp, "suite.test") }

// dir is the package's directory as the go command sees it.
func (r *runner) dir() string {
	if r.opts.Place != "" {
		return r.opts.Place
	}
	return r.pkg.Dir
}

// place writes the files of the suite and the overlay that maps them into
// the package's directory. A file there that is not ours keeps its place:
// the emitted one then goes by another name.
func (r *runner) place(s *testgen.Suite) error {
	dir := r.dir()
	r.own = ownFiles(dir, r.opts.Replace)
	replace := map[string]string{}
	files := s.Checked()
	if r.guarded {
		files = guarded(files)
	}
	for _, f := range files {
		name := f.Name
		for testgen.Overwritable(filepath.Join(dir, name)) != nil {
			name = "zz" + name
		}
		path := filepath.Join(r.temp, name)
		if err := os.WriteFile(path, f.Data, 0o600); err != nil {
			return err
		}
		r.names[f.Name] = name
		replace[filepath.Join(dir, name)] = path
	}
	// Our own files of an earlier run that are not emitted again must not take part.
	for _, name := range []string{testgen.TestFile, testgen.PanicFile, testgen.BridgeFile, testgen.FuzzFile, testgen.WorstFile} {
		path := filepath.Join(dir, name)
		if data, err := load.ReadFile(path); err == nil && testgen.Ours(data) && replace[path] == "" {
			replace[path] = ""
		}
	}
	maps.Copy(replace, r.opts.Replace)
	for name := range r.own {
		if r.alone {
			replace[filepath.Join(dir, name)] = ""
		}
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	r.overlay = filepath.Join(r.temp, "overlay.json")
	return os.WriteFile(r.overlay, data, 0o600)
}

// ownFiles are the texts of the test files of a directory that are not ours.
func ownFiles(dir string, replace map[string]string) map[string]string {
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

// compile builds the test binary. The compiler is to tell all that is wrong,
// not only the first ten faults; nobody debugs the tests, so it need not say
// how to. Inlining would take half of the time of a large package under the race detector.
func (r *runner) compile(ctx context.Context, binary string, race bool) (text string, ok bool, err error) {
	args := []string{"test", "-c", "-o", binary, "-overlay", r.overlay, "-gcflags=-e -l -dwarf=false", "-ldflags=-w", "-vet=off"}
	return r.goText(ctx, race, args...)
}

// vet runs go vet and returns what it says about our files: what it says about
// the user's is not ours to judge.
func (r *runner) vet(ctx context.Context, race bool) ([]diagnostic, error) {
	text, _, err := r.goText(ctx, race, "vet", "-overlay", r.overlay)
	return r.mine(text), err
}

// built is how a build of the tests ended.
type built struct {
	text string // what the compiler says
	ok   bool
	note string // why it was done without the race detector, though asked for with it
}

// compileAny builds the tests, without the race detector if they do not compile
// with it.
func (r *runner) compileAny(ctx context.Context, race bool) (built, error) {
	text, ok, err := r.compile(ctx, r.binary(), race)
	if ok || err != nil || !race || len(r.mine(text)) > 0 {
		return built{text: text, ok: ok}, err
	}
	why := raceless(text)
	again, ok, err := r.compile(ctx, r.binary(), false)
	switch {
	case err != nil || !ok && why == "":
		return built{text: text}, err
	case why == "":
		why = "they do not build with it: " + firstLine(text)
	}
	return built{text: again, ok: ok, note: why}, nil
}

// goText runs one go command for the package and returns what it says.
func (r *runner) goText(ctx context.Context, race bool, args ...string) (text string, ok bool, err error) {
	if race {
		args = append(args, "-race")
	}
	args = append(args, r.opts.Flags...)
	var out bytes.Buffer
	dir, what := r.pkg.Dir, "."
	if r.opts.Dir != "" {
		dir, what = r.opts.Dir, r.pkg.ImportPath
	}
	ok, err = r.finish(ctx, r.prepare(ctx, &out, dir, "go", append(args, what)...).Run())
	return out.String(), ok, err
}

// prepare makes a command that ends with the context.
func (r *runner) prepare(ctx context.Context, out io.Writer, dir, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = dir
	env := r.opts.Env
	if env == nil {
		env = os.Environ()
	}
	cmd.Env = append(env[:len(env):len(env)], "GOTMPDIR="+r.temp, // goes with the rest, however it ends
		"PWD="+dir, // the overlay names files by the way to them that was asked for, links and all
		raceOptions(env))
	// In a group of its own it does not hear a Ctrl-C that is meant for the
	// search, and all it starts can be ended with it.
	cmd.SysProcAttr = groupAttr()
	cmd.WaitDelay = time.Second
	cmd.Cancel = func() error { return killGroup(cmd.Process) }
	cmd.Stdout, cmd.Stderr = out, out
	return cmd
}

// finish reads how a command ended.
func (r *runner) finish(ctx context.Context, err error) (bool, error) {
	switch {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case err != nil && !errors.As(err, new(*exec.ExitError)) && !errors.Is(err, exec.ErrWaitDelay):
		return false, &RunError{Package: r.pkg.ImportPath, Msg: err.Error()}
	}
	return err == nil, nil
}

// raceOptions has a process under the race detector end at once and not, as
// it does by default, a second after its tests.
func raceOptions(env []string) string {
	const name = "GORACE="
	given := ""
	for _, e := range env {
		if v, ok := strings.CutPrefix(e, name); ok {
			given = v + " "
		}
	}
	return name + given + "atexit_sleep_ms=50"
}

// diagnostic is one message of the compiler or of vet.
type diagnostic struct {
	file      string // base name; of one of our files the name that the suite has for it
	path      string
	line, col int
	msg       string
}

var diagnosticLine = regexp.MustCompile(`(?m)^(?:vet: )?(\S[^:\n]*\.go):(\d+)(?::(\d+))?: (.+)$`)

func diagnostics(text string) []diagnostic {
	var list []diagnostic
	for _, m := range diagnosticLine.FindAllStringSubmatch(text, -1) {
		line, _ := strconv.Atoi(m[2])
		col, _ := strconv.Atoi(m[3])
		list = append(list, diagnostic{file: filepath.Base(m[1]), path: m[1], line: line, col: col, msg: m[4]})
	}
	return list
}

// emitted is the name that the suite has for a file of the overlay, "" if it
// is not one of ours.
func (r *runner) emitted(name string) string {
	for ours, goesBy := range r.names {
		if goesBy == name {
			return ours
		}
	}
	return ""
}

// mine returns the messages that are about our files.
func (r *runner) mine(text string) []diagnostic {
	var list []diagnostic
	for _, d := range diagnostics(text) {
		if d.file = r.emitted(d.file); d.file != "" {
			list = append(list, d)
		}
	}
	return list
}

// build compiles and vets the suite.
func (c *checker) build(ctx context.Context, s *testgen.Suite) error {
	if err := c.place(s); err != nil {
		return &RunError{Package: s.Pkg.ImportPath, Msg: err.Error()}
	}
	start := time.Now()
	defer func() { c.built = time.Since(start) }()
	defer c.step("round %d: built the tests", c.report.Rounds)()
	if c.opts.Patience > 0 && c.report.Rounds == 1 {
		timed, cancel := context.WithTimeout(ctx, c.opts.Patience)
		defer cancel()
		ctx = timed
	}
	b, err := c.compileAny(ctx, c.report.Race)
	if err != nil {
		return err
	}
	if b.note != "" {
		c.report.Race, c.report.RaceNote = false, b.note
	}
	if !b.ok {
		c.opts.Log("the tests do not build: %s", strings.TrimSpace(b.text))
		return c.unbuilt(s, b.text)
	}
	bad, err := c.vet(ctx, c.report.Race)
	if err != nil || len(bad) == 0 {
		return err
	}
	return c.misprinted(s, bad)
}

// twice is what the compiler says of a name that is declared more than once.
var twice = regexp.MustCompile(`: (\S+) (?:redeclared in this block|already declared through )`)

// unbuilt finds what keeps the suite from being compiled: names that others
// declare too, such as what a test file imports with a dot, our text, or what
// is not ours.
func (c *checker) unbuilt(s *testgen.Suite, text string) error {
	var names []string
	for _, m := range twice.FindAllStringSubmatch(text, -1) {
		names = append(names, m[1])
	}
	if s.Rename(names) {
		c.changed = true
		return nil
	}
	if mine := c.mine(text); len(mine) > 0 {
		return c.misprinted(s, mine)
	}
	if all := diagnostics(text); len(all) > 0 {
		return brokenTests(s.Pkg, all[0])
	}
	return &RunError{Package: s.Pkg.ImportPath, Msg: firstLine(text)}
}

// misprinted drops the cases whose rows, and the tests whose text, do not
// compile or do not pass vet, and leaves out declarations that do not.
func (c *checker) misprinted(s *testgen.Suite, bad []diagnostic) error {
	for _, d := range bad {
		at := s.At(d.file, d.line)
		switch {
		case s.LeaveOut(at, d.msg):
			c.changed = true
		case at.Func < 0:
			return &RunError{Package: s.Pkg.ImportPath, Msg: fmt.Sprintf("%s:%d: %s", d.file, d.line, d.msg)}
		case !c.gone(at.Func, at.Case):
			c.dropCase(s, at.Func, at.Case, "its test does not pass go vet: "+d.msg)
		}
	}
	return nil
}

// brokenTests says that a file of the package keeps any test from being built.
func brokenTests(pkg *load.Package, d diagnostic) *BrokenTestsError {
	path := d.path
	if !filepath.IsAbs(path) {
		path = filepath.Join(pkg.Dir, path)
	}
	return &BrokenTestsError{Pos: token.Position{Filename: path, Line: d.line, Column: d.col}, Msg: d.msg}
}

// Warm compiles what Verify will need for suites of a package, so that it
// finds it in the build cache. Nothing is run. The error is the
// *BrokenTestsError of Verify, where that is known already: no suite of the
// package can be built. It is no fault if anything else keeps it from its end:
// Verify will say what is wrong.
func Warm(ctx context.Context, pkg *load.Package, p *testgen.Prepared, opts Options) error {
	s := p.Stub()
	r, done, err := newRunner(pkg, opts)
	if err != nil {
		return nil
	}
	defer done()
	race, _ := r.detector()
	if r.place(s) != nil {
		return nil
	}
	b, err := r.compileAny(ctx, race)
	if err == nil && b.ok {
		_, _ = r.vet(ctx, race && b.note == "")
	}
	if b.ok || err != nil {
		return nil
	}
	all := diagnostics(b.text)
	if len(r.mine(b.text)) > 0 || len(all) == 0 || !strings.HasSuffix(all[0].file, "_test.go") {
		return nil
	}
	if broken := brokenTests(pkg, all[0]); filepath.Dir(broken.Pos.Filename) == pkg.Dir {
		return broken
	}
	return nil
}
