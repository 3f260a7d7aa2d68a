package experiment

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"nearmiss/cfg"
	"nearmiss/internal/instrument"
	"nearmiss/internal/native"
)

// Virtual packages and files of the referee by probes, all of them below the
// standard library's tree or beside the package.
const (
	moverPath = "zznearmiss/subject/" // before the import path of a copy
	dumpPath  = "zznearmiss/referee"
	dumpFile  = "zznearmissdump_test.go"
	takenDir  = "ZZNEARMISS_TAKEN" // the variable that names the directory for the figures
)

// armed is a file of package probe that makes the probes record before
// anything else of the program is initialised.
const armed = `package probe

func init() {
	Init(%d, 0)
	Begin()
}

// SoFar lists the branches taken so far.
func SoFar() []Branch {
	var bs []Branch
	for b := range 2 * conds {
		if hot[b]&armed == 0 {
			bs = append(bs, Branch(b))
		}
	}
	return bs
}
`

// dump is a package that writes down the branches when the process ends.
const dump = `package referee

import (
	"internal/runtime/exithook"
	"os"
	"strconv"
	"zznearmiss/probe"
)

func init() { exithook.Add(exithook.Hook{F: write, RunOnFailure: true}) }

func write() {
	taken := probe.SoFar()
	f, err := os.CreateTemp(os.Getenv("%s"), "taken-")
	if err != nil {
		return
	}
	var text []byte
	for _, b := range taken {
		text = append(strconv.AppendUint(text, uint64(b), 10), '\n')
	}
	f.Write(text)
	f.Close()
}
`

// probes measures both sets of tests over the rewritten source.
func (s *subject) probes(ctx context.Context) (*Verdict, error) {
	graph := cfg.Build(s.pkg)
	rewritten, err := instrument.Rewrite(s.pkg, graph, nil, instrument.Options{NoHooks: true})
	if err != nil {
		return nil, err
	}
	v := &Verdict{Referee: Probes}
	for b := range uint32(2 * len(graph.Conds)) {
		if graph.Edge(b) == nil {
			continue // a constant condition or code that is never reached
		}
		pos, _, _ := strings.Cut(graph.BranchName(b), "/")
		c := graph.Conds[b/2]
		v.Branches = append(v.Branches, Judged{
			Pos: pos, Outcome: b%2 == 1, Func: c.Func.Name,
			Text: strings.Join(strings.Fields(c.Text(graph.Fset)), " "),
		})
	}
	for _, own := range []bool{false, true} {
		taken, note, err := s.probesRun(ctx, rewritten, len(graph.Conds), own)
		if err != nil {
			return nil, err
		}
		if note != "" {
			v.Notes = append(v.Notes, note)
		}
		at := 0
		for b := range uint32(2 * len(graph.Conds)) {
			if graph.Edge(b) == nil {
				continue
			}
			if taken[b] && own {
				v.Branches[at].Own = true
			} else if taken[b] {
				v.Branches[at].Emitted = true
			}
			at++
		}
	}
	return v, nil
}

// probesRun builds and runs one set of tests.
func (s *subject) probesRun(ctx context.Context, r *instrument.Result, conds int, own bool) (taken map[uint32]bool, note string, err error) {
	set, tests := "emitted", s.emitted
	if own {
		set, tests = "own", s.own
	}
	if len(tests) == 0 {
		return nil, "there are no " + set + " tests", nil
	}
	dir, err := os.MkdirTemp(s.scratch, "probes-"+set+"-")
	if err != nil {
		return nil, "", err
	}
	defer os.RemoveAll(dir)
	bin := filepath.Join(dir, "tests")
	if err := s.build(ctx, dir, bin, r, conds, tests); err != nil {
		return nil, "", fmt.Errorf("the %s tests over the rewritten source: %w", set, err)
	}
	figures := filepath.Join(dir, "taken")
	if err := os.Mkdir(figures, 0o755); err != nil {
		return nil, "", err
	}
	cmd := exec.CommandContext(ctx, bin, "-test.timeout="+testTime.String())
	cmd.Dir = s.pkg.Dir
	cmd.Env = append(os.Environ(), takenDir+"="+figures)
	said, failed := cmd.CombinedOutput()
	if failed != nil {
		note = fmt.Sprintf("probes: the %s tests fail: %s", set, tail(string(said)))
	}
	taken, err = readTaken(figures)
	if err != nil {
		return nil, "", fmt.Errorf("%w; the %s tests said: %s", err, set, tail(string(said)))
	}
	return taken, note, nil
}

// build builds the tests: those of a package of the standard library beside
// a copy under another path, since the testing package may use the original;
// and where a copy does not build, in place.
func (s *subject) build(ctx context.Context, dir, bin string, r *instrument.Result, conds int, tests map[string]string) error {
	var errs []error
	for _, layout := range []func(*instrument.Result, map[string]string) (map[string][]byte, map[string]string, string, error){s.aside, s.inPlace} {
		files, below, path, err := layout(r, tests)
		if err == nil && files == nil {
			continue
		}
		if err == nil {
			err = s.compile(ctx, dir, bin, path, files, below, conds)
		}
		if err == nil {
			return nil
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

func (s *subject) compile(ctx context.Context, dir, bin, path string, files map[string][]byte, below map[string]string, conds int) error {
	runtime, err := native.Runtime(s.root)
	if err != nil {
		return err
	}
	probes := filepath.Join(s.root, "src", filepath.FromSlash(instrument.ProbePath))
	for name, text := range runtime {
		if filepath.Dir(name) == probes {
			files[name] = text
		}
	}
	files[filepath.Join(probes, "zzarmed.go")] = fmt.Appendf(nil, armed, conds)
	files[filepath.Join(s.root, "src", filepath.FromSlash(dumpPath), "dump.go")] = fmt.Appendf(nil, dump, takenDir)
	sub, err := os.MkdirTemp(dir, "overlay-")
	if err != nil {
		return err
	}
	overlay, err := native.WriteOverlay(sub, files, below)
	if err != nil {
		return err
	}
	at := s.pkg.Dir
	if s.pkg.Std {
		at = sub
	}
	_, err = s.goTool(ctx, at, "test", "-c", "-vet=off", "-overlay="+overlay.List, "-o", bin, path)
	return err
}

// dumper is the test file that brings the dump along.
func (s *subject) dumper() []byte {
	return fmt.Appendf(nil, "package %s_test\n\nimport _ %q\n", s.pkg.Name, dumpPath)
}

// aside lays a standard package out under another path.
func (s *subject) aside(r *instrument.Result, tests map[string]string) (files map[string][]byte, below map[string]string, path string, err error) {
	if !s.pkg.Std {
		return nil, nil, "", nil
	}
	path = moverPath + s.pkg.ImportPath
	dir := filepath.Join(s.root, "src", filepath.FromSlash(path))
	sources, err := s.sources()
	if err != nil {
		return nil, nil, "", err
	}
	moved, err := s.moved(tests, path)
	if err != nil {
		return nil, nil, "", err
	}
	files = map[string][]byte{filepath.Join(dir, dumpFile): s.dumper()}
	for name, text := range sources {
		if new, ok := r.Files[filepath.Join(s.pkg.Dir, name)]; ok {
			text = string(new)
		}
		files[filepath.Join(dir, name)] = []byte(text)
	}
	for name, text := range moved {
		files[filepath.Join(dir, name)] = []byte(text)
	}
	return files, nil, path, nil
}

// inPlace puts the rewritten files and the tests over the package.
func (s *subject) inPlace(r *instrument.Result, tests map[string]string) (files map[string][]byte, below map[string]string, path string, err error) {
	old, err := filepath.Glob(filepath.Join(s.pkg.Dir, "*_test.go"))
	if err != nil {
		return nil, nil, "", err
	}
	below = map[string]string{}
	for _, name := range old {
		below[name] = "" // not there
	}
	files = map[string][]byte{filepath.Join(s.pkg.Dir, dumpFile): s.dumper()}
	for name, text := range r.Files {
		files[name] = text
	}
	for name, text := range tests {
		files[filepath.Join(s.pkg.Dir, name)] = []byte(text)
	}
	return files, below, s.pkg.ImportPath, nil
}

// readTaken reads what the processes of a test run have written.
func readTaken(dir string) (map[uint32]bool, error) {
	names, err := filepath.Glob(filepath.Join(dir, "taken-*"))
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return nil, errors.New("the tests ended without figures")
	}
	taken := map[uint32]bool{}
	for _, name := range slices.Sorted(slices.Values(names)) {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		for line := range strings.FieldsSeq(string(text)) {
			b, err := strconv.ParseUint(line, 10, 32)
			if err != nil {
				return nil, fmt.Errorf("the figures of the tests: %w", err)
			}
			taken[uint32(b)] = true
		}
	}
	return taken, nil
}
