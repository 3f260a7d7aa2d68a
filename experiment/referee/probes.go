package referee

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"nearmiss/cfg"
	"nearmiss/experiment/place"
	"nearmiss/internal/instrument"
	"nearmiss/internal/native"
)

// Virtual packages and files of the referee by probes, all of them below the standard library's tree or beside the
// package.
const (
	dumpPath = "zznearmiss/referee"
	dumpFile = "zznearmissdump_test.go"
	takenDir = "ZZNEARMISS_TAKEN" // the variable that names the directory for the figures
)

// armed is a file of package probe that makes the probes record before anything else of the program is initialised.
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

// Probes runs the tests over the rewritten source.
func Probes(ctx context.Context, p *place.Place) (*Verdict, error) {
	pkg, err := p.Load(ctx)
	if err != nil {
		return nil, err
	}
	graph := cfg.Build(pkg.Source)
	rewritten, err := instrument.Rewrite(pkg, graph, nil, instrument.Options{})
	if err != nil {
		return nil, err
	}
	more, err := armedFiles(ctx, p, len(graph.Conds))
	if err != nil {
		return nil, err
	}
	home, err := os.MkdirTemp("", "probes-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(home)
	dumper := filepath.Join(p.Dir, dumpFile)
	if err := os.WriteFile(dumper, fmt.Appendf(nil, "package %s_test\n\nimport _ %q\n", pkg.Name, dumpPath), 0o666); err != nil {
		return nil, err
	}
	defer os.Remove(dumper)
	bin := filepath.Join(home, "tests")
	if err := p.Build(ctx, bin, rewritten.Files, more); err != nil {
		return nil, fmt.Errorf("the tests over the rewritten source: %w", err)
	}
	said, failed := place.Command(ctx, p.Dir, []string{takenDir + "=" + home}, bin, "-test.timeout="+testTime.String()).CombinedOutput()
	taken, err := readTaken(home)
	if err != nil {
		return nil, fmt.Errorf("%w; they said: %s", err, place.Tail(string(said)))
	}
	v := &Verdict{Taken: map[string]bool{}}
	for b := range uint32(2 * len(graph.Conds)) {
		if graph.Edge(b) != nil { // neither a constant condition nor code that is never reached
			v.Taken[graph.BranchName(b)] = taken[b]
		}
	}
	if failed != nil {
		v.Said = place.Tail(string(said))
	}
	return v, nil
}

// armedFiles are the probes, recording from the start, and the dump.
func armedFiles(ctx context.Context, p *place.Place, conds int) (map[string][]byte, error) {
	root, err := p.Go(ctx, nil, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	root = strings.TrimSpace(root)
	runtime, err := native.Runtime(root)
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	probes := filepath.Join(root, "src", filepath.FromSlash(instrument.ProbePath))
	for name, text := range runtime {
		if filepath.Dir(name) == probes {
			files[name] = text
		}
	}
	files[filepath.Join(probes, "zzarmed.go")] = fmt.Appendf(nil, armed, conds)
	files[filepath.Join(root, "src", filepath.FromSlash(dumpPath), "dump.go")] = fmt.Appendf(nil, dump, takenDir)
	return files, nil
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
	for _, name := range names {
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
