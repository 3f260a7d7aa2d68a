package command

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"nearmiss/internal/cover"
	"nearmiss/internal/report"
)

// coverOptions holds the values of the flags of cover.
type coverOptions struct {
	funcRE, excludeRE string
	json              string
	goals             []string
	verbose           bool
	cover.Options
}

func coverFlags(fs *flag.FlagSet) call {
	o := &coverOptions{}
	fs.StringVar(&o.funcRE, "func", "", "search only functions whose name matches `RE`")
	fs.StringVar(&o.excludeRE, "exclude", "", "leave out functions whose name matches `RE`")
	commonFlags(fs, &o.Common, "the whole call, by default earlier if nothing comes nearer, and later for many packages (20s each),")
	fs.IntVar(&o.Evals, "evals", 100_000, "evaluate at most `N` inputs a branch")
	fs.IntVar(&o.Parallel, "parallel", runtime.GOMAXPROCS(0), "run `N` workers")
	fs.StringVar(&o.Algo, "algo", "auto", "search with `"+strings.Join(cover.Algorithms(), "|")+"`")
	fs.StringVar(&o.Fitness, "fitness", "auto", "measure with `"+strings.Join(cover.Fitnesses(), "|")+"` distance")
	fs.BoolVar(&o.Paper, "paper", false, "use the published fitness alone: no seeding, no tie-break, no merging, a search for each branch")
	fs.IntVar(&o.K, "k", 1, "unroll loops `N` times in path expressions")
	fs.BoolVar(&o.Globals, "globals", false, "treat the package variables that a function reads as inputs too")
	fs.BoolVar(&o.Generated, "generated", false, "search functions in generated files too")
	fs.StringVar(&o.Diff, "diff", "", "search only for branches on lines changed since the git reference `REF`; uncommitted changes count too")
	fs.BoolVar(&o.Again, "again", false, "search packages, too, that have not changed since a call with -w or -o has searched them")
	fs.BoolVar(&o.Resume, "resume", false, "continue an earlier run over the same packages that was killed or ran out of time")
	fs.Var(listValue[string]{&o.Allow, func(s string) (string, error) { return s, nil }}, "allow", "let the code under test do `fs,net,exec` for real: change files, connect, start processes")
	fs.BoolVar(&o.Write, "w", false, "write nearmiss_test.go beside the code")
	fs.StringVar(&o.Out, "o", "", "write the tests into `DIR` instead")
	fs.StringVar(&o.json, "json", "", "write the result as JSON to `FILE`; - for standard output, which then holds nothing else")
	fs.Var(listValue[string]{&o.goals, wordOf("branches", "boundaries", "mutants")}, "goals", "search for inputs that take `branches,boundaries,mutants`: boundaries make the operands of an ordered comparison equal; with mutants, the tests run with small changes of the code, what notices nothing more is not written, and -v lists those that no test notices (default all that the call has time for: branches,boundaries, mutants with -w or -o and a clock; branches with -paper)")
	fs.BoolVar(&o.Laws, "laws", true, "search for inputs that break laws which names, types and interfaces of a package promise, such as that it reads what it wrote")
	fs.BoolVar(&o.Positions, "positions", false, "name above each case of the tests the branches that it takes, by their positions in the source")
	fs.StringVar(&o.Beside, "beside", cover.Missing, "beside the package's own tests write `all|missing`: missing are cases that take branches, or notice changes of the code, that these do not")
	fs.BoolVar(&o.Accept, "accept", false, "where earlier tests fail because the code does something else now, write what it does into them")
	fs.BoolVar(&o.Prune, "prune", false, "remove tests of earlier calls that do not compile any more, such as those of functions that are gone")
	fs.BoolVar(&o.Corpus, "corpus", false, "write fuzz targets too, with the inputs of the tests in testdata/fuzz")
	fs.BoolVar(&o.Illegal, "illegal", false, "write tests, too, of branches and panics that only states show which no call made; these count apart all the same")
	fs.BoolVar(&o.verbose, "v", false, "list every open branch and log each step")
	return o
}

func (o *coverOptions) run(ctx context.Context, e env, fs *flag.FlagSet, patterns []string) int {
	o.Boundaries, o.Mutants = slices.Contains(o.goals, "boundaries"), slices.Contains(o.goals, "mutants")
	if len(o.goals) == 0 {
		o.Boundaries = !o.Paper
		o.Mutants = !o.Paper && o.Time > 0 && (o.Write || o.Out != "")
	}
	if !isSet(fs, "time") {
		o.PackageTime = 20 * time.Second
	}
	return runInteractive(ctx, e, fs, &o.Common, o.complete(patterns), []string{o.json}, func(a *interactiveCall) (func() error, error) {
		tuneGC(coverHeap)
		a.errorPrefix = "nearmiss"
		o.Command = repeatable(fs, o.Patterns)
		if o.verbose {
			o.Log = func(format string, args ...any) {
				a.progress.Clear()
				fmt.Fprintf(e.stderr, "nearmiss: "+format+"\n", args...)
			}
		}
		r, err := cover.Run(a.ctx, o.Options)
		return func() error { return o.print(e, r) }, err
	})
}

// isSet reports whether the command line sets a flag.
func isSet(fs *flag.FlagSet, name string) (set bool) {
	fs.Visit(func(f *flag.Flag) { set = set || f.Name == name })
	return set
}

// printError prints each line of an error behind the prefix and a colon.
func printError(w io.Writer, prefix string, err error) {
	for line := range strings.Lines(err.Error()) {
		fmt.Fprintf(w, "%s: %s\n", prefix, strings.TrimSuffix(line, "\n"))
	}
}

// complete checks the flags and turns them into options. Its error lists every fault, a
// line each.
func (o *coverOptions) complete(patterns []string) error {
	var errs []error
	compile := func(name, re string) *regexp.Regexp {
		if re == "" {
			return nil
		}
		c, err := regexp.Compile(re)
		if err != nil {
			errs = append(errs, fmt.Errorf("-%s: %v", name, err))
		}
		return c
	}
	o.Func, o.Exclude = compile("func", o.funcRE), compile("exclude", o.excludeRE)
	errs = append(errs, checkNonzero("evals", o.Evals, "is less than 1"), checkNonzero("parallel", o.Parallel, "is less than 1"), checkNonzero("k", o.K, "is less than 1"))
	if o.Write && o.Out != "" {
		errs = append(errs, errors.New("-w and -o both say where to write the tests; give one"))
	}
	o.Verify = o.Write || o.Out != "" || o.json != ""
	o.Patterns = patterns
	if len(patterns) == 0 {
		o.Patterns = []string{"."}
	}
	errs = append(errs, o.Options.Validate())
	return errors.Join(errs...)
}

// print writes the table and the JSON of a report to the outputs that the flags name. A nil
// report has no output.
func (o *coverOptions) print(e env, r *report.Report) error {
	if r == nil {
		return nil
	}
	text := func(b *bytes.Buffer) error {
		if err := r.WriteTable(b, o.verbose); err != nil {
			return err
		}
		for _, p := range r.Packages {
			for _, f := range p.Files {
				fmt.Fprintf(b, "\nwrote %s", f)
			}
			if p.Merge != nil {
				fmt.Fprintf(b, "\n%s: %s", p.Path, p.Merge)
			}
		}
		if !o.Write && o.Out == "" && r.Totals.Covered > 0 {
			fmt.Fprintf(b, "\nNothing was written; -w writes the tests beside the code, -o DIR elsewhere. Seed %d repeats this run.", r.Seed)
		}
		if b.Bytes()[b.Len()-1] != '\n' {
			b.WriteByte('\n')
		}
		return nil
	}
	return e.writeResult(text, o.json, r.WriteJSON)
}

// irrelevantFlags are the flags that repeatable leaves out: they do not change the results
// of a search, except seed, which repeatable always writes.
var irrelevantFlags = map[string]bool{"parallel": true, "json": true, "corpus": true, "v": true, "w": true, "o": true, "prune": true, "accept": true, "again": true, "seed": true, "resume": true, "policy-out": true}

// repeatable returns the command line that repeats this search: the seed, then the
// relevant flags sorted by name, then the patterns.
func repeatable(fs *flag.FlagSet, patterns []string) string {
	words := []string{"nearmiss", fs.Name(), "-seed", fs.Lookup("seed").Value.String()}
	fs.Visit(func(f *flag.Flag) {
		switch {
		case irrelevantFlags[f.Name]:
		case f.Name == "domain":
			for _, text := range f.Value.(domains).list() {
				words = append(words, "-domain", shellQuote(text))
			}
		case isBool(f) && f.Value.String() == "true":
			words = append(words, "-"+f.Name)
		case isBool(f):
			words = append(words, "-"+f.Name+"=false")
		default:
			words = append(words, "-"+f.Name, shellQuote(f.Value.String()))
		}
	})
	for _, p := range patterns {
		words = append(words, shellQuote(p))
	}
	return strings.Join(words, " ")
}

// isBool reports whether a flag needs no value.
func isBool(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

func shellQuote(word string) string {
	if word == "" || strings.ContainsAny(word, " \t\n'\"$&|;()<>*?[]\\`!#~") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}
