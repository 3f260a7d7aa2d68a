// Command real runs nearmiss cover on real packages, as a user would, and has
// a referee measure the tests that come out, beside the package's own tests.
//
//	go run ./experiments/real -time 60s path strconv unicode/utf8 text/scanner
//
// The referee is gobco, fetched and built when it is first needed, on a copy
// of the package in a module of its own; where that cannot be built (a copy
// of a standard package cannot import internal packages), the referee is our
// own probes while each set of tests runs over the rewritten source. Below
// the table stand the branches that the package's own tests take and the
// emitted ones do not, and what the two accounts disagree on.
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
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"nearmiss/internal/experiment"
	"nearmiss/internal/load"
	"nearmiss/internal/report"
)

// defaults are the packages of the README's table.
var defaults = []string{"path", "strconv", "unicode/utf8", "text/scanner"}

func main() {
	limit := flag.Duration("time", 60*time.Second, "`time` of each cover command")
	seed := flag.Uint64("seed", 1, "`seed` of each cover command")
	referee := flag.String("referee", "auto", "`who` measures: gobco, probes, or auto for gobco where it can build the package")
	keep := flag.String("keep", "", "keep the emitted tests and the JSON of each package below `DIR`")
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
	b := &bench{limit: *limit, seed: *seed, referee: who, keep: *keep}
	if err := b.run(ctx, packages); err != nil {
		fmt.Fprintln(os.Stderr, "real:", err)
		os.Exit(1)
	}
}

// A bench is one run of the experiment.
type bench struct {
	limit   time.Duration
	seed    uint64
	referee experiment.Referee
	keep    string
	scratch string
	tool    string // the nearmiss command
}

// A result is what came of one package.
type result struct {
	path    string
	verdict *experiment.Verdict
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
	b.tool = filepath.Join(scratch, "nearmiss")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", b.tool, "nearmiss/cmd/nearmiss").CombinedOutput(); err != nil {
		return fmt.Errorf("cannot build nearmiss: %w\n%s", err, out)
	}
	var results []*result
	var errs []error
	for _, path := range packages {
		r, err := b.measure(ctx, path)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", path, err))
			if ctx.Err() != nil {
				break
			}
			continue
		}
		results = append(results, r)
	}
	host, _ := os.Hostname()
	fmt.Printf("cover -time %v -seed %d; %s, %s, %d processors, %s\n\n", b.limit, b.seed, host, runtime.Version(),
		runtime.GOMAXPROCS(0), time.Now().Format("2006-01-02"))
	table(os.Stdout, results)
	for _, r := range results {
		r.deficits(os.Stdout)
	}
	return errors.Join(errs...)
}

// measure covers one package and judges the tests.
func (b *bench) measure(ctx context.Context, path string) (*result, error) {
	pkgs, err := load.Load(ctx, ".", load.Options{}, path)
	if err != nil {
		return nil, err
	}
	if len(pkgs) != 1 {
		return nil, fmt.Errorf("names %d packages; name one", len(pkgs))
	}
	r := &result{path: pkgs[0].ImportPath}
	dir, err := b.place(r.path)
	if err != nil {
		return nil, err
	}
	if err := b.cover(ctx, r, dir); err != nil {
		return nil, err
	}
	r.verdict, err = experiment.Judge(ctx, b.referee, pkgs[0], dir, b.scratch)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(os.Stderr, "real: %s: done\n", r.path)
	return r, nil
}

// place makes the directory for the emitted tests of a package.
func (b *bench) place(path string) (string, error) {
	under := b.scratch
	if b.keep != "" {
		under = b.keep
	}
	dir, err := filepath.Abs(filepath.Join(under, "emitted", filepath.FromSlash(path)))
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
func (b *bench) cover(ctx context.Context, r *result, dir string) error {
	file := filepath.Join(dir, "cover.json")
	cmd := exec.CommandContext(ctx, b.tool, "cover", "-time", b.limit.String(), "-seed", fmt.Sprint(b.seed), "-o", dir, "-json", file, r.path)
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

// table prints a line for each package.
func table(w io.Writer, results []*result) {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "package\tbranches\temitted tests\town tests\treferee\tcases\ttime")
	for _, r := range results {
		total, emitted, own := r.verdict.Count()
		share := func(n int) string { return fmt.Sprintf("%d (%.1f%%)", n, 100*float64(n)/float64(max(total, 1))) }
		fmt.Fprintf(tw, "%s\t%d\t%s\t%s\t%s\t%d\t%.1fs\n", r.path, total, share(emitted), share(own), r.verdict.Referee, r.cases(), r.elapsed.Seconds())
	}
	tw.Flush()
}

// deficits prints what the package's own tests take and the emitted ones do
// not, with what cover says of it, and everything else that is to be known.
func (r *result) deficits(w io.Writer) {
	var lines []string
	if r.said != "" {
		lines = append(lines, strings.TrimSpace(r.said))
	}
	if r.verdict.Passed != "" {
		lines = append(lines, "gobco was passed over: "+r.verdict.Passed)
	}
	lines = append(lines, r.verdict.Notes...)
	for _, d := range r.verdict.Deficits() {
		line := fmt.Sprintf("%s  %s", d.Name(), d.Text)
		if why := r.why(d); why != "" {
			line += "  (" + why + ")"
		}
		lines = append(lines, line)
	}
	lines = append(lines, r.disagreements()...)
	for _, p := range r.report.Packages {
		for _, n := range p.Notes {
			lines = append(lines, strings.TrimSpace("cover notes: "+n.Position)+" "+n.Text)
		}
	}
	fmt.Fprintf(w, "\n%s:\n", r.path)
	for _, l := range lines {
		fmt.Fprintln(w, "  "+strings.ReplaceAll(l, "\n", "\n    "))
	}
}

// why looks up what cover says about an open branch.
func (r *result) why(d experiment.Judged) string {
	for _, f := range r.functions() {
		for _, u := range f.Uncovered {
			if u.Branch == d.Name() {
				return fmt.Sprintf("%s: %s, best %.4g, levels %d and %d %s", f.Name, u.Why, u.Best, u.ApproachLevel, u.ApproximationLevel, u.Reason)
			}
		}
		if f.Status == report.Skipped && d.Func == f.Name {
			return f.Name + " was skipped: " + f.Reason
		}
	}
	return d.Func
}

// disagreements compares the account of cover with that of the probes:
// branches it claims that its tests do not take, and branches it calls
// infeasible that some test takes. Gobco counts in other units.
func (r *result) disagreements() []string {
	if r.verdict.Referee != experiment.Probes {
		return nil
	}
	claimed, infeasible := map[string]bool{}, map[string]bool{}
	for _, f := range r.functions() {
		for _, t := range f.Tests {
			for _, b := range t.Covers {
				claimed[b] = true
			}
		}
		for _, u := range f.Uncovered {
			infeasible[u.Branch] = u.Why == report.WhyInfeasible
		}
	}
	var lines []string
	for _, b := range r.verdict.Branches {
		name := b.Name()
		switch {
		case infeasible[name] && (b.Own || b.Emitted):
			lines = append(lines, fmt.Sprintf("WRONG: %s  %s  is called infeasible, and a test takes it", name, b.Text))
		case claimed[name] && !b.Emitted:
			lines = append(lines, fmt.Sprintf("WRONG: %s  %s  is claimed, and no emitted test takes it", name, b.Text))
		}
	}
	slices.Sort(lines)
	return lines
}
