package testgen

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"nearmiss/internal/load"
)

// runner runs the go command on the package with the emitted files in place
// of, or beside, the real ones. The user's tree is not touched.
type runner struct {
	suite   *Suite
	opts    VerifyOptions
	temp    string
	overlay string
	binary  string            // of the compiled tests
	names   map[string]string // name of an emitted file → name it goes by in the overlay
	guards  bool              // the tests are to survive panics
	tests   map[string][]byte // the package's own test files, by name
	alike   []string          // tests in these that are named as ours are
	unsure  bool              // the last build failed, and vet may be why
	builds  int               // calls of compile so far
}

// place writes the files of the suite and the overlay that maps them into
// the package's directory. A file there that is not ours keeps its place:
// the emitted one then goes by another name.
func (r *runner) place(s *Suite) error {
	r.suite, r.binary = s, filepath.Join(r.temp, "suite.test")
	r.tests = ownFiles(s.Pkg.Dir, r.opts.Replace)
	r.alike = alike(r.tests)
	dir := s.Pkg.Dir
	if r.opts.Place != "" {
		dir = r.opts.Place
	}
	replace := map[string]string{}
	files, err := r.files(s)
	if err != nil {
		return err
	}
	for _, f := range files {
		name := f.Name
		for overwritable(filepath.Join(dir, name)) != nil {
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
	for _, name := range []string{TestFile, PanicFile, BridgeFile, FuzzFile, WorstFile} {
		path := filepath.Join(dir, name)
		if data, err := load.ReadFile(path); err == nil && ours(data) && replace[path] == "" {
			replace[path] = ""
		}
	}
	for from, to := range r.opts.Replace {
		replace[from] = to
	}
	if s.prepared.own.leftOut {
		for _, path := range r.ownPaths(s) {
			replace[path] = ""
		}
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	r.overlay = filepath.Join(r.temp, "overlay.json")
	return os.WriteFile(r.overlay, data, 0o600)
}

// files are those of the suite as they are checked.
func (r *runner) files(s *Suite) ([]File, error) {
	files := s.whole()
	if !r.guarded(s) {
		return files, nil
	}
	for i, f := range files {
		if f.Name == BridgeFile {
			continue
		}
		data, err := s.guarded(f)
		if err != nil {
			return nil, err
		}
		files[i].Data = data
	}
	return append(files, File{Name: guardFile, Data: s.guard()}), nil
}

// guarded reports whether the tests of a suite survive panics, and leave out what they
// are told to.
func (r *runner) guarded(s *Suite) bool { return r.guards && s.guardable() }

// goCommand runs one go command for the package.
func (r *runner) goCommand(ctx context.Context, out io.Writer, args ...string) (bool, error) {
	args = append(args, r.opts.Flags...)
	if r.opts.Dir != "" {
		return r.command(ctx, out, r.opts.Dir, "go", append(args, r.suite.Pkg.ImportPath)...)
	}
	return r.command(ctx, out, r.suite.Pkg.Dir, "go", append(args, ".")...)
}

// command runs one command in a directory and reports whether it ended well.
func (r *runner) command(ctx context.Context, out io.Writer, dir, name string, args ...string) (bool, error) {
	return r.finish(ctx, r.prepare(ctx, out, dir, name, args...).Run())
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
		return false, &RunError{Package: r.suite.Pkg.ImportPath, Msg: err.Error()}
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
	file      string // base name
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

// emitted reports whether a diagnostic is about one of our files.
func (r *runner) emitted(d diagnostic) bool {
	for _, name := range r.names {
		if d.file == name {
			return true
		}
	}
	return false
}

// mine returns the messages that are about our files.
func (r *runner) mine(text string) []diagnostic {
	var list []diagnostic
	for _, d := range diagnostics(text) {
		if r.emitted(d) {
			list = append(list, r.home(d))
		}
	}
	return list
}

// compile builds the test binary. Vet goes along in the same command, which
// fails for what vet says of the user's files too: where it is known to, vet
// runs beside it, and what it says of ours alone counts. The compiler is to
// tell all that is wrong, not only the first ten faults; nobody debugs the tests,
// so it need not say how to.
func (r *runner) compile(ctx context.Context, race, vet bool) (text string, ok bool, err error) {
	r.builds++
	p := r.suite.prepared
	if vet && p.vetApart {
		return r.compileApart(ctx, race)
	}
	text, ok, err = r.compileTo(ctx, r.binary, race, vet)
	if ok && !vet && r.unsure {
		p.vetApart = true
	}
	r.unsure = vet && !ok && err == nil && len(r.mine(text)) == 0 && raceless(text) == ""
	return text, ok, err
}

// compileApart compiles the tests while vet looks at them.
func (r *runner) compileApart(ctx context.Context, race bool) (text string, ok bool, err error) {
	vetCtx, cancel := context.WithCancel(ctx)
	var vetted sync.WaitGroup
	var said string
	var vetErr error
	vetted.Go(func() { said, vetErr = r.vetText(vetCtx, race) })
	text, ok, err = r.compileTo(ctx, r.binary, race, false)
	if !ok {
		cancel()
	}
	vetted.Wait()
	cancel()
	switch {
	case !ok:
		return text, false, err
	case vetErr != nil:
		return "", false, vetErr
	case len(r.mine(said)) > 0:
		return said, false, nil
	}
	return text, true, nil
}

// compileTo runs the go command that compiles the tests.
func (r *runner) compileTo(ctx context.Context, binary string, race, vet bool) (text string, ok bool, err error) {
	args := []string{"test", "-c", "-o", binary, "-overlay", r.overlay, "-gcflags=-e -dwarf=false", "-ldflags=-w", "-vet=off"}
	if vet {
		args[len(args)-1] = "-vet=all"
	}
	if race {
		args = append(args, "-race")
	}
	var out bytes.Buffer
	ok, err = r.goCommand(ctx, &out, args...)
	return out.String(), ok, err
}

// vet runs go vet alone and returns what it says about our files: what it
// says about the user's is not ours to judge.
func (r *runner) vet(ctx context.Context, race bool) ([]diagnostic, error) {
	text, err := r.vetText(ctx, race)
	return r.mine(text), err
}

func (r *runner) vetText(ctx context.Context, race bool) (string, error) {
	args := []string{"vet", "-overlay", r.overlay}
	if race {
		args = append(args, "-race")
	}
	var out bytes.Buffer
	_, err := r.goCommand(ctx, &out, args...)
	return out.String(), err
}

// run runs compiled tests count times, without those that skip names.
func (r *runner) run(ctx context.Context, set setting, tests []string, count int, limit time.Duration, skip []string) (*outcome, error) {
	args := []string{"-test.v=test2json", "-test.paniconexit0", "-test.shuffle=on",
		"-test.count=" + strconv.Itoa(count), "-test.timeout=" + limit.String()}
	args = append(args, r.only(tests, skip, &set)...)
	return r.launch(ctx, r.suite.Pkg.Dir, set, args)
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

var noRace = regexp.MustCompile(`-race requires cgo|-race is (only|not) supported|C compiler .* not found|exec: "[^"]*": executable file not found`)

// raceless returns why -race cannot be used here, "" if that was not the
// trouble with a build.
func raceless(text string) string { return strings.TrimSpace(noRace.FindString(text)) }
