package command

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"nearmiss/internal/report"
	"nearmiss/internal/worst"
	"nearmiss/symexec"
)

// worstOptions are the flags of worst as written.
type worstOptions struct {
	json                string
	policyIn, policyOut string
	worst.Options
}

func worstFlags(fs *flag.FlagSet) call {
	o := &worstOptions{}
	names, algorithms := table(worst.Algorithms())
	operators, pairs := table(worst.Operators())
	fs.Usage = func() {
		usage(fs)
		fmt.Fprintf(fs.Output(), "\nAlgorithms:\n\n%s\nOperators of genetic algorithms:\n\n%s", algorithms, pairs)
	}
	fs.Var(&o.Sizes, "size", "make slices, strings and maps `N` long, or several sizes after each other: 10,50,100; name=N is for one parameter alone")
	o.Domains = domainFlag(fs)
	fs.StringVar(&o.Algo, "algo", names[0], "search with `"+strings.Join(names, "|")+"`")
	fs.StringVar(&o.Operators, "operators", "", "have a genetic algorithm vary `"+strings.Join(operators, "|")+"`; by default what it is known for")
	fs.StringVar(&o.Cost, "cost", worst.Metrics()[0], "count `"+strings.Join(worst.Metrics(), "|")+"`")
	fs.StringVar(&o.History, "history", "", "have pyse, spfwca and carried go by the last `N` branches before one; by default 2, 1 and 8")
	fs.Func("train", "train wise, spfwca and carried on the sizes `N,M`; by default carried on 4 to 12, the others, which explore each exhaustively, on as many as half of the budget allows", o.train)
	fs.StringVar(&o.policyIn, "policy-in", "", "begin with the policy in `FILE`, which -policy-out has written")
	fs.StringVar(&o.policyOut, "policy-out", "", "write the policy that was learned, at the last size, to `FILE`")
	fs.DurationVar(&o.Time, "time", 60*time.Second, "end the search of a size after `d`; 0 for no clock")
	fs.Uint64Var(&o.Paths, "paths", 0, "take at most `N` paths of a size; 0 for no limit")
	fs.Uint64Var(&o.Evals, "evals", 0, "run at most `N` inputs of a size, with those strategies that search over inputs; 0 for no limit")
	fs.Uint64Var(&o.Seed, "seed", 1, "begin the random choices at `N`")
	fs.StringVar(&o.Solver, "solver", "auto", "have the final path condition solved by `"+strings.Join(worst.Solvers(), "|")+"`")
	fs.StringVar(&o.json, "json", "", "write the result as JSON to `FILE`, a value for each size; - for standard output, which then holds nothing else")
	fs.StringVar(&o.Out, "o", "", "write a test, a benchmark and the curve of the best cost into `DIR`")
	return o
}

// train reads sizes.
func (o *worstOptions) train(text string) error {
	for part := range strings.SplitSeq(text, ",") {
		size, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil {
			return fmt.Errorf("%q is no size", part)
		}
		o.Train = append(o.Train, size)
	}
	return nil
}

// table lists the names of algorithms, and what they are, a line each.
func table(list []worst.Algorithm) (names []string, lines string) {
	for _, a := range list {
		names = append(names, a.Name)
		lines += fmt.Sprintf("  %-14s%s\n", a.Name, a.Doc)
	}
	return names, lines
}

func (o *worstOptions) do(ctx context.Context, e env, fs *flag.FlagSet, args []string) int {
	return attend(ctx, e, fs, o.complete(args), []string{o.json, o.policyOut}, func(a *attended) (func() error, error) {
		symexec.SettleGarbage()
		o.Command = repeatable(fs, args)
		o.Abandon = a.abandon
		o.Progress = func(s report.WorstSnapshot) {
			s.Phase = a.phase(s.Phase)
			a.progress.UpdateWorst(s)
		}
		results, err := worst.Run(a.ctx, o.Options)
		return func() error { return errors.Join(o.print(e, results), o.keep(e, results)) }, err
	})
}

// complete checks the flags; it reports every fault at once.
func (o *worstOptions) complete(args []string) error {
	name, err := oneFunction("worst", args)
	o.Func, o.Keep = name, o.policyOut != ""
	if o.policyIn != "" {
		var late error
		if o.Policy, late = os.ReadFile(o.policyIn); late != nil {
			err = errors.Join(err, fmt.Errorf("-policy-in: %w", late))
		}
	}
	for _, a := range worst.Algorithms() {
		if o.policyOut != "" && a.Name == o.Algo && !a.Learns {
			err = errors.Join(err, fmt.Errorf("-policy-out: %s learns no policy", a.Name))
		}
	}
	return errors.Join(err, o.Options.Validate())
}

// keep writes the policy of the last result, if that is asked for, and says so.
func (o *worstOptions) keep(e env, results []*worst.Result) error {
	if o.policyOut == "" || len(results) == 0 {
		return nil
	}
	last := results[len(results)-1]
	if last.Policy == nil {
		return fmt.Errorf("-policy-out: %s has learned no policy; nothing was written", o.Algo)
	}
	if err := writeFile(o.policyOut, append(last.Policy, '\n')); err != nil {
		return err
	}
	fmt.Fprintf(e.stderr, "nearmiss worst: the policy of size %d is in %s\n", last.Size, o.policyOut)
	return nil
}

// print writes the results, if there are any, for a reader, or with -json - the
// JSON, on standard output.
func (o *worstOptions) print(e env, results []*worst.Result) error {
	if len(results) == 0 {
		return nil
	}
	text := func(b *bytes.Buffer) error {
		for i, r := range results {
			if i > 0 {
				b.WriteByte('\n')
			}
			r.WriteText(b)
		}
		return nil
	}
	doc := func(w io.Writer) (err error) {
		for _, r := range results {
			err = errors.Join(err, r.WriteJSON(w))
		}
		return err
	}
	return e.deliver(text, document{o.json, doc})
}
