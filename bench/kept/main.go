// Command kept measures from outside what a call of cover leaves: whether it keeps its time, what it
// has found, written and withheld, and whether the written tests pass as a user runs them, and in
// ways in which the tool has not run them.
//
//	go run ./bench/kept -time 60s                                    # the packages of packages.go
//	go run ./bench/kept -cold -runs 300 github.com/redis/go-redis/v9@v9.7.0
//	go run ./bench/kept -tool /tmp/nearmiss go.uber.org/zap@v1.27.0:zapcore
//
// Each package is copied, its own tests are removed, and the command runs once with -w. -cold begins
// with an empty build cache. Rows are Markdown; what fails is listed below the table.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"nearmiss/bench/clocked"
	"nearmiss/bench/internal/experiment"
)

func main() {
	b := &bench{}
	flag.DurationVar(&b.limit, "time", time.Minute, "`time` of each call")
	flag.IntVar(&b.runs, "runs", 300, "plain runs of the written tests")
	flag.IntVar(&b.evals, "evals", 100_000, "runs a branch; fewer leave more of the time for the checks")
	flag.Uint64Var(&b.seed, "seed", 1, "seed of the calls")
	flag.StringVar(&b.algo, "algo", "auto", "algorithm of the calls; with -time 0, search ends sooner")
	flag.BoolVar(&b.cold, "cold", false, "begin each call with an empty build cache")
	flag.BoolVar(&b.brief, "brief", false, "leave out the variations that build the dependencies anew")
	flag.BoolVar(&b.times, "times", false, "run the tests at other times, with -brief, too")
	flag.StringVar(&b.keep, "keep", "", "`directory` in which the packages with their tests stay, each with the JSON of the call and the output of the failures")
	flag.StringVar(&b.platforms, "platforms", "linux/386,linux/arm64,windows/amd64,darwin/arm64", "platforms for which go vet checks the tests")
	flag.StringVar(&b.tool, "tool", "", "nearmiss command; default: that of this tree")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	list := packages
	if flag.NArg() > 0 {
		list = nil
		for _, arg := range flag.Args() {
			name, pkg, _ := strings.Cut(arg, ":")
			list = append(list, clocked.Module{Name: name, Package: cmp.Or(pkg, ".")})
		}
	}
	if err := b.run(ctx, list, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "kept:", err)
		os.Exit(1)
	}
}

type bench struct {
	limit       time.Duration
	runs, evals int
	seed        uint64
	cold, brief bool
	times       bool
	algo        string
	platforms   string
	keep, tool  string
}

func (b *bench) run(ctx context.Context, list []clocked.Module, out io.Writer) error {
	scratch, err := os.MkdirTemp("", "nearmiss-kept-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	if b.keep == "" {
		b.keep = scratch
	}
	if b.tool == "" {
		if b.tool, err = experiment.CommandOf(ctx, ".", scratch, ""); err != nil {
			return err
		}
	}
	fmt.Fprintln(out, "| package | asked | took | dependencies | MB | branches | found | written | withheld | statements | own | lines of test, of code | failures |")
	fmt.Fprintln(out, "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
	var errs []error
	var rows []*row
	for _, m := range list {
		if ctx.Err() != nil {
			break
		}
		r, err := b.measure(ctx, m)
		if err != nil {
			errs = append(errs, fmt.Errorf("%s %s: %w", m.Name, m.Package, err))
			continue
		}
		rows = append(rows, r)
		fmt.Fprintln(out, r.cells(b.limit))
	}
	for _, r := range rows {
		r.details(out)
	}
	return errors.Join(errs...)
}

// cells prints the row of the table.
func (r *row) cells(asked time.Duration) string {
	failures := 0
	for _, n := range r.failed {
		failures += n
	}
	return fmt.Sprintf("| %s %s | %.0f s | %.1f s | %.0f s | %d | %d | %d | %d | %d | %.1f | %.1f | %d, %d | %d |", r.Module, r.Package, asked.Seconds(),
		r.Seconds-r.dependencies, r.dependencies, r.megabytes, r.Branches, r.Found, r.Written, r.withheld(), r.Statements, r.own, r.testLines, r.codeLines, failures)
}

// withheld returns the number of branches that were found and not written with a reason.
func (r *row) withheld() (n int) {
	for _, k := range r.Lost {
		n += k
	}
	return n
}

// details prints what the row does not say.
func (r *row) details(out io.Writer) {
	fmt.Fprintf(out, "\n%s %s: %d tests\n", r.Module, r.Package, r.Tests)
	if r.Said != "" {
		fmt.Fprintf(out, "- the call said: %s\n", strings.TrimSpace(r.Said))
	}
	for _, list := range []struct {
		title  string
		counts map[string]int
	}{{"withheld branches", r.Lost}, {"weaker", r.Weaker}, {"failures", r.failed}} {
		for _, key := range sorted(list.counts) {
			fmt.Fprintf(out, "- %s, %d: %s\n", list.title, list.counts[key], key)
		}
	}
}
