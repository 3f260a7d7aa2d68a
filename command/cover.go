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
	"strings"
	"time"

	"nearmiss/internal/cover"
	"nearmiss/internal/report"
)

// coverOptions are the flags of cover as written.
type coverOptions struct {
	funcRE, excludeRE string
	write             bool
	json              string
	profile           string
	verbose           bool
	cover.Options
}

func coverFlags(fs *flag.FlagSet) call {
	o := &coverOptions{}
	fs.StringVar(&o.funcRE, "func", "", "search only functions whose name matches `RE`")
	fs.StringVar(&o.excludeRE, "exclude", "", "leave out functions whose name matches `RE`")
	fs.DurationVar(&o.Time, "time", 60*time.Second, "end the whole call after `d`; 0 for no clock")
	fs.IntVar(&o.Evals, "evals", 100_000, "evaluate at most `N` inputs a branch")
	fs.Uint64Var(&o.Seed, "seed", 1, "begin the random choices at `N`")
	fs.IntVar(&o.Parallel, "parallel", runtime.GOMAXPROCS(0), "run `N` workers")
	fs.StringVar(&o.Algo, "algo", "auto", "search with `"+strings.Join(cover.Algorithms(), "|")+"`")
	fs.StringVar(&o.Fitness, "fitness", "auto", "measure with `"+strings.Join(cover.Fitnesses(), "|")+"` distance")
	fs.BoolVar(&o.Paper, "paper", false, "use the published fitness alone: no seeding, no tie-break, no merging, a search for each branch")
	fs.IntVar(&o.K, "k", 1, "unroll loops `N` times in path expressions")
	fs.BoolVar(&o.Globals, "globals", false, "take the package variables that a function reads as inputs too")
	o.Domains = domainFlag(fs)
	fs.BoolVar(&o.Generated, "generated", false, "search functions in generated files too")
	fs.StringVar(&o.Diff, "diff", "", "search only for branches that have changed since the git reference `REF`; what is not committed counts too")
	fs.BoolVar(&o.Resume, "resume", false, "take up what an earlier run over the same packages has found, if it was killed or ran out of time")
	fs.Func("allow", "let the code under test do for real what `fs,net,exec` names: change files, connect, start processes", o.allow)
	fs.BoolVar(&o.write, "w", false, "write nearmiss_test.go beside the code")
	fs.StringVar(&o.Out, "o", "", "write the tests into `DIR` instead")
	fs.StringVar(&o.json, "json", "", "write the result as JSON to `FILE`; - for standard output, which then holds nothing else")
	fs.BoolVar(&o.Boundaries, "boundaries", true, "test ordered comparisons where their operands are equal, too; off with -paper")
	fs.BoolVar(&o.Corpus, "corpus", false, "write fuzz targets too, with the inputs of the tests in testdata/fuzz")
	fs.BoolVar(&o.Illegal, "illegal", false, "write tests, too, of branches and panics that only states show which no call made; these count apart all the same")
	fs.StringVar(&o.profile, "coverprofile", "", "write a cover profile of the tests to `FILE`, as go test does")
	fs.BoolVar(&o.verbose, "v", false, "list every open branch and say what is done")
	return o
}

func (o *coverOptions) do(ctx context.Context, e env, fs *flag.FlagSet, patterns []string) int {
	o.Boundaries = o.Boundaries && (!o.Paper || given(fs, "boundaries"))
	return attend(ctx, e, fs, o.complete(patterns), []string{o.json, o.profile}, func(a *attended) (func() error, error) {
		a.who = "nearmiss"
		o.Command = repeatable(fs, o.Patterns)
		o.Abandon = a.abandon
		o.Progress = func(s report.Snapshot) {
			s.Phase = a.phase(s.Phase)
			a.progress.Update(s)
		}
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

// given reports whether a flag was set.
func given(fs *flag.FlagSet, name string) (set bool) {
	fs.Visit(func(f *flag.Flag) { set = set || f.Name == name })
	return set
}

// allow adds what one -allow names.
func (o *coverOptions) allow(list string) error {
	for name := range strings.SplitSeq(list, ",") {
		o.Allow = append(o.Allow, strings.TrimSpace(name))
	}
	return nil
}

// complain prints each line of an error behind who complains.
func complain(w io.Writer, who string, err error) {
	for line := range strings.Lines(err.Error()) {
		fmt.Fprintf(w, "%s: %s\n", who, strings.TrimSuffix(line, "\n"))
	}
}

// complete checks the flags and turns them into options; it reports every
// fault at once.
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
	// As an option 0 stands for the default; as a flag it is a mistake.
	errs = append(errs, zero("evals", o.Evals, "is less than 1"), zero("parallel", o.Parallel, "is less than 1"), zero("k", o.K, "is less than 1"))
	if o.write && o.Out != "" {
		errs = append(errs, errors.New("-w and -o both say where to write the tests; give one"))
	}
	o.Write = o.write
	if o.profile == "-" {
		errs = append(errs, errors.New("-coverprofile: name a file; standard output is taken"))
	}
	o.Profile = o.profile != ""
	o.Verify = o.write || o.Out != "" || o.json != ""
	o.Patterns = patterns
	if len(patterns) == 0 {
		o.Patterns = []string{"."}
	}
	errs = append(errs, o.Options.Validate())
	return errors.Join(errs...)
}

// print writes the table, or with -json - the JSON, on standard output, if
// there is a report.
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
		}
		if !o.Write && o.Out == "" && r.Totals.Covered > 0 {
			fmt.Fprintf(b, "\nNothing was written; -w writes the tests beside the code, -o DIR elsewhere. Seed %d repeats this run.", r.Seed)
		}
		if b.Bytes()[b.Len()-1] != '\n' {
			b.WriteByte('\n')
		}
		return nil
	}
	profile := func(w io.Writer) error {
		_, err := w.Write(r.Profile)
		return err
	}
	return e.deliver(text, document{o.profile, profile}, document{o.json, r.WriteJSON})
}

// unrepeated are the flags that change nothing of what a run finds.
var unrepeated = map[string]bool{"parallel": true, "json": true, "corpus": true, "coverprofile": true, "v": true, "w": true, "o": true, "seed": true, "resume": true}

// repeatable is the command that finds the same again: the flags that matter,
// sorted, with the seed.
func repeatable(fs *flag.FlagSet, patterns []string) string {
	words := []string{"nearmiss", fs.Name(), "-seed", fs.Lookup("seed").Value.String()}
	fs.Visit(func(f *flag.Flag) {
		switch {
		case unrepeated[f.Name]:
		case f.Name == "domain":
			for _, text := range f.Value.(domains).each() {
				words = append(words, "-domain", shellQuote(text))
			}
		case f.Value.String() == "true":
			words = append(words, "-"+f.Name)
		case f.Value.String() == "false":
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

func shellQuote(word string) string {
	if word == "" || strings.ContainsAny(word, " \t\n'\"$&|;()<>*?[]\\`!#~") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}
