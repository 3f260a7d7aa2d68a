package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"slices"
	"strings"
	"time"
)

// A part measures samples and judges them beside the stored ones.
type part struct {
	name    string
	measure func(context.Context, *lab) (samples, error)
	judge   func(stored, now samples) []line
}

func parts() []part {
	return []part{
		{"real", measureReal, judgeReal},
		{"clock", measureClock, judgeClock},
		{"fitnex", measureFitnex, judgeFitnex},
		{"ese", measureESE, judgeESE},
		{"speed", measureSpeed, judgeSpeed},
		{"law", measureLaw, judgeLaw},
		{"same", measureSame, judgeSame},
	}
}

// A config is what the command line says.
type config struct {
	parts    []part
	base     string
	old      string
	seeds    int
	match    *regexp.Regexp
	update   bool
	markdown bool
}

func main() {
	c, err := parse(os.Args[1:])
	if errors.Is(err, flag.ErrHelp) {
		return
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "guard:", err)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ok, err := c.run(ctx, os.Stdout, os.Stderr)
	if err != nil {
		fmt.Fprintln(os.Stderr, "guard:", err)
	}
	if err != nil || !ok {
		os.Exit(1)
	}
}

func parse(args []string) (*config, error) {
	var c config
	var names []string
	for _, p := range parts() {
		names = append(names, p.name)
	}
	f := flag.NewFlagSet("guard", flag.ContinueOnError)
	only := f.String("only", strings.Join(names, ","), "measure these `parts`")
	f.StringVar(&c.base, "base", "bench/guard/base.json", "the stored row, a `FILE`")
	f.StringVar(&c.old, "old", "", "measure speed and clock beside `REV|PATH`, a revision or a nearmiss command; by default the revision of the stored row")
	f.IntVar(&c.seeds, "seeds", 0, "use at most `N` seeds; 0 for as many as each part has")
	match := f.String("match", "", "of real, fitnex and ese, measure only packages, subjects and cells whose name matches `RE`")
	f.BoolVar(&c.update, "update", false, "write what is measured into the stored row")
	f.BoolVar(&c.markdown, "markdown", false, "print the table as Markdown")
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	if f.NArg() > 0 {
		return nil, fmt.Errorf("%q is too much", f.Arg(0))
	}
	var err error
	if c.match, err = regexp.Compile(*match); err != nil {
		return nil, fmt.Errorf("-match: %w", err)
	}
	for name := range strings.SplitSeq(*only, ",") {
		i := slices.Index(names, name)
		if i < 0 {
			return nil, fmt.Errorf("-only: %q is none of %s", name, strings.Join(names, ", "))
		}
		c.parts = append(c.parts, parts()[i])
	}
	return &c, nil
}

// run measures the parts, prints the table, and reports whether all is well. A part that
// cannot be measured does not keep the others from it.
func (c *config) run(ctx context.Context, out, progress io.Writer) (ok bool, err error) {
	stored, err := readRow(c.base)
	if err != nil {
		return false, err
	}
	l, err := newLab(ctx, progress)
	if err != nil {
		return false, err
	}
	defer l.close()
	l.seeds, l.match = c.seeds, c.match
	if l.old = c.old; l.old == "" {
		l.old = stored.revision()
	}
	var lines []line
	var errs []error
	for _, p := range c.parts {
		began := time.Now()
		now, err := p.measure(ctx, l)
		if ctx.Err() != nil {
			errs = append(errs, fmt.Errorf("interrupted in %s: what is below was done before", p.name))
			break
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", p.name, err))
			continue
		}
		took := time.Since(began)
		fmt.Fprintf(progress, "%s: done in %s\n", p.name, took.Round(time.Second))
		lines = append(lines, title(p.name, p.judge(alike(stored.Parts[p.name].Samples, now)))...)
		if c.update {
			r := record{Revision: l.revision, Date: began.Format(time.DateOnly), Seconds: int(took.Seconds()), Samples: now}
			errs = append(errs, store(c.base, p.name, r))
		}
	}
	write(out, lines, c.markdown)
	return !slices.ContainsFunc(lines, func(l line) bool { return l.verdict == worse }), errors.Join(errs...)
}
