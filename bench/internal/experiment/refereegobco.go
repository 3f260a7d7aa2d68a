package experiment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// The outside referee, built from the module proxy.
const (
	gobcoModule  = "github.com/rillig/gobco"
	gobcoVersion = "v1.3.4"
)

// subjects is the module in which copies of standard packages stand.
const subjects = "subject"

// gobco asks the outside referee. An error says why it cannot judge.
func (s *subject) gobco(ctx context.Context) (*Verdict, error) {
	if err := s.movable(); err != nil {
		return nil, err
	}
	bin, err := tool(ctx, s.scratch, gobcoModule, gobcoModule, gobcoVersion)
	if err != nil {
		return nil, err
	}
	v := &Verdict{Referee: Gobco}
	index := map[string]int{}
	files := map[string]bool{}
	for _, name := range s.pkg.GoFiles {
		files[filepath.Base(name)] = true
	}
	for i, set := range s.sets {
		if len(set.files) == 0 {
			v.Notes = append(v.Notes, "there are no "+set.name+" tests")
			continue
		}
		conds, note, err := s.gobcoRun(ctx, bin, set)
		if err != nil {
			return nil, err
		}
		if note != "" {
			v.Notes = append(v.Notes, note)
		}
		for _, c := range conds {
			if file, _, _, _ := splitPos(path.Base(filepath.ToSlash(c.Start))); !files[file] {
				continue
			}
			for outcome, count := range map[bool]int{false: c.FalseCount, true: c.TrueCount} {
				j := Judged{Pos: path.Base(filepath.ToSlash(c.Start)), Outcome: outcome, Text: strings.Join(strings.Fields(c.Code), " "), Taken: make([]bool, len(s.sets))}
				key := fmt.Sprint(j.Name(), " ", j.Text)
				at, ok := index[key]
				if !ok {
					at = len(v.Branches)
					index[key] = at
					v.Branches = append(v.Branches, j)
				}
				taken := v.Branches[at].Taken
				taken[i] = taken[i] || count > 0
			}
		}
	}
	if len(v.Branches) == 0 {
		return nil, errors.New("gobco finds no condition in the package")
	}
	slices.SortFunc(v.Branches, func(a, b Judged) int { return comparePos(a.Name(), b.Name()) })
	return v, nil
}

// movable says why a copy of the package cannot be built in a module of its
// own, if it cannot.
func (s *subject) movable() error {
	if !s.pkg.Std {
		return nil
	}
	for _, name := range s.pkg.OtherFiles {
		return fmt.Errorf("outside the standard library %s cannot be built", filepath.Base(name))
	}
	imports := map[string]bool{}
	for p := range s.pkg.Imports {
		imports[p] = true
	}
	for _, set := range s.sets {
		for name, text := range set.files {
			f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
			if err != nil {
				return err
			}
			for _, spec := range f.Imports {
				if p, err := strconv.Unquote(spec.Path.Value); err == nil && p != s.pkg.ImportPath {
					imports[p] = true
				}
			}
		}
	}
	for p := range imports {
		if slices.Contains(strings.Split(p, "/"), "internal") {
			return fmt.Errorf("a copy of the package outside the standard library cannot import %s", p)
		}
	}
	return nil
}

// A gobcoCond is one entry of the referee's file.
type gobcoCond struct {
	Start, Code           string
	TrueCount, FalseCount int
}

// gobcoRun measures one set of tests on a copy of the package. The note tells
// of tests that failed; an error, that there is no figure.
func (s *subject) gobcoRun(ctx context.Context, bin string, set *testSet) (conds []gobcoCond, note string, err error) {
	home, err := os.MkdirTemp(s.scratch, "gobco-"+set.name+"-")
	if err != nil {
		return nil, "", err
	}
	defer os.RemoveAll(home)
	tests, err := s.bridged(set.files)
	if err != nil {
		return nil, "", err
	}
	dir, err := s.copyTo(filepath.Join(home, "module"), tests)
	if err != nil {
		return nil, "", err
	}
	if err := set.place(dir, s.pkg.Dir); err != nil {
		return nil, "", err
	}
	tmp, stats := filepath.Join(home, "tmp"), filepath.Join(home, "stats.json")
	if err := os.Mkdir(tmp, 0o755); err != nil {
		return nil, "", err
	}
	ctx, cancel := context.WithTimeout(ctx, testTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, bin, "-branch", "-stats", stats, "-test", "-vet=off", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TMPDIR="+tmp, "GOWORK=off")
	said, failed := cmd.CombinedOutput()
	text, err := os.ReadFile(stats)
	if err != nil {
		lines := strings.SplitN(strings.TrimSpace(string(said)), "\n", 4)
		return nil, "", fmt.Errorf("gobco has no figure for the %s tests: %s", set.name, strings.Join(lines[:min(len(lines), 3)], "; "))
	}
	if err := json.Unmarshal(text, &conds); err != nil {
		return nil, "", fmt.Errorf("cannot read gobco's figures: %w", err)
	}
	if failed != nil {
		note = fmt.Sprintf("gobco: the %s tests fail: %s", set.name, tail(string(said)))
	}
	return conds, note, nil
}

// bridged makes up for things that gobco does not see: what test files of the
// package itself export to tests outside (files without tests are renamed so
// that they are no test files any more), dot imports of the package, which
// meet gobco's own names (such files become part of the package), and imports
// by a path that does not end in the package's name (they get one).
func (s *subject) bridged(tests map[string]string) (map[string]string, error) {
	out := map[string]string{}
	for name, text := range tests {
		f, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if f.Name.Name == s.pkg.Name && !slices.ContainsFunc(f.Decls, isTest) {
			name = strings.TrimSuffix(name, "_test.go") + "_zzbridge.go"
		}
		off := func(p token.Pos) int { return int(p - f.FileStart) }
		for _, spec := range f.Imports {
			if spec.Path.Value != strconv.Quote(s.pkg.ImportPath) {
				continue
			}
			if spec.Name == nil && path.Base(s.pkg.ImportPath) != s.pkg.Name {
				text = text[:off(spec.Pos())] + s.pkg.Name + " " + text[off(spec.Pos()):]
			}
			if spec.Name == nil || spec.Name.Name != "." {
				continue
			}
			text = text[:off(spec.Pos())] + `_ "unsafe"` + text[off(spec.End()):]
			text = text[:off(f.Name.Pos())] + s.pkg.Name + text[off(f.Name.End()):]
		}
		out[name] = text
	}
	return out, nil
}

// isTest tells the functions that go test runs.
func isTest(d ast.Decl) bool {
	f, ok := d.(*ast.FuncDecl)
	return ok && f.Recv == nil && slices.ContainsFunc([]string{"Test", "Example", "Fuzz", "Benchmark"}, func(prefix string) bool {
		return strings.HasPrefix(f.Name.Name, prefix)
	})
}

// copyTo copies the package with a set of tests into a module below dir and
// returns the package's directory.
func (s *subject) copyTo(dir string, tests map[string]string) (string, error) {
	if !s.pkg.Std {
		return s.copyModule(dir, tests)
	}
	files, err := s.sources()
	if err != nil {
		return "", err
	}
	at := filepath.Join(dir, filepath.FromSlash(s.pkg.ImportPath))
	moved, err := s.moved(tests, subjects+"/"+s.pkg.ImportPath)
	if err != nil {
		return "", err
	}
	if err := writeFiles(at, files, moved); err != nil {
		return "", err
	}
	mod := map[string]string{"go.mod": "module " + subjects + "\n\ngo " + s.version + "\n"}
	return at, writeFiles(dir, mod)
}

// copyModule copies the whole module around a package.
func (s *subject) copyModule(dir string, tests map[string]string) (string, error) {
	m := s.pkg.Module
	if m == nil {
		return "", errors.New("the package is in no module")
	}
	rel, err := filepath.Rel(m.Dir, s.pkg.Dir)
	if err != nil {
		return "", err
	}
	if err := os.CopyFS(dir, visible{os.DirFS(m.Dir)}); err != nil {
		return "", err
	}
	at := filepath.Join(dir, rel)
	old, err := filepath.Glob(filepath.Join(at, "*_test.go"))
	if err != nil {
		return "", err
	}
	for _, name := range s.pkg.LeftOut() { // gobco does not know build constraints
		old = append(old, filepath.Join(at, filepath.Base(name)))
	}
	for _, name := range old {
		if err := os.Remove(name); err != nil {
			return "", err
		}
	}
	return at, writeFiles(at, tests)
}

// copyTestdata copies the data that tests read.
func copyTestdata(to, from string) error {
	data := filepath.Join(from, "testdata")
	if _, err := os.Stat(data); err != nil {
		return nil
	}
	return copyOver(filepath.Join(to, "testdata"), data)
}
