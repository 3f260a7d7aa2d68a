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

// env is what a command works with.
type env struct {
	args           []string  // as given, the command's name left out
	stdout, stderr io.Writer // show what cannot be printed as escapes
	screen         io.Writer // standard error as it is, for the progress line
}

// Run does what the arguments behind the program's name say, and returns the exit
// code: 0 done, 1 a failure, 2 wrong usage. Until it returns, interrupts, hangups and
// TMPDIR of the process are its own. Progress is shown in place if stderr is a terminal.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	screen := stderr
	stdout, stderr = report.NewPrintableWriter(stdout), report.NewPrintableWriter(screen)
	if len(args) == 0 {
		fmt.Fprint(stderr, section("nearmiss"))
		return exitUsage
	}
	e := env{args[1:], stdout, stderr, screen}
	switch args[0] {
	case "help", "-h", "-help", "--help":
		return runHelp(args[1:], stdout, stderr)
	case "cover":
		return runCover(ctx, e)
	case "explain":
		return runExplain(ctx, e)
	case "worst":
		return runWorst(ctx, e)
	case "explore":
		return runExplore(ctx, e)
	case "version":
		return runVersion(e)
	}
	fmt.Fprintf(stderr, "nearmiss: unknown command %q; 'nearmiss help' lists the commands\n", args[0])
	return exitUsage
}

func runHelp(args []string, stdout, stderr io.Writer) int {
	if len(args) == 0 {
		fmt.Fprint(stdout, section("nearmiss"))
		return exitDone
	}
	switch args[0] {
	case "cover":
		fs, _ := coverFlags(stdout)
		usage(fs)
	case "explain":
		fs, _ := explainFlags(stdout)
		usage(fs)
	case "worst":
		fs, _ := worstFlags(stdout)
		usage(fs)
	case "explore":
		fs, _ := exploreFlags(stdout)
		usage(fs)
	case "version":
		usage(newFlags("version", stdout))
	case "help":
		fmt.Fprint(stdout, section("help"))
	default:
		fmt.Fprintf(stderr, "nearmiss: no help on %q; 'nearmiss help' lists the commands\n", args[0])
		return exitUsage
	}
	return exitDone
}

func runVersion(e env) int {
	args, code, done := parse(newFlags("version", e.stderr), e)
	switch {
	case done:
		return code
	case len(args) > 0:
		fmt.Fprintf(e.stderr, "nearmiss version: %q is too much; it takes no arguments\n", args[0])
		return exitUsage
	}
	version := "(devel)"
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, m := range append(info.Deps, &info.Main) { // the program may be another module's
			if m.Path == "nearmiss" && m.Replace == nil && m.Version != "" {
				version = m.Version
			}
		}
	}
	fmt.Fprintf(e.stdout, "nearmiss %s\n", version)
	return exitDone
}

// section returns the part of the package comment under a heading.
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

// newFlags returns a flag set whose usage is the command's section and flags.
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

// oneFunction is the one argument that a command takes.
func oneFunction(command string, args []string) (string, error) {
	if len(args) != 1 {
		return "", fmt.Errorf("one function is wanted, %d are given; 'nearmiss %s -h' shows how", len(args), command)
	}
	return args[0], nil
}

// parse reads flags before, between and after the arguments; what follows a
// -- is an argument. done says that the command is to end with code.
func parse(fs *flag.FlagSet, e env) (args []string, code int, done bool) {
	rest := e.args
	for {
		// flag prints its own message and the whole usage on an error; a
		// wrong flag deserves one line.
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
