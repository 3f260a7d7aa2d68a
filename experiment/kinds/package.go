package kinds

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/build"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"

	"nearmiss/experiment/place"
	"nearmiss/experiment/task"
	"nearmiss/internal/report"
)

// packageOptions are the options of a subject that is a package.
var packageOptions = []task.Option{
	{Name: "module", Doc: "module with its version, as for go get, or its directory: ./path; none for a package of the standard library"},
	{Name: "package", Doc: "directory of the package in the module, that of the module by default; import path without a module; ./... stands for all packages of the module"},
}

// callOptions are the options of an arm that calls nearmiss cover.
var callOptions = []task.Option{
	{Name: "tool", Doc: "nearmiss command: a file, or a revision; that of the sources in dir by default"},
	{Name: "flags", Doc: "further flags of cover, with spaces between them"},
	{Name: "keep", Doc: "directory, from dir, for what a cell has to show: tests, output of failures and the like"},
}

// Values of the option that says whose tests are measured.
const (
	emitted = "emitted" // of nearmiss cover
	own     = "own"     // of the package
)

// testsOption returns the option of an arm that says whose tests are measured.
func testsOption(values ...string) task.Option {
	return task.Option{Name: "tests", Required: true, Values: values, Doc: "emitted by cover, the package's own, or kept by go test -fuzz"}
}

// callTime is the option of a budget for the time of a call.
var callTime = task.Option{Name: "time", Type: task.Duration, Required: true, Doc: "time of the call"}

// ownDrawNothing reports whether the tests of an arm depend on the seed.
func ownDrawNothing(arm task.Options) bool { return arm.Text("tests") != own }

// A packageSession is a copy of a package.
type packageSession struct {
	place *place.Place
	root  string // of the sources of the tool
	dir   string // of the copy and of the tools
	tools map[string]string
}

func openPackage(ctx context.Context, dir string, s task.Options) (*packageSession, error) {
	module, pkg := s.Text("module"), s.Text("package")
	if module == "" && pkg == "" {
		return nil, errors.New("a subject needs a module or a package")
	}
	home, err := os.MkdirTemp("", "package-")
	if err != nil {
		return nil, err
	}
	p := &packageSession{root: dir, dir: home, tools: map[string]string{}}
	if module, err = found(dir, module); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	if p.place, err = place.Copy(ctx, home, module, cmp.Or(pkg, ".")); err != nil {
		return nil, errors.Join(err, p.Close())
	}
	return p, nil
}

// found returns a module as package place names it: a directory from dir by its absolute path.
func found(dir, module string) (string, error) {
	if build.IsLocalImport(module) {
		return filepath.Abs(filepath.Join(dir, module))
	}
	return module, nil
}

// expandPackages returns the packages of modules whose package is ./... .
func expandPackages(ctx context.Context, dir string, subjects []task.Options) (list []task.Expansion) {
	for _, s := range subjects {
		var e task.Expansion
		if s.Text("package") == "./..." {
			e.Subjects, e.Err = packagesOf(ctx, dir, s)
		}
		list = append(list, e)
	}
	return list
}

func packagesOf(ctx context.Context, dir string, s task.Options) (list []task.Named, err error) {
	temp, err := os.MkdirTemp("", "module-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(temp)) }()
	module, err := found(dir, s.Text("module"))
	if err != nil {
		return nil, err
	}
	packages, err := place.Packages(ctx, temp, module)
	for _, p := range packages {
		one := maps.Clone(s)
		one["package"] = p
		list = append(list, task.Named{Name: p, Options: one})
	}
	return list, err
}

func (p *packageSession) Close() error { return os.RemoveAll(p.dir) }

// tool returns the command of a name, which it builds once.
func (p *packageSession) tool(ctx context.Context, name string) (path string, err error) {
	path, ok := p.tools[name]
	if !ok {
		if path, err = place.Nearmiss(ctx, p.root, p.dir, name); err == nil {
			p.tools[name] = path
		}
	}
	return path, err
}

// keep leaves texts, by file name, and the tests that are there, if the arm names a directory.
func (p *packageSession) keep(c task.Cell, texts map[string]string) error {
	to := c.Arm.Text("keep")
	if to == "" {
		return nil
	}
	var name string
	for _, option := range []string{"module", "package", "report", "fault"} {
		name += "_" + c.Subject.Text(option)
	}
	name = strings.Trim(strings.ReplaceAll(name, "/", "_"), "_")
	to = filepath.Join(p.root, to, fmt.Sprintf("%s-%d", name, c.Seed))
	if err := errors.Join(os.RemoveAll(to), os.MkdirAll(to, 0o777)); err != nil {
		return err
	}
	for _, name := range p.place.Tests() {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		texts[filepath.Base(name)] = string(text)
	}
	return place.Write(to, texts)
}

// A call is what one call of nearmiss cover came to.
type call struct {
	report.Report
	text         string        // of the report
	said         string        // on the standard error output
	took         time.Duration // without that for dependencies
	dependencies time.Duration
	megabytes    float64 // of memory of the command, at most
}

// megabytes returns the resident memory of a process that has ended, at most; 0 on systems that do not count it.
func megabytes(s *os.ProcessState) float64 {
	if most := reflect.Indirect(reflect.ValueOf(s.SysUsage())).FieldByName("Maxrss"); most.IsValid() {
		return float64(most.Int() >> 10)
	}
	return 0
}

// grace is how long a call may last beyond its time.
const grace = 3 * time.Minute

var dependencies = regexp.MustCompile(`built first, in (\S+), which is not part of -time`)

// call removes the tests that are there and calls the command of a cell, with more flags, which writes others.
func (p *packageSession) call(ctx context.Context, c task.Cell, flags ...string) (*call, error) {
	tool, err := p.tool(ctx, c.Arm.Text("tool"))
	if err != nil {
		return nil, err
	}
	if err := p.place.Clear(); err != nil {
		return nil, err
	}
	limit := c.Budget.Duration("time")
	args := []string{tool, "cover", "-seed", strconv.FormatUint(c.Seed, 10), "-time", limit.String(), "-json", "-"}
	args = append(append(args, strings.Fields(c.Arm.Text("flags"))...), flags...)
	env := []string{"GOFLAGS=-mod=mod"}
	if p.place.Std != "" {
		env, args = nil, append(args, "-o", p.place.Dir, p.place.Std)
	} else {
		args = append(args, "-w", ".")
	}
	timed, done := context.WithTimeout(ctx, limit+grace)
	defer done()
	cmd := place.Command(timed, p.place.Dir, env, args...)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	began := time.Now()
	failed := cmd.Run()
	r := &call{text: out.String(), said: said.String(), took: time.Since(began), megabytes: megabytes(cmd.ProcessState)}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err := json.Unmarshal(out.Bytes(), &r.Report); err != nil || failed != nil && r.Totals.Branches == 0 {
		lines := strings.Split(strings.TrimSpace(said.String()), "\n")
		return nil, fmt.Errorf("the call wrote nothing: %w: %s", errors.Join(failed, err), lines[len(lines)-1])
	}
	for _, n := range r.Notes {
		if m := dependencies.FindStringSubmatch(n.Text); m != nil {
			r.dependencies, _ = time.ParseDuration(m[1])
		}
	}
	r.took -= r.dependencies
	return r, nil
}
