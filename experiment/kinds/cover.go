package kinds

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"go/build"
	"os"
	"path/filepath"
	"strings"

	"nearmiss/bench/clocked"
	"nearmiss/experiment/task"
)

// coverage is one call of nearmiss cover on a package of another module, as a user would who has written no tests
// yet: the package is copied with its module, its own tests are removed, and tests are written beside it.
func coverage() *task.Kind {
	return &task.Kind{
		Name: "cover", Doc: "write tests for a package of another module",
		Subject: []task.Option{
			{Name: "module", Required: true, Doc: "module with its version, as for go get, or its directory: ./path"},
			{Name: "package", Doc: "directory of the package in the module; that of the module by default"},
		},
		Arm: []task.Option{
			{Name: "tool", Doc: "nearmiss command: a file, or a revision; that of the sources in dir by default"},
			{Name: "flags", Doc: "further flags of cover, with spaces between them"},
		},
		Budget: []task.Option{{Name: "time", Type: task.Duration, Required: true, Doc: "time of the call"}},
		Measures: []task.Measure{
			{Name: "branches", Doc: "branches of all functions"},
			{Name: "found", Doc: "branches that some run takes"},
			{Name: "written", Doc: "branches that a written test takes"},
			{Name: "statements", Doc: "percentage of the statements that the written tests cover"},
			{Name: "own", Doc: "percentage of the statements that the package's own tests cover"},
			{Name: "ahead", Doc: "statements less own"},
			{Name: "tests", Doc: "written cases"},
			{Name: "withheld", Doc: "cases withheld because they act"},
			{Name: "unevaluated", Doc: "functions that were searched without an evaluation"},
			{Name: "late_s", Doc: "seconds of the call beyond its time"},
			{Name: "lines", Doc: "lines of the written tests a line of the package"},
		},
		Open: openPackage,
	}
}

// A coverSession is a copy of a package.
type coverSession struct {
	place *clocked.Place
	own   float64 // percentage of the statements that its own tests cover
	root  string  // of the sources of the tool
	dir   string  // of the copy and of the tools
	tools map[string]string
}

func openPackage(ctx context.Context, dir string, s task.Options) (task.Session, error) {
	home, err := os.MkdirTemp("", "cover-")
	if err != nil {
		return nil, err
	}
	c := &coverSession{root: dir, dir: home, tools: map[string]string{}}
	module := s.Text("module")
	if build.IsLocalImport(module) {
		if module, err = filepath.Abs(filepath.Join(dir, module)); err != nil {
			return nil, errors.Join(err, c.Close())
		}
	}
	if c.place, err = clocked.CopyAll(ctx, home, clocked.Module{Name: module, Package: cmp.Or(s.Text("package"), ".")}); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	c.own = c.place.Coverage(ctx)
	return c, nil
}

func (c *coverSession) Close() error { return os.RemoveAll(c.dir) }

// tool returns the command of a name, which it builds once.
func (c *coverSession) tool(ctx context.Context, name string) (string, error) {
	if path, ok := c.tools[name]; ok {
		return path, nil
	}
	path, err := clocked.Tool(ctx, c.root, c.dir, name)
	if err == nil {
		c.tools[name] = path
	}
	return path, err
}

// Run implements task.Session.
func (c *coverSession) Run(ctx context.Context, cell task.Cell) (m task.Measured, err error) {
	tool, err := c.tool(ctx, cell.Arm.Text("tool"))
	if err != nil {
		return m, err
	}
	limit := cell.Budget.Duration("time")
	r, err := clocked.Cover(ctx, c.place, tool, "", limit, int(cell.Seed), strings.Fields(cell.Arm.Text("flags"))...)
	if err != nil {
		return m, err
	}
	if r.Branches == 0 && r.Said != "" {
		return m, fmt.Errorf("the call wrote nothing: %s", r.Said)
	}
	tests, code := c.place.Lines()
	m.Numbers = map[string]float64{
		"branches": float64(r.Branches), "found": float64(r.Found), "written": float64(r.Written), "statements": r.Statements,
		"own": c.own, "ahead": r.Statements - c.own, "tests": float64(r.Tests), "withheld": float64(r.Withheld),
		"unevaluated": float64(r.Unevaluated), "late_s": r.Seconds - limit.Seconds(), "lines": float64(tests) / float64(max(1, code)),
	}
	return m, nil
}
