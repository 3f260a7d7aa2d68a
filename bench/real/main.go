// Command real runs nearmiss cover on real packages, as a user would, and has
// a referee measure the tests that come out, beside the package's own tests
// and beside what go test -fuzz finds in the same time.
//
//	go run ./bench/real -time 60s path strconv github.com/google/uuid@v1.6.0
//
// A package of a module that this one does not require is named with the
// module's version, as for go get; cover then runs in a module that requires
// it. The referee is gobco, fetched and built when it is first needed, on a
// copy of the package in a module of its own; where that cannot be built (a
// copy of a standard package cannot import internal packages), the referee is
// our own probes while each set of tests runs over the rewritten source. All
// emitted files count together.
//
// Harnesses for go test -fuzz are written for every exported function whose
// arguments it can draw, values that constructors of the package make of such
// arguments included.
//
// Below the tables stands how many branches only one set of tests takes, and what the two
// accounts disagree on.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"nearmiss/bench/internal/experiment"
	"nearmiss/internal/report"
)

// defaults are the packages of the table in docs/results.md.
var defaults = []string{
	"path", "strconv", "net/netip", "container/heap", "text/scanner", "encoding/csv", "net/url", "mime", "time",
	"github.com/Masterminds/semver/v3@v3.5.0",
	"github.com/hashicorp/go-version@v1.9.0",
	"github.com/google/uuid@v1.6.0",
	"github.com/dustin/go-humanize@v1.1.0",
}

func main() {
	limit := flag.Duration("time", 60*time.Second, "`time` of each cover command")
	seed := flag.Uint64("seed", 1, "`seed` of each cover command")
	referee := flag.String("referee", "auto", "`who` measures: gobco, probes, or auto for gobco where it can build the package")
	keep := flag.String("keep", "", "keep the emitted tests and the JSON of each package below `DIR`")
	further := flag.String("cover", "", "give each cover command these further `flags`, separated by spaces")
	fuzz := flag.Bool("fuzz", true, "give go test -fuzz the same time")
	stress := flag.Int("stress", 20, "run the emitted tests `N` times under the race detector")
	flag.Parse()
	packages := flag.Args()
	if len(packages) == 0 {
		packages = defaults
	}
	who, ok := map[string]experiment.Referee{"auto": "", "gobco": experiment.Gobco, "probes": experiment.Probes}[*referee]
	if !ok {
		fmt.Fprintf(os.Stderr, "real: -referee: %q is none of auto, gobco, probes\n", *referee)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	b := &bench{limit: *limit, seed: *seed, further: strings.Fields(*further), referee: who, keep: *keep, fuzz: *fuzz, stress: *stress}
	if err := b.run(ctx, packages); err != nil {
		fmt.Fprintln(os.Stderr, "real:", err)
		os.Exit(1)
	}
}

// A bench is one run of the experiment.
type bench struct {
	limit   time.Duration
	seed    uint64
	further []string // flags of the cover command
	referee experiment.Referee
	keep    string
	scratch string
	tool    string // the nearmiss command

	fuzz   bool
	stress int
}

// A result is what came of one package.
type result struct {
	path    string
	verdict *experiment.Verdict
	fuzzed  *experiment.Fuzzed
	tests   *experiment.Stressed
	report  *report.Report
	elapsed time.Duration
	said    string // by a command that failed
}

func (b *bench) run(ctx context.Context, packages []string) error {
	scratch, err := os.MkdirTemp("", "nearmiss-real-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	b.scratch = scratch
	if b.tool, err = experiment.CommandOf(ctx, ".", scratch, ""); err != nil {
		return err
	}
	var results []*result
	var errs []error
	for i, name := range packages {
		r, err := b.measure(ctx, name, filepath.Join(scratch, fmt.Sprint("user", i)))
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", name, err))
			if ctx.Err() != nil {
				break
			}
			continue
		}
		results = append(results, r)
	}
	host, _ := os.Hostname()
	fmt.Printf("cover %s; %s, %s, %d processors, %s\n\n", strings.Join(append([]string{"-time", b.limit.String(), "-seed", fmt.Sprint(b.seed)}, b.further...), " "), host, runtime.Version(),
		runtime.GOMAXPROCS(0), time.Now().Format("2006-01-02"))
	b.table(os.Stdout, results)
	for _, r := range results {
		r.below(os.Stdout)
	}
	return errors.Join(errs...)
}

// The sets of tests, in the order in which they are judged.
const (
	emitted = iota
	own
	fuzzed
)

// measure covers one package and judges the tests. user is a directory for a
// module that requires the package.
func (b *bench) measure(ctx context.Context, name, user string) (*result, error) {
	original, user, err := experiment.Package(ctx, user, name)
	if err != nil {
		return nil, err
	}
	r := &result{path: original.ImportPath}
	dir, err := b.place("emitted", r.path)
	if err != nil {
		return nil, err
	}
	if err := b.cover(ctx, r, user, dir); err != nil {
		return nil, err
	}
	pkg, err := experiment.Local(ctx, original, filepath.Join(user, "local"))
	if err != nil {
		return nil, err
	}
	sets := []experiment.Set{{Name: "emitted", Dir: dir}, {Name: "own"}}
	if b.stress > 0 {
		if r.tests, err = experiment.Stress(ctx, pkg, dir, b.scratch, b.stress); err != nil {
			return nil, err
		}
	}
	if b.fuzz {
		at, err := b.place("fuzzed", r.path)
		if err != nil {
			return nil, err
		}
		if r.fuzzed, err = experiment.Fuzz(ctx, pkg, at, b.scratch, b.limit); err != nil {
			return nil, err
		}
		sets = append(sets, experiment.Set{Name: "fuzzed", Dir: at})
	}
	r.verdict, err = experiment.Judge(ctx, b.referee, pkg, b.scratch, sets...)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(os.Stderr, "real: %s: done\n", r.path)
	return r, nil
}

// place makes the directory for a set of tests of a package.
func (b *bench) place(set, path string) (string, error) {
	under := b.scratch
	if b.keep != "" {
		under = b.keep
	}
	dir, err := filepath.Abs(filepath.Join(under, set, filepath.FromSlash(path)))
	if err != nil {
		return "", err
	}
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	return dir, os.MkdirAll(dir, 0o755)
}

// cover runs the command as a user would. A failure of it does not end the
// experiment: what it wrote is what counts.
func (b *bench) cover(ctx context.Context, r *result, user, dir string) error {
	file := filepath.Join(dir, "cover.json")
	args := append([]string{"cover", "-time", b.limit.String(), "-seed", fmt.Sprint(b.seed), "-o", dir, "-json", file}, b.further...)
	cmd := exec.CommandContext(ctx, b.tool, append(args, r.path)...)
	cmd.Dir = user
	var said strings.Builder
	cmd.Stderr = io.MultiWriter(os.Stderr, &said)
	cmd.WaitDelay = time.Second
	start := time.Now()
	failed := cmd.Run()
	r.elapsed = time.Since(start)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if failed != nil {
		r.said = fmt.Sprintf("cover: %v: %s", failed, said.String())
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return errors.Join(failed, err)
	}
	r.report = &report.Report{}
	return json.Unmarshal(text, r.report)
}

// cases counts the cases of the emitted tests.
func (r *result) cases() int {
	n := 0
	for _, f := range r.functions() {
		n += len(f.Tests)
	}
	return n
}

func (r *result) functions() []report.Function {
	if len(r.report.Packages) == 0 {
		return nil
	}
	return r.report.Packages[0].Functions
}
