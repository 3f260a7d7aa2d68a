package main

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"
)

// facts are what a reader needs to repeat the run.
type facts struct {
	whole   bool
	runs    int
	seed    uint64
	elapsed time.Duration
	command string
}

// write prints the report.
func write(w io.Writer, results []*result, f facts) error {
	p := &printer{w: w}
	p.line("# Reach")
	p.line("")
	p.line("Of each exported function and each exported method of an exported type, nearmiss makes up inputs and calls it, until a call has come back without a panic.")
	if f.whole {
		p.line("This is the whole standard library as it is built for %s/%s, less the packages below.", runtime.GOOS, runtime.GOARCH)
	}
	p.line("")
	p.line("Made by `%s`, %s, %s, %s/%s, %v.", f.command, time.Now().Format("2006-01-02"), runtime.Version(), runtime.GOOS, runtime.GOARCH, f.elapsed.Round(time.Second))
	p.line("A function is run at most %d times, seed %d.", f.runs, f.seed)
	p.line("")
	returned, all := 0, 0
	for _, r := range results {
		n, m := r.count()
		returned, all = returned+n, all+m
	}
	p.line("**%d of %d functions (%s) in %d packages came back at least once.**", returned, all, share(returned, all), len(results))
	p.line("")
	if f.whole {
		p.line("## Left out")
		p.line("")
		p.line("| packages | why |")
		p.line("|---|---|")
		for _, l := range leftOut {
			p.line("| `%s` | %s |", l.path, l.why)
		}
		p.line("")
	}
	p.line("## Why functions did not come back")
	p.line("")
	p.line("| functions | packages | reason | examples |")
	p.line("|---:|---:|---|---|")
	for _, r := range reasons(results) {
		p.line("| %d | %d | %s | %s |", r.count, len(r.packages), cell(r.what), cell("`"+strings.Join(r.examples, "`, `")+"`"))
	}
	p.line("")
	p.line("## Packages")
	p.line("")
	p.line("| package | functions | came back | share | seconds | |")
	p.line("|---|---:|---:|---:|---:|---|")
	for _, r := range results {
		n, m := r.count()
		p.line("| %s | %d | %d | %s | %.0f | %s |", r.Package, m, n, share(n, m), r.Seconds, cell(strings.TrimPrefix(brief(r.Failed), ": ")))
	}
	p.line("")
	p.line("## Functions that did not come back")
	p.line("")
	for _, r := range results {
		for _, g := range r.exportedFuncs() {
			if what := why(&g); what != "" {
				text := g.Reason
				if text == "" {
					text = strings.TrimPrefix(what, "always: ")
				}
				first, _, _ := strings.Cut(text, "\n")
				p.line("- `%s.%s`: %s", r.Package, g.Func, cell(first))
			}
		}
	}
	return p.err
}

type printer struct {
	w   io.Writer
	err error
}

func (p *printer) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.w, format+"\n", args...)
	}
}

func share(n, all int) string {
	if all == 0 {
		return "–"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(n)/float64(all))
}

// cell keeps a text within a cell of a table.
func cell(s string) string {
	return strings.NewReplacer("|", "\\|", "\n", " ", "<", "&lt;").Replace(s)
}
