package experiment

import (
	"context"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"nearmiss/internal/load"
)

// A Referee says which branches a set of tests takes.
type Referee string

const (
	// Gobco is the outside referee: whole conditions of if, for, switch and
	// select, counted by another project's instrumentation.
	Gobco Referee = "gobco"
	// Probes is our own rewriting under the package's tests: atomic
	// conditions, as the search sees them.
	Probes Referee = "probes"
)

// A Judged branch is one that a referee knows, and which tests take it.
type Judged struct {
	Pos     string // file.go:line:col
	Outcome bool
	Text    string // of the condition
	Func    string // the function around it, if known
	Taken   []bool // by the sets of tests, in their order
}

// Name is the branch as the reports name it.
func (j Judged) Name() string {
	if j.Outcome {
		return j.Pos + "/T"
	}
	return j.Pos + "/F"
}

// A Verdict is what a referee found on one package.
type Verdict struct {
	Referee  Referee
	Passed   string // why the outside referee was passed over, if it was
	Branches []Judged
	Notes    []string // tests that failed under the referee, and the like
}

// Count returns how many branches a set of tests takes.
func (v *Verdict) Count(set int) int {
	n := 0
	for _, b := range v.Branches {
		if b.Taken[set] {
			n++
		}
	}
	return n
}

// Deficits lists the branches that one set of tests takes and another does
// not.
func (v *Verdict) Deficits(takes, not int) []Judged {
	var out []Judged
	for _, b := range v.Branches {
		if b.Taken[takes] && !b.Taken[not] {
			out = append(out, b)
		}
	}
	return out
}

// testTime bounds one run of a package's tests.
const testTime = 5 * time.Minute

// Judge measures sets of tests of a package, each alone. With an empty
// referee it asks gobco where that can build the package, else the probes.
// scratch is a directory for what has to be built.
func Judge(ctx context.Context, referee Referee, pkg *load.Package, scratch string, sets ...Set) (*Verdict, error) {
	s, err := newSubject(ctx, pkg, scratch)
	if err != nil {
		return nil, err
	}
	if err := s.read(ctx, sets); err != nil {
		return nil, err
	}
	why := ""
	if referee != Probes {
		v, err := s.gobco(ctx)
		if err == nil {
			return v, nil
		}
		if ctx.Err() != nil || referee == Gobco {
			return nil, err
		}
		why = err.Error()
	}
	v, err := s.probes(ctx)
	if v != nil {
		v.Passed = why
	}
	return v, err
}

// A subject is a package with sets of tests.
type subject struct {
	pkg     *load.Package
	scratch string
	root    string // GOROOT
	version string // of the go directive: 1.26
	sets    []*testSet
}

// newSubject finds out what the go command says of a package.
func newSubject(ctx context.Context, pkg *load.Package, scratch string) (*subject, error) {
	s := &subject{pkg: pkg, scratch: scratch}
	out, err := s.goTool(ctx, scratch, "env", "GOROOT", "GOVERSION")
	if err != nil {
		return nil, err
	}
	root, version, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	version, _, _ = strings.Cut(strings.TrimPrefix(version, "go"), " ")
	s.root, s.version = root, version
	return s, nil
}

// sources are the files that the package is made of, by name.
func (s *subject) sources() (map[string]string, error) {
	files := map[string]string{}
	for _, name := range slices.Concat(s.pkg.GoFiles, s.pkg.OtherFiles) {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		files[filepath.Base(name)] = string(text)
	}
	return files, nil
}

// moved returns test files whose imports of the package lead to another path.
func (s *subject) moved(tests map[string]string, to string) (map[string]string, error) {
	out := map[string]string{}
	for name, text := range tests {
		f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
		if err != nil {
			return nil, err
		}
		for _, spec := range slices.Backward(f.Imports) {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil && path == s.pkg.ImportPath {
				from := int(spec.Path.Pos()) - int(f.FileStart)
				text = text[:from] + strconv.Quote(to) + text[from+len(spec.Path.Value):]
			}
		}
		out[name] = text
	}
	return out, nil
}

// goTool runs the go command. Packages of the standard library are no
// module's, so the user's settings are not asked for them.
func (s *subject) goTool(ctx context.Context, dir string, args ...string) ([]byte, error) {
	env := []string{"GOTOOLCHAIN=local"}
	if s.pkg.Std {
		env = append(env, "GOFLAGS=", "GOWORK=off", "GO111MODULE=")
	}
	out, err := Output(ctx, dir, env, append([]string{"go"}, args...)...)
	return []byte(out), err
}

// tail keeps the end of a long text.
func tail(s string) string {
	const most = 2000
	if s = strings.TrimSpace(s); len(s) > most {
		return "…" + s[len(s)-most:]
	}
	return s
}

// writeFiles writes files into a directory, which it makes.
func writeFiles(dir string, files ...map[string]string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, set := range files {
		for name, text := range set {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}
