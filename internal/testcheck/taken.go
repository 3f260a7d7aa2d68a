package testcheck

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"nearmiss/cfg"
	"nearmiss/internal/instrument"
	"nearmiss/internal/load"
	"nearmiss/internal/native"
	"nearmiss/internal/sandbox"
	"nearmiss/internal/testgen"
)

// The package's own tests are built over the source with probes. A package in the standard library's tree, which a
// test file imports, writes down the branches that were taken when the process ends.
const (
	takenPath = "zznearmiss/taken"
	takenFile = "zznmtaken_test.go"
)

// recording is a file of package probe, whose probes record before anything else is initialised.
const recording = `package probe

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

const writing = `package taken

import (
	"internal/runtime/exithook"
	"os"
	"strconv"
	"zznearmiss/probe"
)

func init() { exithook.Add(exithook.Hook{F: write, RunOnFailure: true}) }

func write() {
	var text []byte
	for _, b := range probe.SoFar() {
		text = append(strconv.AppendUint(text, uint64(b), 10), '\n')
	}
	os.WriteFile(%q, text, 0o600)
}
`

// OwnTaken runs the package's own tests once, for at most 20 seconds, and returns the branches of its graphs that they
// take. The error says why they cannot be known: the tests do not build, fail, or do not end, or nothing keeps them
// from doing harm.
func OwnTaken(ctx context.Context, pkg *load.Package, graph *cfg.Package, opts Options) (map[uint32]bool, error) {
	if !opts.OwnTests || opts.launch == nil {
		return nil, errors.New(noOwnHarm)
	}
	r, remove, err := newRunner(pkg, opts)
	if err != nil {
		return nil, err
	}
	defer remove()
	dir, err := os.MkdirTemp(r.temp, "taken-")
	if err != nil {
		return nil, err
	}
	defer sandbox.Remove(dir)
	name := filepath.Join(dir, "taken")
	if err := r.addProbes(ctx, graph, name); err != nil {
		return nil, err
	}
	if text, ok, err := r.compile(ctx, &testgen.Suite{Pkg: pkg}); err != nil || !ok {
		return nil, errors.Join(err, fmt.Errorf("these do not build with probes: %s", firstLine(text)))
	}
	limit := min(ownRunMax, r.opts.Timeout)
	if !opts.Deadline.IsZero() {
		limit = min(limit, time.Until(opts.Deadline)/ownRunDivisor)
	}
	timed, cancel := context.WithTimeout(ctx, limit+timeoutGrace)
	defer cancel()
	t := newTranscript()
	ok, err := r.runConfinedIn(timed, t, pkg.Dir, dir, cleanSetting, []string{"-test.timeout=" + limit.String()})
	if o := t.close(); ctx.Err() != nil || timed.Err() != nil || o.timedOut {
		return nil, fmt.Errorf("these do not end within %s", limit.Round(time.Second/10))
	} else if err == nil && !ok {
		return nil, fmt.Errorf("these fail: %s", firstOutputLine(o.lastFail, o.messages))
	} else if err != nil {
		return nil, err
	}
	text, err := readProfile(name)
	if err != nil {
		return nil, errors.New("these end without a record of what they took")
	}
	taken := map[uint32]bool{}
	for word := range strings.FieldsSeq(string(text)) {
		if b, err := strconv.ParseUint(word, 10, 32); err == nil {
			taken[uint32(b)] = true
		}
	}
	return taken, nil
}

// addProbes adds to the overlay the files of the package with probes, the package of the probes, and a test file
// that lets the process write what they recorded into a file.
func (r *runner) addProbes(ctx context.Context, graph *cfg.Package, name string) error {
	rewritten, err := instrument.Rewrite(r.pkg, graph, nil, instrument.Options{})
	if err != nil {
		return err
	}
	var out strings.Builder
	if err := r.command(ctx, &out, r.pkg.Dir, "go", "env", "GOROOT").Run(); err != nil {
		return r.failed(err)
	}
	root := strings.TrimSpace(out.String())
	files, err := native.Runtime(root)
	if err != nil {
		return err
	}
	src := filepath.Join(root, "src")
	probes := filepath.Join(src, filepath.FromSlash(instrument.ProbePath))
	maps.DeleteFunc(files, func(path string, _ []byte) bool { return filepath.Dir(path) != probes })
	files[filepath.Join(probes, "zzrecording.go")] = fmt.Appendf(nil, recording, len(graph.Conds))
	files[filepath.Join(src, filepath.FromSlash(takenPath), "taken.go")] = fmt.Appendf(nil, writing, name)
	files[filepath.Join(r.dir(), takenFile)] = fmt.Appendf(nil, "package %s_test\n\nimport _ %q\n", r.pkg.Name, takenPath)
	for path, data := range rewritten.Files {
		files[filepath.Join(r.dir(), filepath.Base(path))] = data
	}
	return r.replace(files)
}

// replace adds files to the overlay.
func (r *runner) replace(files map[string][]byte) error {
	all := maps.Clone(r.opts.Replace)
	if all == nil {
		all = map[string]string{}
	}
	for i, path := range slices.Sorted(maps.Keys(files)) {
		to := filepath.Join(r.temp, fmt.Sprintf("replaced%d_%s", i, filepath.Base(path)))
		if err := os.WriteFile(to, files[path], 0o600); err != nil {
			return r.failed(err)
		}
		all[path] = to
	}
	r.opts.Replace = all
	return nil
}
