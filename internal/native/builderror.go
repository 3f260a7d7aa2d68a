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

// A BuildError says why a worker could not be built.
type BuildError struct {
	Pkg    string         // import path of the package under test
	Pos    token.Position // position of the first error; invalid if no error has a position
	Msg    string
	More   int     // number of further errors
	Faults []Fault // all errors with a position, including the first
}

// A Fault is one error of the compiler, which reports about ten at a time.
type Fault struct {
	Pos token.Position
	Msg string
}

func (e *BuildError) Error() string {
	path := ""
	if e.Pos.IsValid() {
		path = e.Pos.String() + ": "
	}
	return fmt.Sprintf("%sno worker for package %s: %s%s", path, e.Pkg, e.Msg, load.AndMore(e.More))
}

// messagePattern matches an error of the go command: file, line, column (optional) and message.
var messagePattern = regexp.MustCompile(`^(.+?\.(?:go|s|c|h|mod|work)):(\d+)(?::(\d+))?: (.*)$`)

// newBuildError makes a *BuildError of the output of the go command. The
// compiler reports the path on disk of a file of the overlay. seen maps this
// path to the path in the user's source.
func newBuildError(pkg *load.Package, t *goTool, seen map[string]string, err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	var failed *goError
	if !errors.As(err, &failed) {
		return err
	}
	buildErr := &BuildError{Pkg: pkg.ImportPath}
	place := func(m []string) token.Position {
		p := position(t, m)
		if path, ok := seen[p.Filename]; ok {
			p.Filename = path
		}
		return p
	}
	var plain []string
	for _, line := range strings.Split(failed.text, "\n") {
		line = strings.TrimRight(line, " \t\r")
		if line == "" || strings.HasPrefix(line, "# ") || strings.HasPrefix(line, "\t") {
			continue
		}
		m := messagePattern.FindStringSubmatch(line)
		switch {
		case strings.HasSuffix(line, "too many errors"):
		case m == nil:
			plain = append(plain, strings.TrimPrefix(line, "go: "))
		default:
			buildErr.Faults = append(buildErr.Faults, Fault{place(m), m[4]})
		}
	}
	if len(buildErr.Faults) > 0 {
		buildErr.Pos, buildErr.Msg, buildErr.More = buildErr.Faults[0].Pos, buildErr.Faults[0].Msg, len(buildErr.Faults)-1
	}
	if buildErr.Msg == "" {
		buildErr.Msg = strings.Join(plain, " ")
	}
	if buildErr.Pos.IsValid() && isGenerated(buildErr.Pos.Filename) {
		buildErr.Msg += " (in code that nearmiss generated)"
	}
	return buildErr
}

// position returns the position in a match of messagePattern.
func position(t *goTool, m []string) token.Position {
	name := m[1]
	if t != nil && !filepath.IsAbs(name) {
		name = filepath.Join(t.dir, name)
	}
	line, _ := strconv.Atoi(m[2])
	col, _ := strconv.Atoi(m[3])
	return token.Position{Filename: name, Line: line, Column: col}
}

// isGenerated reports whether a file exists only in the worker's build.
func isGenerated(name string) bool {
	slash := filepath.ToSlash(name)
	return filepath.Base(name) == codecFile || strings.Contains(slash, "/"+mainName) ||
		strings.Contains(slash, "/src/"+runtimePrefix+"/") || strings.Contains(slash, "/src/"+firstPrefix+"/")
}
