package command

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"regexp"
	"runtime"
	"time"

	"nearmiss/internal/cover"
	"nearmiss/internal/report"
)

// fuzzOptions holds the values of the flags of fuzz.
type fuzzOptions struct {
	runRE, json string
	verbose     bool
	cover.FuzzOptions
}

func fuzzFlags(fs *flag.FlagSet) call {
	o := &fuzzOptions{}
	fs.StringVar(&o.runRE, "run", "", "search only targets whose name matches `RE`")
	fs.DurationVar(&o.Time, "time", time.Minute, "search each target for `d`; 0 for no clock: 100000 runs for each branch that is not taken")
	fs.Uint64Var(&o.Seed, "seed", 1, "begin the random choices at `N`")
	fs.IntVar(&o.Parallel, "parallel", runtime.GOMAXPROCS(0), "run `N` workers")
	fs.BoolVar(&o.Write, "w", false, "write inputs, too, that take branches that the corpus does not, as far as the target does not fail")
	fs.StringVar(&o.json, "json", "", "write the result as JSON to `FILE`; - for standard output, which then holds nothing else")
	fs.BoolVar(&o.verbose, "v", false, "log each step")
	return o
}

func (o *fuzzOptions) run(ctx context.Context, e env, fs *flag.FlagSet, patterns []string) int {
	if o.Patterns = patterns; len(patterns) == 0 {
		o.Patterns = []string{"."}
	}
	fails := false
	code := runInteractive(ctx, e, fs, &o.Common, o.complete(), []string{o.json}, func(a *interactiveCall) (func() error, error) {
		tuneGC(coverHeap)
		if o.verbose {
			o.Log = func(format string, args ...any) {
				a.progress.Clear()
				fmt.Fprintf(e.stderr, "nearmiss: "+format+"\n", args...)
			}
		}
		r, err := cover.Fuzz(a.ctx, o.FuzzOptions)
		fails = r != nil && r.Fails()
		return func() error { return o.print(e, r) }, err
	})
	if code == exitDone && fails {
		return exitFailure
	}
	return code
}

// complete checks the flags. Its error lists every fault, a line each.
func (o *fuzzOptions) complete() error {
	var errs report.Faults
	o.Check(&errs)
	if o.runRE != "" {
		re, err := regexp.Compile(o.runRE)
		errs.Check(err != nil, "-run: %v", err)
		o.Run = re
	}
	errs.Check(o.Parallel < 1, "-parallel: %d is less than 1", o.Parallel)
	return errors.Join(errs...)
}

// print writes the text and the JSON of a result to the outputs that the flags name. A nil
// result has no output.
func (o *fuzzOptions) print(e env, r *report.Fuzz) error {
	if r == nil {
		return nil
	}
	text := func(b *bytes.Buffer) error {
		r.WriteText(b)
		return nil
	}
	return e.writeResult(text, o.json, r.WriteJSON)
}
