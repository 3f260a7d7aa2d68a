package command

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"runtime"
	"strings"

	"nearmiss/dse"
	"nearmiss/internal/explore"
)

// exploreOptions holds the values of the flags of explore.
type exploreOptions struct {
	json string
	explore.Options
}

func exploreFlags(fs *flag.FlagSet) call {
	o := &exploreOptions{}
	names := explore.Strategies()
	fs.StringVar(&o.Strategy, "strategy", names[0], "choose the condition to flip by `"+strings.Join(names, "|")+"`")
	fs.StringVar(&o.States, "states", "", "have a receiver with unexported fields in the states that `calls|first` lead to: all that calls make, or those that are made in the same way as in the first input; by default calls for the strategies tardis and fifo, else first")
	fs.Func("target", "reach the branch `file:line:col/T`, or /F; may be given several times; by default every branch that the function can take in its package", func(name string) error {
		o.Targets = append(o.Targets, name)
		return nil
	})
	fs.IntVar(&o.Runs, "runs", explore.DefaultRuns, "run at most `N` inputs")
	commonFlags(fs, &o.Common, "the search")
	fs.IntVar(&o.Bound, "bound", dse.DefaultBound, "let strings, slices and maps have at most `N` elements")
	fs.IntVar(&o.Parallel, "parallel", runtime.GOMAXPROCS(0), "run the call sequences that make states on `N` workers; the result is the same for any number")
	fs.StringVar(&o.Solver, "solver", explore.Solvers()[0], "have conditions solved by `"+strings.Join(explore.Solvers(), "|")+"`; auto is embedded, and z3 for queries that embedded cannot decide")
	fs.StringVar(&o.json, "json", "", "write the result as JSON to `FILE`; - for standard output, which then holds nothing else")
	return o
}

func (o *exploreOptions) run(ctx context.Context, e env, fs *flag.FlagSet, args []string) int {
	return runInteractive(ctx, e, fs, &o.Common, o.complete(args), []string{o.json}, func(a *interactiveCall) (func() error, error) {
		tuneGC(heapLimit(physicalMemory()))
		r, err := explore.Run(a.ctx, o.Options)
		return func() error { return o.print(e, r) }, err
	})
}

// complete checks the flags and turns them into options. Its error lists every fault, a
// line each.
func (o *exploreOptions) complete(args []string) error {
	name, err := oneFunction("explore", args)
	o.Func = name
	errs := []error{err}
	errs = append(errs, checkNonzero("runs", o.Runs, "is too few"), checkNonzero("bound", o.Bound, "is too few"), checkNonzero("parallel", o.Parallel, "is less than 1"))
	return errors.Join(append(errs, o.Options.Validate())...)
}

// print writes the text and the JSON of a result to the outputs that the flags name. A nil
// result has no output.
func (o *exploreOptions) print(e env, r *explore.Result) error {
	if r == nil {
		return nil
	}
	text := func(b *bytes.Buffer) error {
		r.WriteText(b)
		return nil
	}
	return e.writeResult(text, o.json, r.WriteJSON)
}
