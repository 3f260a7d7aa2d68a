package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"golang.org/x/term"

	"nearmiss/internal/cover"
	"nearmiss/internal/report"
)

// coverOptions are the flags of cover as written.
type coverOptions struct {
	funcRE, excludeRE string
	write             bool
	json              string
	verbose           bool
	cover.Options
}

func coverFlags(w io.Writer) (*flag.FlagSet, *coverOptions) {
	fs := newFlags("cover", w)
	o := &coverOptions{}
	fs.StringVar(&o.funcRE, "func", "", "search only functions whose name matches `RE`")
	fs.StringVar(&o.excludeRE, "exclude", "", "leave out functions whose name matches `RE`")
	fs.DurationVar(&o.Time, "time", 60*time.Second, "end the whole call after `d`; 0 for no clock")
	fs.IntVar(&o.Evals, "evals", 100_000, "evaluate at most `N` inputs a branch")
	fs.Uint64Var(&o.Seed, "seed", 1, "seed of all random choices")
	fs.IntVar(&o.Parallel, "parallel", runtime.GOMAXPROCS(0), "run `N` workers")
	fs.StringVar(&o.Algo, "algo", "auto", "search with `auto|avm|random`")
	fs.StringVar(&o.Fitness, "fitness", "auto", "measure with `auto|standard|symbolic` distance")
	fs.BoolVar(&o.Paper, "paper", false, "use the published fitness alone: no seeding, no tie-break, no merging, a search for each branch")
	fs.IntVar(&o.K, "k", 1, "unroll loops `k` times in path expressions")
	fs.BoolVar(&o.Globals, "globals", false, "take the package variables that a function reads as inputs too")
	fs.BoolVar(&o.write, "w", false, "write nearmiss_test.go beside the code")
	fs.StringVar(&o.Out, "o", "", "write the tests into `DIR` instead")
	fs.StringVar(&o.json, "json", "", "write the result as JSON to `FILE`; - for standard output, which then holds nothing else")
	fs.BoolVar(&o.verbose, "v", false, "list every open branch and say what is done")
	return fs, o
}

func runCover(ctx context.Context, e env) int {
	fs, o := coverFlags(e.stderr)
	patterns, code, done := parse(fs, e)
	if done {
		return code
	}
	if err := o.complete(patterns); err != nil {
		fmt.Fprintf(e.stderr, "nearmiss cover: %v\n", err)
		return exitUsage
	}
	o.Command = repeatable(fs, o.Patterns)
	live, width := terminal(e.stderr)
	progress := report.NewProgress(e.stderr, live, width)
	o.Progress = progress.Update
	if o.verbose {
		o.Log = func(format string, args ...any) {
			progress.Clear()
			fmt.Fprintf(e.stderr, "nearmiss: "+format+"\n", args...)
		}
	}
	r, err := cover.Run(ctx, o.Options)
	progress.Clear()
	if err != nil {
		fmt.Fprintf(e.stderr, "nearmiss: %v\n", err)
	}
	if r != nil {
		if werr := o.print(e, r); werr != nil {
			fmt.Fprintf(e.stderr, "nearmiss: %v\n", werr)
			err = werr
		}
	}
	if err != nil {
		if errors.As(err, new(*cover.UsageError)) {
			return exitUsage
		}
		return exitFailure
	}
	return exitDone
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
	if o.write && o.Out != "" {
		errs = append(errs, errors.New("-w and -o both say where to write the tests; give one"))
	}
	o.Write = o.write
	o.Verify = o.write || o.Out != "" || o.json != ""
	o.Patterns = patterns
	if len(patterns) == 0 {
		o.Patterns = []string{"."}
	}
	errs = append(errs, o.Options.Validate())
	return errors.Join(errs...)
}

// print writes the table, or with -json - the JSON, on standard output.
func (o *coverOptions) print(e env, r *report.Report) error {
	switch o.json {
	case "":
	case "-":
		return r.WriteJSON(e.stdout)
	default:
		var b bytes.Buffer
		if err := r.WriteJSON(&b); err != nil {
			return err
		}
		if err := writeFile(o.json, b.Bytes()); err != nil {
			return err
		}
	}
	if err := r.WriteTable(e.stdout, o.verbose); err != nil {
		return err
	}
	for _, p := range r.Packages {
		for _, f := range p.Files {
			fmt.Fprintf(e.stdout, "wrote %s\n", f)
		}
	}
	if !o.Write && o.Out == "" && r.Totals.Covered > 0 {
		fmt.Fprintf(e.stdout, "\nNothing was written; -w writes the tests beside the code, -o DIR elsewhere. Seed %d repeats this run.\n", r.Seed)
	}
	return nil
}

// writeFile replaces name as a whole or not at all.
func writeFile(name string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".nearmiss-*")
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, errors.Unwrap(err))
	}
	defer os.Remove(f.Name())
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, errors.Unwrap(err))
	}
	return nil
}

// unrepeated are the flags that change nothing of what a run finds.
var unrepeated = map[string]bool{"parallel": true, "json": true, "v": true, "w": true, "o": true, "seed": true}

// repeatable is the command that finds the same again: the flags that matter,
// sorted, with the seed.
func repeatable(fs *flag.FlagSet, patterns []string) string {
	words := []string{"nearmiss", fs.Name(), "-seed", fs.Lookup("seed").Value.String()}
	fs.Visit(func(f *flag.Flag) {
		switch {
		case unrepeated[f.Name]:
		case f.Value.String() == "true":
			words = append(words, "-"+f.Name)
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

// terminal says whether w is a terminal, and how wide.
func terminal(w io.Writer) (bool, func() int) {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) || os.Getenv("TERM") == "dumb" {
		return false, nil
	}
	return true, func() int {
		width, _, err := term.GetSize(int(f.Fd()))
		if err != nil || width < 20 {
			return 80
		}
		return width
	}
}
