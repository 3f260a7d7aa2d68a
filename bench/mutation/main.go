// Command mutation measures what the emitted tests notice: it runs nearmiss
// cover on packages, changes their sources in small ways, one at a time, with
// a mutation tool, and counts the changes that make a test fail; beside it the
// same for the package's own tests.
//
//	go run ./bench/mutation -time 60s
//	go run ./bench/mutation -tests DIR github.com/google/uuid@v1.6.0
//
// The tool is gremlins, fetched and built when it is first needed. Packages
// are named as for bench/real; a package of the standard library must
// build outside of it.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"text/tabwriter"
	"time"

	"nearmiss/bench/internal/experiment"
)

// defaults are the packages of the table in docs/results.md.
var defaults = []string{
	"github.com/Masterminds/semver/v3@v3.5.0",
	"github.com/hashicorp/go-version@v1.9.0",
	"github.com/dustin/go-humanize@v1.1.0",
}

func main() {
	limit := flag.Duration("time", 60*time.Second, "`time` of each cover command")
	seed := flag.Uint64("seed", 1, "`seed` of each cover command")
	tests := flag.String("tests", "", "take the tests that are below `DIR`, as bench/real -keep leaves them, and run no cover")
	verbose := flag.Bool("v", false, "list the changes that emitted tests do not notice")
	flag.Parse()
	packages := flag.Args()
	if len(packages) == 0 {
		packages = defaults
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	b := &bench{limit: *limit, seed: *seed, tests: *tests, verbose: *verbose}
	if err := b.run(ctx, packages); err != nil {
		fmt.Fprintln(os.Stderr, "mutation:", err)
		os.Exit(1)
	}
}

// A bench is one run of the experiment.
type bench struct {
	limit   time.Duration
	seed    uint64
	tests   string
	verbose bool
	scratch string
	tool    string // the nearmiss command
}

// A row is what one set of tests did.
type row struct {
	path, set string
	mutants   *experiment.Mutants
}

func (b *bench) run(ctx context.Context, packages []string) error {
	scratch, err := os.MkdirTemp("", "nearmiss-mutation-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	b.scratch = scratch
	if b.tool, err = experiment.CommandOf(ctx, ".", scratch, ""); err != nil {
		return err
	}
	var rows []row
	var errs []error
	for i, name := range packages {
		more, err := b.measure(ctx, name, filepath.Join(scratch, fmt.Sprint("user", i)))
		rows = append(rows, more...)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", name, err))
		}
		if ctx.Err() != nil {
			break
		}
	}
	host, _ := os.Hostname()
	fmt.Printf("gremlins on the tests of cover -time %v -seed %d; %s, %s, %d processors, %s\n\n", b.limit, b.seed, host, runtime.Version(),
		runtime.GOMAXPROCS(0), time.Now().Format("2006-01-02"))
	b.table(os.Stdout, rows)
	return errors.Join(errs...)
}

// emitted are the sets of tests that cover writes, and its flags for them.
var emitted = []struct {
	name  string
	flags []string
}{
	{"emitted", nil},
	{"branches alone", []string{"-boundaries=false"}},
}

// cover writes the tests of a package into a directory.
func (b *bench) cover(ctx context.Context, user, path, dir string, flags []string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	args := append([]string{"cover", "-time", b.limit.String(), "-seed", fmt.Sprint(b.seed), "-o", dir}, flags...)
	cmd := exec.CommandContext(ctx, b.tool, append(args, path)...)
	cmd.Dir, cmd.Stderr = user, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("cover: %w", err)
	}
	return nil
}

// measure covers one package and tries all sets of tests.
func (b *bench) measure(ctx context.Context, name, user string) ([]row, error) {
	original, user, err := experiment.Package(ctx, user, name)
	if err != nil {
		return nil, err
	}
	path := original.ImportPath
	var sets []experiment.Set
	for _, set := range emitted {
		dir := filepath.Join(cmp.Or(b.tests, b.scratch), set.name, filepath.FromSlash(path))
		if b.tests == "" {
			if err := b.cover(ctx, user, path, dir, set.flags); err != nil {
				return nil, err
			}
		} else if _, err := os.Stat(dir); err != nil {
			continue
		}
		sets = append(sets, experiment.Set{Name: set.name, Dir: dir})
	}
	pkg, err := experiment.Local(ctx, original, filepath.Join(b.scratch, "local", filepath.FromSlash(path)))
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, set := range append(sets, experiment.Set{Name: "own"}) {
		m, err := experiment.Mutate(ctx, pkg, b.scratch, set)
		if err != nil {
			return rows, err
		}
		fmt.Fprintf(os.Stderr, "mutation: %s, %s tests: done\n", path, set.Name)
		rows = append(rows, row{path, set.Name, m})
	}
	return rows, nil
}

func (b *bench) table(w io.Writer, rows []row) {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "package\ttests\tmutants\tkilled\ttimed out\tlived\tnot covered\tcoverage\tefficacy\tscore\ttime")
	for _, r := range rows {
		m := r.mutants
		fmt.Fprintf(tw, "%s\t%s\t%d\t%d\t%d\t%d\t%d\t%.1f%%\t%.1f%%\t%.1f%%\t%.0fs\n", r.path, r.set, len(m.All), m.Count(experiment.Killed), m.Count(experiment.TimedOut),
			m.Count(experiment.Lived), m.Count(experiment.NotCovered), 100*m.Coverage(), 100*m.Efficacy(), 100*m.Score(), m.Elapsed.Seconds())
	}
	tw.Flush()
	fmt.Fprintln(w, "\nefficacy: killed or timed out, of those in covered code; score: of all")
	if !b.verbose {
		return
	}
	for _, r := range rows {
		if r.set == "own" {
			continue
		}
		fmt.Fprintf(w, "\n%s, %s: lived:\n", r.path, r.set)
		for _, x := range r.mutants.All {
			if x.Status == experiment.Lived {
				fmt.Fprintf(w, "  %s:%d:%d %s\n", x.File, x.Line, x.Column, x.Kind)
			}
		}
	}
}
