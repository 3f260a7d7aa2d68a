package command

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"nearmiss/internal/report"
)

//go:embed doc.go
var doc string

// Exit codes.
const (
	exitDone    = 0
	exitFailure = 1
	exitUsage   = 2
)

// env holds the arguments and the outputs of a command.
type env struct {
	args           []string  // without the command's name
	stdout, stderr io.Writer // escape unprintable characters
	screen         io.Writer // standard error without escaping, for the progress line
}

// Run runs the command that args name, without the program's name, and returns the exit
// code: 0 done, 1 a failure, 2 wrong usage. Until Run returns, it handles interrupts and
// hangups of the process and sets its TMPDIR and GOTMPDIR. If stderr is a terminal, progress is
// one line that is redrawn in place.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	screen := stderr
	stdout, stderr = report.NewPrintableWriter(stdout), report.NewPrintableWriter(screen)
	if len(args) == 0 {
		fmt.Fprint(stderr, section("nearmiss"))
		return exitUsage
	}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		return runHelp(args[1:], stdout, stderr)
	}
	define := commands[args[0]]
	if define == nil {
		fmt.Fprintf(stderr, "nearmiss: unknown command %q; 'nearmiss help' lists the commands\n", args[0])
		return exitUsage
	}
	e, fs := env{args[1:], stdout, stderr, screen}, newFlags(args[0], stderr)
	c := define(fs)
	rest, code, done := parse(fs, e)
	if done {
		return code
	}
	return c.run(ctx, e, fs, rest)
}

// call is a command together with the values of its flags.
type call interface {
	// run runs the command on args and returns the exit code.
	run(ctx context.Context, e env, fs *flag.FlagSet, args []string) int
}

// commands maps the name of a command to the function that defines its flags.
var commands = map[string]func(*flag.FlagSet) call{
	"cover": coverFlags, "explain": explainFlags, "explore": exploreFlags, "fuzz": fuzzFlags, "worst": worstFlags,
	"version": func(*flag.FlagSet) call { return version{} },
}

func runHelp(args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(stdout, section("nearmiss"))
		return exitDone
	}
	define := commands[args[0]]
	switch {
	case define != nil:
		fs := newFlags(args[0], stdout)
		define(fs)
		usage(fs)
	case args[0] == "help":
		fmt.Fprint(stdout, section("help"))
	default:
		fmt.Fprintf(stderr, "nearmiss: no help on %q; 'nearmiss help' lists the commands\n", args[0])
		return exitUsage
	}
	return exitDone
}

// version is the command "nearmiss version".
type version struct{}

func (version) run(_ context.Context, e env, _ *flag.FlagSet, args []string) int {
	if len(args) > 0 {
		fmt.Fprintf(e.stderr, "nearmiss version: %q is too much; it takes no arguments\n", args[0])
		return exitUsage
	}
	version := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range append(info.Deps, &info.Main) { // the main module may be another that imports this one
			if m.Path == "nearmiss" && m.Replace == nil && m.Version != "" {
				version = m.Version
			}
		}
	}
	fmt.Fprintf(e.stdout, "nearmiss %s\n", version)
	return exitDone
}

// section returns the text of the package comment under the heading name.
func section(name string) string {
	var out []string
	current := ""
	for line := range strings.Lines(doc) {
		text, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "//")
		if !ok {
			break
		}
		text = strings.TrimPrefix(text, " ")
		if heading, ok := strings.CutPrefix(text, "# "); ok {
			current = heading
			continue
		}
		if current == name {
			out = append(out, strings.ReplaceAll(text, "\t", "    "))
		}
	}
	return strings.TrimSpace(strings.Join(out, "\n")) + "\n"
}

// newFlags returns a flag set that prints the command's section and flags as its usage.
func newFlags(name string, w io.Writer) *flag.FlagSet {
	fs := flag.NewFlagSet(name, flag.ContinueOnError)
	fs.SetOutput(w)
	fs.Usage = func() { usage(fs) }
	return fs
}

func usage(fs *flag.FlagSet) {
	fmt.Fprint(fs.Output(), section(fs.Name()))
	has := false
	fs.VisitAll(func(*flag.Flag) { has = true })
	if has {
		fmt.Fprint(fs.Output(), "\nFlags:\n\n")
		fs.PrintDefaults()
	}
}

// checkNonzero returns an error if the value of a flag is 0. The option behind the flag
// takes 0 for its default, but a user who writes 0 has made a mistake.
func checkNonzero(name string, value int, problem string) error {
	if value == 0 {
		return fmt.Errorf("-%s: 0 %s", name, problem)
	}
	return nil
}

// oneFunction returns the only argument of a command, the name of a function.
func oneFunction(command string, args []string) (string, error) {
	if len(args) != 1 {
		return "", fmt.Errorf("one function expected, %d given; 'nearmiss %s -h' shows how", len(args), command)
	}
	return args[0], nil
}

// parse reads flags before, between and after the arguments. Every word behind -- is an
// argument. If done is true, the command ends with code.
func parse(fs *flag.FlagSet, e env) (args []string, code int, done bool) {
	rest := e.args
	for {
		// Package flag prints the whole usage after an error; discard that
		// and print one line.
		fs.SetOutput(io.Discard)
		err := fs.Parse(rest)
		if errors.Is(err, flag.ErrHelp) {
			fs.SetOutput(e.stdout)
			fs.Usage()
			return nil, exitDone, true
		}
		if err != nil {
			fmt.Fprintf(e.stderr, "nearmiss %s: %v; 'nearmiss %s -h' lists the flags\n", fs.Name(), err, fs.Name())
			return nil, exitUsage, true
		}
		tail := fs.Args()
		if len(tail) == 0 {
			return args, 0, false
		}
		if n := len(rest) - len(tail); n > 0 && rest[n-1] == "--" {
			return append(args, tail...), 0, false
		}
		args, rest = append(args, tail[0]), tail[1:]
	}
}
