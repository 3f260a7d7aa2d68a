package testgen

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// runner runs the go command on the package with the emitted files in place
// of, or beside, the real ones. The user's tree is not touched.
type runner struct {
	suite   *Suite
	opts    VerifyOptions
	temp    string
	overlay string
	names   map[string]string // name of an emitted file → name it goes by in the overlay
}

// place writes the files of the suite and the overlay that maps them into
// the package's directory. A file there that is not ours keeps its place:
// the emitted one then goes by another name.
func (r *runner) place(s *Suite) error {
	r.suite = s
	replace := map[string]string{}
	for _, f := range s.Files {
		name := f.Name
		for overwritable(filepath.Join(s.Pkg.Dir, name)) != nil {
			name = "zz" + name
		}
		path := filepath.Join(r.temp, name)
		if err := os.WriteFile(path, f.Data, 0o600); err != nil {
			return err
		}
		r.names[f.Name] = name
		replace[filepath.Join(s.Pkg.Dir, name)] = path
	}
	// Our own files of an earlier run that are not emitted again must not take part.
	for _, name := range []string{TestFile, BridgeFile} {
		path := filepath.Join(s.Pkg.Dir, name)
		if data, err := os.ReadFile(path); err == nil && ours(data) && replace[path] == "" {
			replace[path] = ""
		}
	}
	for from, to := range r.opts.Replace {
		replace[from] = to
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	r.overlay = filepath.Join(r.temp, "overlay.json")
	return os.WriteFile(r.overlay, data, 0o600)
}

// command runs one go command in the package's directory.
func (r *runner) command(ctx context.Context, args ...string) (stdout, stderr []byte, err error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = r.suite.Pkg.Dir
	env := r.opts.Env
	if env == nil {
		env = os.Environ()
	}
	cmd.Env = append(env[:len(env):len(env)], "GOTMPDIR="+r.temp) // goes with the rest, however it ends
	// In a group of its own it does not hear a Ctrl-C that is meant for the
	// search, and all it starts can be ended with it.
	cmd.SysProcAttr = groupAttr()
	cmd.WaitDelay = 5 * time.Second
	cmd.Cancel = func() error { return killGroup(cmd.Process) }
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	if ctx.Err() != nil {
		return nil, nil, ctx.Err()
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, nil, &RunError{Package: r.suite.Pkg.ImportPath, Msg: err.Error()}
	}
	return out.Bytes(), errs.Bytes(), err
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

// vet runs go vet. It returns the diagnostics about our files; those about
// the user's files are not ours to judge.
func (r *runner) vet(ctx context.Context) ([]diagnostic, error) {
	args := append([]string{"vet", "-overlay", r.overlay}, r.opts.Flags...)
	out, errs, err := r.command(ctx, append(args, ".")...)
	if err == nil {
		return nil, nil
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		return nil, err
	}
	var mine []diagnostic
	for _, d := range diagnostics(string(out) + string(errs)) {
		if r.emitted(d) {
			mine = append(mine, d)
		}
	}
	return mine, nil
}

// event is one line of go test -json.
type event struct {
	Time        time.Time
	Action      string
	Test        string
	Output      string
	FailedBuild string
}

// outcome is what one go test run showed.
type outcome struct {
	ok       bool
	race     bool
	built    bool
	messages string // of the go command and the build
	tests    map[string]*testRun
	order    []string // of the tests, as they began
	timedOut bool
}

// testRun is one test or subtest over all its repetitions.
type testRun struct {
	runs, passes, fails int
	open                bool
	began               time.Time
	spent               time.Duration // over all runs, also the one that did not end
	output              []string      // of the runs that failed
	current             []string
}

func (r *runner) test(ctx context.Context, race bool) (*outcome, error) {
	args := []string{"test", "-json", "-vet=off", "-overlay", r.overlay, "-shuffle=on",
		"-count=" + strconv.Itoa(r.opts.Count), "-timeout=" + r.opts.Timeout.String()}
	if race {
		args = append(args, "-race")
	}
	if r.opts.Exec != "" {
		args = append(args, "-exec", r.opts.Exec)
	}
	args = append(args, r.opts.Flags...)
	args = append(args, "-run", "^("+strings.Join(r.suite.Tests, "|")+")$", ".")
	out, errs, err := r.command(ctx, args...)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, err
	}
	o := parseEvents(out)
	o.ok, o.race, o.messages = err == nil, race, o.messages+string(errs)
	return o, nil
}

// parseEvents reads the events of go test -json.
func parseEvents(data []byte) *outcome {
	o := &outcome{built: true, tests: map[string]*testRun{}}
	for _, line := range bytes.Split(data, []byte("\n")) {
		var e event
		if json.Unmarshal(line, &e) != nil {
			o.messages += string(line)
			continue
		}
		if e.FailedBuild != "" || e.Action == "build-fail" {
			o.built = false
		}
		if e.Test == "" {
			o.messages += e.Output
			continue
		}
		o.add(e)
	}
	return o
}

func (o *outcome) add(e event) {
	t := o.tests[e.Test]
	if t == nil {
		t = &testRun{}
		o.tests[e.Test] = t
		o.order = append(o.order, e.Test)
	}
	if t.open {
		t.spent += e.Time.Sub(t.began)
		t.began = e.Time
	}
	switch e.Action {
	case "run":
		t.runs++
		t.open, t.began, t.current = true, e.Time, nil
	case "output":
		o.timedOut = o.timedOut || strings.HasPrefix(e.Output, "panic: test timed out")
		t.current = append(t.current, e.Output)
	case "pass", "skip":
		t.passes++
		t.open, t.current = false, nil
	case "fail":
		t.fails++
		t.open = false
		t.output = append(t.output, t.current...)
		t.current = nil
	}
}

var noRace = regexp.MustCompile(`-race requires cgo|-race is (only|not) supported|C compiler .* not found|exec: "[^"]*": executable file not found`)

// raceless returns why -race cannot be used here, "" if that was not the
// trouble.
func (o *outcome) raceless() string {
	if o.ok || len(o.tests) > 0 {
		return ""
	}
	return strings.TrimSpace(noRace.FindString(o.messages))
}
