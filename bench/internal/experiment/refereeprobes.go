package experiment

import (
	"context"
	"errors"
	"fmt"
	"maps"
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
	for b := range 2 * numConds {
		if branchFlags[b]&armed == 0 {
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
	graph := cfg.Build(s.pkg.Source)
	rewritten, err := instrument.Rewrite(s.pkg, graph, nil, instrument.Options{})
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
			Text: strings.Join(strings.Fields(c.Text(graph.Fset)), " "), Taken: make([]bool, len(s.sets)),
		})
	}
	for i, set := range s.sets {
		taken, note, err := s.probesRun(ctx, rewritten, len(graph.Conds), set)
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
			v.Branches[at].Taken[i] = taken[b]
			at++
		}
	}
	return v, nil
}

// probesRun builds and runs one set of tests.
func (s *subject) probesRun(ctx context.Context, r *instrument.Result, conds int, set *testSet) (taken map[uint32]bool, note string, err error) {
	if len(set.files) == 0 {
		return nil, "there are no " + set.name + " tests", nil
	}
	dir, err := os.MkdirTemp(s.scratch, "probes-"+set.name+"-")
	if err != nil {
		return nil, "", err
	}
	defer os.RemoveAll(dir)
	bin := filepath.Join(dir, "tests")
	files, err := s.armedFiles(conds)
	if err != nil {
		return nil, "", err
	}
	tests := maps.Clone(set.files)
	tests[dumpFile] = s.dumper()
	if err := s.build(ctx, dir, bin, r, files, tests); err != nil {
		return nil, "", fmt.Errorf("the %s tests over the rewritten source: %w", set.name, err)
	}
	figures := filepath.Join(dir, "taken")
	if err := os.Mkdir(figures, 0o755); err != nil {
		return nil, "", err
	}
	cmd := exec.CommandContext(ctx, bin, "-test.timeout="+testTime.String())
	cmd.Dir = s.pkg.Dir
	if set.data != "" {
		cmd.Dir = filepath.Join(dir, "at")
		if err := set.place(cmd.Dir, s.pkg.Dir); err != nil {
			return nil, "", err
		}
	}
	cmd.Env = append(os.Environ(), takenDir+"="+figures)
	said, failed := cmd.CombinedOutput()
	if failed != nil {
		note = fmt.Sprintf("probes: the %s tests fail: %s", set.name, tail(string(said)))
	}
	taken, err = readTaken(figures)
	if err != nil {
		return nil, "", fmt.Errorf("%w; the %s tests said: %s", err, set.name, tail(string(said)))
	}
	return taken, note, nil
}

// armedFiles are the probes, recording from the start, and the dump.
func (s *subject) armedFiles(conds int) (map[string][]byte, error) {
	runtime, err := native.Runtime(s.root)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	probes := filepath.Join(s.root, "src", filepath.FromSlash(instrument.ProbePath))
	for name, text := range runtime {
		if filepath.Dir(name) == probes {
			files[name] = text
		}
	}
	files[filepath.Join(probes, "zzarmed.go")] = fmt.Appendf(nil, armed, conds)
	files[filepath.Join(s.root, "src", filepath.FromSlash(dumpPath), "dump.go")] = fmt.Appendf(nil, dump, takenDir)
	return files, nil
}

// dumper is the test file that brings the dump along.
func (s *subject) dumper() string {
	return fmt.Sprintf("package %s_test\n\nimport _ %q\n", s.pkg.Name, dumpPath)
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
