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

	"nearmiss/internal/worst"
)

// worstOptions holds the values of the flags of worst.
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
	fs.Var(&o.Sizes, "size", "make slices, strings and maps `N` long; 10,50,100 searches several sizes one after the other; name=N sets the size of one parameter")
	fs.StringVar(&o.Algo, "algo", names[0], "search with `"+strings.Join(names, "|")+"`")
	fs.StringVar(&o.Operators, "operators", "", "have a genetic algorithm vary `"+strings.Join(operators, "|")+"`; by default its own operators")
	fs.IntVar(&o.Genetic.PopSize, "population", 0, "give a genetic algorithm `N` individuals, or each of its sub-populations; here and below 0 is the default of the algorithm, and -1 none")
	fs.IntVar(&o.Genetic.EliteSize, "elite", 0, "let the best `N` individuals of a genetic algorithm always survive")
	fs.Float64Var(&o.Genetic.MProb, "mutation", 0, "mutate a child of a genetic algorithm with probability `P`")
	fs.IntVar(&o.Genetic.LSPeriod, "ls-period", 0, "have a genetic algorithm search locally every `N` generations")
	fs.IntVar(&o.Genetic.LSIndividuals, "ls-individuals", 0, "count in place of -ls-period the individuals with a cost: a local search comes after `N`")
	fs.IntVar(&o.Genetic.LSAttempts, "ls-attempts", 0, "try `N` neighbours in a local search")
	fs.StringVar(&o.Start, "start", worst.StartRandom, "let a genetic algorithm over inputs begin with `"+worst.StartRandom+"|"+worst.StartPaths+"`: random inputs, or those of random paths")
	fs.StringVar(&o.Cost, "cost", worst.Metrics()[0], "count `"+strings.Join(worst.Metrics(), "|")+"`")
	fs.StringVar(&o.History, "history", "", "let pyse, spfwca and carried decide a branch by the last `N` branches before it; by default 2, 1 and 8")
	fs.Var(listValue[int]{&o.Train, parseSize}, "train", "train wise, spfwca, carried and pyse on the sizes `N,M`; by default pyse trains on none, carried trains on 4 to 12; wise and spfwca explore each size exhaustively, as many as half of the budget allows")
	fs.StringVar(&o.policyIn, "policy-in", "", "begin with the policy in `FILE`, written by -policy-out")
	fs.StringVar(&o.policyOut, "policy-out", "", "write the policy learned at the last size to `FILE`")
	commonFlags(fs, &o.Common, "the search of a size")
	fs.Uint64Var(&o.Paths, "paths", 0, "take at most `N` paths of a size; 0 for no limit")
	fs.Uint64Var(&o.Evals, "evals", 0, "run at most `N` inputs of a size, with a strategy that searches over inputs; 0 for no limit")
	fs.BoolVar(&o.Random, "random", true, "take one of the random inputs that are run before the search if it costs more than what the search has found")
	fs.Uint64Var(&o.Feasible, "feasible", 0, "take at most `N` paths and inputs of a size that have a cost; conditions without a path do not count; 0 for no limit")
	fs.StringVar(&o.Solver, "solver", "auto", "have the final path condition solved by `"+strings.Join(worst.Solvers(), "|")+"`")
	fs.StringVar(&o.json, "json", "", "write the result as JSON to `FILE`, a value for each size; - for standard output, which then holds nothing else")
	fs.StringVar(&o.Out, "o", "", "write a test, a benchmark and the curve of the best cost into `DIR`")
	return o
}

func parseSize(text string) (int, error) {
	size, err := strconv.Atoi(text)
	if err != nil {
		return 0, fmt.Errorf("%q is no size", text)
	}
	return size, nil
}

// table returns the names of the algorithms or operators in list, and a text with the name
// and the description of each on a line.
func table(list []worst.Algorithm) (names []string, lines string) {
	for _, a := range list {
		names = append(names, a.Name)
		lines += fmt.Sprintf("  %-14s%s\n", a.Name, a.Doc)
	}
	return names, lines
}

func (o *worstOptions) run(ctx context.Context, e env, fs *flag.FlagSet, args []string) int {
	return runInteractive(ctx, e, fs, &o.Common, o.complete(args), []string{o.json, o.policyOut}, func(a *interactiveCall) (func() error, error) {
		tuneGC(heapLimit(physicalMemory()))
		o.Command = repeatable(fs, args)
		results, err := worst.Run(a.ctx, o.Options)
		return func() error { return errors.Join(o.print(e, results), o.writePolicy(e, results)) }, err
	})
}

// complete checks the flags and turns them into options. Its error lists every fault, a
// line each.
func (o *worstOptions) complete(args []string) error {
	name, err := oneFunction("worst", args)
	o.Func, o.Keep = name, o.policyOut != ""
	if o.policyIn != "" {
		var readErr error
		if o.Policy, readErr = os.ReadFile(o.policyIn); readErr != nil {
			err = errors.Join(err, fmt.Errorf("-policy-in: %w", readErr))
		}
	}
	for _, a := range worst.Algorithms() {
		if o.policyOut != "" && a.Name == o.Algo && !a.Learns {
			err = errors.Join(err, fmt.Errorf("-policy-out: %s learns no policy", a.Name))
		}
	}
	return errors.Join(err, o.Options.Validate())
}

// writePolicy writes the policy of the last result to the file that -policy-out names, and
// prints the file's name.
func (o *worstOptions) writePolicy(e env, results []*worst.Result) error {
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

// print writes the results as text to standard output, and as JSON to the file that -json
// names. With -json - only the JSON goes to standard output.
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
	return e.writeResult(text, o.json, doc)
}
