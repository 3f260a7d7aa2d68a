package native

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"nearmiss/internal/load"
)

// BuildError says why a worker could not be built.
type BuildError struct {
	Pkg    string         // import path of the package under test
	Pos    token.Position // where the source has one
	Msg    string
	More   int     // further errors, not shown
	Faults []Fault // all that have a place, the first among them
}

// A Fault is one complaint of the compiler. It tells of some ten at a time.
type Fault struct {
	Pos token.Position
	Msg string
}

func (e *BuildError) Error() string {
	at := ""
	if e.Pos.IsValid() {
		at = e.Pos.String() + ": "
	}
	return fmt.Sprintf("%sno worker for package %s: %s%s", at, e.Pkg, e.Msg, load.AndMore(e.More))
}

var placed = regexp.MustCompile(`^(.+?\.(?:go|s|c|h|mod|work)):(\d+)(?::(\d+))?: (.*)$`)

// newBuildError makes one sentence of what the go command wrote. The compiler
// calls a file of the overlay by the path of its contents; seen leads from
// there back to the path at which the user knows it.
func newBuildError(pkg *load.Package, t *goTool, seen map[string]string, err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	var failed *goError
	if !errors.As(err, &failed) {
		return err
	}
	e := &BuildError{Pkg: pkg.ImportPath}
	place := func(m []string) token.Position {
		p := position(t, m)
		if at, ok := seen[p.Filename]; ok {
			p.Filename = at
		}
		return p
	}
	var plain []string
	for _, line := range strings.Split(failed.text, "\n") {
		line = strings.TrimRight(line, " \t\r")
		if line == "" || strings.HasPrefix(line, "# ") || strings.HasPrefix(line, "\t") {
			continue
		}
		m := placed.FindStringSubmatch(line)
		switch {
		case strings.HasSuffix(line, "too many errors"):
		case m == nil:
			plain = append(plain, strings.TrimPrefix(line, "go: "))
		default:
			e.Faults = append(e.Faults, Fault{place(m), m[4]})
		}
	}
	if len(e.Faults) > 0 {
		e.Pos, e.Msg, e.More = e.Faults[0].Pos, e.Faults[0].Msg, len(e.Faults)-1
	}
	if e.Msg == "" {
		e.Msg = strings.Join(plain, " ")
	}
	if e.Pos.IsValid() && generated(e.Pos.Filename) {
		e.Msg += " (in code that nearmiss generated)"
	}
	return e
}

// position reads the file, line and column of a match of placed.
func position(t *goTool, m []string) token.Position {
	name := m[1]
	if t != nil && !filepath.IsAbs(name) {
		name = filepath.Join(t.dir, name)
	}
	line, _ := strconv.Atoi(m[2])
	col, _ := strconv.Atoi(m[3])
	return token.Position{Filename: name, Line: line, Column: col}
}

// generated reports whether a file exists only in the worker's build.
func generated(name string) bool {
	slash := filepath.ToSlash(name)
	return filepath.Base(name) == codecFile || strings.Contains(slash, "/"+mainName) ||
		strings.Contains(slash, "/src/"+runtimePrefix+"/") || strings.Contains(slash, "/src/"+firstPrefix+"/")
}
