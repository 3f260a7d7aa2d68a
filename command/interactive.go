package command

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io"
	"os"

	"golang.org/x/term"

	"nearmiss/internal/report"
	"nearmiss/internal/scratch"
	"nearmiss/internal/subject"
)

// interactiveCall is a long call of a command: it shows its progress, and the user may
// interrupt it.
type interactiveCall struct {
	env
	ctx         context.Context // ends with the first interrupt
	errorPrefix string          // precedes the message of a usage error
	progress    *report.Progress
}

// runInteractive sets Abandon and Progress in the common options, calls run and returns the exit
// code. It does not call run if usage, the error in the flags, is not nil, or if one of the files
// cannot be written. It reports the error of run and calls print even then, for the results up to
// the error.
func runInteractive(ctx context.Context, e env, fs *flag.FlagSet, o *subject.Common, usage error, files []string, run func(*interactiveCall) (print func() error, err error)) int {
	prefix := "nearmiss " + fs.Name()
	if usage != nil {
		printError(e.stderr, prefix, usage)
		return exitUsage
	}
	for _, name := range files {
		if err := checkWritable(name); err != nil {
			printError(e.stderr, "nearmiss", err)
			return exitFailure
		}
	}
	restore, err := redirectTemp()
	if err != nil {
		printError(e.stderr, "nearmiss", err)
		return exitFailure
	}
	defer restore()
	live, width := terminal(e.screen)
	a := &interactiveCall{env: e, errorPrefix: prefix, progress: report.NewProgress(e.screen, live, width)}
	soft, abandon, stop := interrupts(ctx)
	defer stop()
	a.ctx, a.progress.Hint = soft, a.hint
	o.Abandon, o.Progress = abandon, a.progress.Update
	print, err := run(a)
	a.progress.Clear()
	code := exitDone
	switch {
	case errors.As(err, new(*subject.UsageError)):
		printError(a.stderr, a.errorPrefix, err)
		code = exitUsage
	case err != nil:
		printError(a.stderr, "nearmiss", err)
		code = exitFailure
	}
	if err := print(); err != nil {
		printError(a.stderr, "nearmiss", err)
		code = exitFailure
	}
	return code
}

// redirectTemp makes a directory and sets TMPDIR and GOTMPDIR to it: this process and its
// children keep all temporary files there. restore removes the directory and sets the variables
// back.
func redirectTemp() (restore func(), err error) {
	dir, err := scratch.New()
	if err != nil {
		return nil, err
	}
	resets := []func(){dir.Remove}
	for _, name := range []string{"GOTMPDIR", "TMPDIR"} {
		old, set := os.LookupEnv(name)
		resets = append(resets, func() {
			if set {
				os.Setenv(name, old)
			} else {
				os.Unsetenv(name)
			}
		})
		err = errors.Join(err, os.Setenv(name, dir.Path))
	}
	return func() {
		for _, reset := range resets {
			reset()
		}
	}, err
}

// hint says after the first interrupt, for the progress line, how to give up.
func (a *interactiveCall) hint() string {
	if a.ctx.Err() != nil {
		return " (interrupt again to give up)"
	}
	return ""
}

// writeResult writes the JSON to a file, and the text to standard output unless the JSON goes
// there. The file is "-" for standard output, "" if the JSON is not wanted.
func (e env) writeResult(text func(*bytes.Buffer) error, file string, json func(io.Writer) error) error {
	switch file {
	case "":
		return e.printBuffered(text)
	case "-":
		return json(e.stdout)
	}
	var b bytes.Buffer
	err := json(&b)
	if err == nil {
		err = writeFile(file, b.Bytes())
	}
	return errors.Join(err, e.printBuffered(text))
}

// printBuffered writes a text to standard output if the whole text can be made.
func (e env) printBuffered(text func(*bytes.Buffer) error) error {
	var b bytes.Buffer
	if err := text(&b); err != nil {
		return err
	}
	_, err := e.stdout.Write(b.Bytes())
	return err
}

// terminal reports whether w is a terminal that can redraw a line. The function that it
// returns yields the width in columns.
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
