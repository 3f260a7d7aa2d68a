package clocked

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"nearmiss/bench/internal/experiment"
)

// anyMod lets the go command change the go.mod file of a copy.
var anyMod = []string{"GOFLAGS=-mod=mod"}

// A Place is a copy of a package.
type Place struct {
	Module
	root string // of the module
	dir  string // of the package
}

// Copy copies the module of a package below dir, without the tests of the package.
func Copy(ctx context.Context, dir string, m Module) (*Place, error) {
	p, err := CopyAll(ctx, dir, m)
	if err != nil {
		return nil, err
	}
	return p, p.Clear()
}

// CopyAll copies the module of a package below dir. A module that is named by an absolute path is a directory.
func CopyAll(ctx context.Context, dir string, m Module) (*Place, error) {
	at := struct{ Dir string }{m.Name}
	if !filepath.IsAbs(m.Name) {
		out, err := experiment.Output(ctx, dir, anyMod, "go", "mod", "download", "-json", m.Name)
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal([]byte(out), &at); err != nil {
			return nil, err
		}
	}
	root := filepath.Join(dir, strings.Map(func(r rune) rune {
		if r == '/' || r == '@' {
			return '_'
		}
		return r
	}, m.Name))
	if err := os.CopyFS(root, os.DirFS(at.Dir)); err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
		path, _, _ := strings.Cut(m.Name, "@")
		if _, err := experiment.Output(ctx, root, anyMod, "go", "mod", "init", path); err != nil {
			return nil, err
		}
	}
	return &Place{m, root, filepath.Join(root, m.Package)}, nil
}

// Clear removes the tests of the package.
func (p *Place) Clear() error {
	tests, _ := filepath.Glob(filepath.Join(p.dir, "*_test.go"))
	var errs []error
	for _, name := range tests {
		errs = append(errs, os.Remove(name))
	}
	return errors.Join(errs...)
}

// Root is the directory of the module.
func (p *Place) Root() string { return p.root }

// Dir is the directory of the package.
func (p *Place) Dir() string { return p.dir }

// NewRow returns an empty row of the package.
func (p *Place) NewRow(revision string, seed int) *Row {
	return &Row{Module: p.Name, Package: p.Package, Tool: revision, Seed: seed, Lost: map[string]int{}, Cases: map[string]int{}, Weaker: map[string]int{}}
}

// A Row is what one call came to.
type Row struct {
	Module, Package string
	Tool            string // the revision of the command
	Seed            int
	Seconds         float64
	Functions       int            // searched
	Unevaluated     int            // of these, without one evaluation
	Branches        int            // of all functions
	Found           int            // taken by some run
	Written         int            // taken by a written test
	Lost            map[string]int // branches found and not written, by the reason
	Cases           map[string]int // cases withheld because they act, by what they do
	Withheld        int            // cases withheld because they act
	Tests           int            // cases written
	Weaker          map[string]int // cases that assert less than they could, by the reason
	Statements      float64        // percent, by go test -cover
	Said            string         // by a call that failed
}

// result is what is read of the JSON.
type result struct {
	Packages []struct {
		Functions []struct {
			Status      string
			Evaluations float64
			Account     struct {
				Withheld []struct {
					How   string
					Cases int
				}
			}
			Branches  struct{ Total, Covered int }
			Uncovered []struct{ Reason string }
			Tests     []struct{ Name string }
		}
		Notes []struct {
			Text  string
			Count int
		}
	}
}

// found begins the reason of a branch that a run took and no test does.
const found = "a run took it, but "

// grace is how long a call may last beyond its time.
const grace = 3 * time.Minute

// Cover runs a nearmiss command on a package, with a clock and further arguments. A call that fails is a row, too.
func Cover(ctx context.Context, p *Place, tool, revision string, limit time.Duration, seed int, arguments ...string) (*Row, error) {
	if err := p.Clear(); err != nil {
		return nil, err
	}
	row := p.NewRow(revision, seed)
	timed, done := context.WithTimeout(ctx, limit+grace)
	defer done()
	began := time.Now()
	call := append([]string{tool, "cover", "-seed", strconv.Itoa(seed), "-time", limit.String(), "-w", "-json", "-"}, arguments...)
	out, err := experiment.Output(timed, p.dir, anyMod, append(call, ".")...)
	row.Seconds = time.Since(began).Seconds()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		row.Said = err.Error()
	}
	if err := row.Read([]byte(out)); err != nil {
		row.Said += fmt.Sprint(": ", err)
		return row, nil
	}
	row.Statements = p.Coverage(ctx)
	return row, ctx.Err()
}

// testLimit bounds one run of the tests of a package.
const testLimit = 2 * time.Minute

// Coverage returns the percentage of statements that the tests of the package cover, 0 if they do not run.
func (p *Place) Coverage(ctx context.Context) float64 {
	timed, done := context.WithTimeout(ctx, testLimit)
	defer done()
	out, _ := experiment.Output(timed, p.dir, anyMod, "go", "test", "-short", "-count=1", "-cover", ".")
	return Percent(out)
}

// Percent returns the percentage of statements that go test -cover prints, 0 if it prints none.
func Percent(out string) (percent float64) {
	if m := statements.FindStringSubmatch(out); m != nil {
		percent, _ = strconv.ParseFloat(m[1], 64)
	}
	return percent
}

// Lines counts the lines of the Go files of the package: of its tests, and of its other files.
func (p *Place) Lines() (tests, code int) {
	files, _ := filepath.Glob(filepath.Join(p.dir, "*.go"))
	for _, name := range files {
		data, _ := os.ReadFile(name)
		if n := bytes.Count(data, []byte("\n")); strings.HasSuffix(name, "_test.go") {
			tests += n
		} else {
			code += n
		}
	}
	return tests, code
}

// Tool returns a nearmiss command: a file, or that of a revision of the repository at root, built in dir; without a
// name that of the sources at root.
func Tool(ctx context.Context, root, dir, name string) (string, error) {
	return experiment.CommandOf(ctx, root, dir, name)
}

var statements = regexp.MustCompile(`coverage: ([0-9.]+)% of statements`)

// Read counts what the command's JSON says.
func (row *Row) Read(text []byte) error {
	var r result
	if err := json.Unmarshal(text, &r); err != nil {
		return err
	}
	for _, p := range r.Packages {
		for _, f := range p.Functions {
			row.Branches += f.Branches.Total
			row.Written += f.Branches.Covered
			row.Tests += len(f.Tests)
			if f.Status == "searched" {
				row.Functions++
				if f.Evaluations == 0 {
					row.Unevaluated++
				}
			}
			for _, w := range f.Account.Withheld {
				if w.How != "" {
					row.Withheld += w.Cases
					row.Cases[w.How] += w.Cases
				}
			}
			for _, u := range f.Uncovered {
				if why, ok := strings.CutPrefix(u.Reason, found); ok {
					why, _, _ = strings.Cut(why, ": ")
					row.Lost[why]++
				}
			}
		}
	}
	for _, p := range r.Packages {
		for _, n := range p.Notes {
			if _, why, ok := strings.Cut(n.Text, ": weaker: "); ok {
				row.Weaker[why] += max(1, n.Count)
			}
		}
	}
	row.Found = row.Written
	for _, n := range row.Lost {
		row.Found += n
	}
	return nil
}
