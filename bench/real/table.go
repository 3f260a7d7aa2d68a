package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"nearmiss/bench/internal/experiment"
)

// table prints the figures: what the sets of tests cover, and what becomes of
// the emitted tests.
func (b *bench) table(w io.Writer, results []*result) {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(tw, "package\tbranches\temitted tests\town tests\tgo test -fuzz\treferee\ttime")
	above := 0
	for _, r := range results {
		total := len(r.verdict.Branches)
		share := func(set int) string {
			n := r.verdict.Count(set)
			return fmt.Sprintf("%d (%.1f%%)", n, 100*float64(n)/float64(max(total, 1)))
		}
		fuzz := "–"
		if r.fuzzed != nil {
			fuzz = share(fuzzed)
		}
		if r.verdict.Count(emitted) >= r.verdict.Count(own) {
			above++
		}
		fmt.Fprintf(tw, "%s\t%d\t%s\t%s\t%s\t%s\t%.1fs\n", r.path, total, share(emitted), share(own), fuzz, r.verdict.Referee, r.elapsed.Seconds())
	}
	tw.Flush()
	fmt.Fprintf(w, "\nThe emitted tests cover as much as the package's own, or more, on %d of %d packages.\n\n", above, len(results))
	b.tests(w, results)
}

// tests prints what becomes of the emitted tests, and how much the fuzzer had
// to do.
func (b *bench) tests(w io.Writer, results []*result) {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "package\tfiles\ttests\tcases\tcompile\tpass\t%d times, -race -shuffle=on\tfunctions searched\tskipped\tfuzz targets\tinputs kept\n", b.stress)
	for _, r := range results {
		searched, skipped := r.searched()
		t, f := r.tests, r.fuzzed
		if t == nil {
			t = &experiment.Stressed{}
		}
		if f == nil {
			f = &experiment.Fuzzed{}
		}
		fmt.Fprintf(tw, "%s\t%d\t%d\t%d\t%s\t%s\t%s\t%d\t%d\t%d of %d\t%d\n", r.path, t.Files, t.Tests, r.cases(), yes(t.Compiles), yes(t.Passes),
			yes(t.Passes && len(t.Flaky) == 0), searched, skipped, f.Targets, f.Functions, f.Corpus)
	}
	tw.Flush()
}

func yes(ok bool) string {
	if ok {
		return "yes"
	}
	return "NO"
}

// below prints what stands below the tables: how many branches only one set of tests takes, and
// everything else that is to be known.
func (r *result) below(w io.Writer) {
	var lines []string
	if r.said != "" {
		lines = append(lines, strings.TrimSpace(r.said))
	}
	if r.verdict.Passed != "" {
		lines = append(lines, "gobco was passed over: "+r.verdict.Passed)
	}
	if t := r.tests; t != nil && t.Said != "" {
		lines = append(lines, "emitted tests: "+strings.Join(t.Flaky, ", ")+": "+t.Said)
	}
	if r.fuzzed != nil {
		lines = append(lines, r.fuzzed.Notes...)
	}
	lines = append(lines, r.verdict.Notes...)
	lines = append(lines, r.deficits())
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
