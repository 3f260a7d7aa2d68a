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
	"nearmiss/internal/sandbox"
	"nearmiss/internal/subject"
)

// An attended call takes long: it shows how far it is, and whoever waits may
// interrupt it.
type attended struct {
	env
	ctx      context.Context // ends with the first interrupt
	abandon  context.Context // ends with the second
	who      string          // complains of a wrong call
	progress *report.Progress
}

// attend does a call that is to write files, unless its flags have a fault. It makes sure
// that it can write them. It says what went wrong, prints what there is all the same, and
// returns the exit code.
func attend(ctx context.Context, e env, fs *flag.FlagSet, fault error, files []string, run func(*attended) (print func() error, err error)) int {
	who := "nearmiss " + fs.Name()
	if fault != nil {
		complain(e.stderr, who, fault)
		return exitUsage
	}
	for _, name := range files {
		if err := writable(name); err != nil {
			complain(e.stderr, "nearmiss", err)
			return exitFailure
		}
	}
	dir, err := ownTemp()
	if err != nil {
		complain(e.stderr, "nearmiss", err)
		return exitFailure
	}
	defer dir.Remove()
	live, width := terminal(e.screen)
	a := &attended{env: e, who: who, progress: report.NewProgress(e.screen, live, width)}
	soft, abandon, stop := interrupts(ctx)
	defer stop()
	a.ctx, a.abandon = soft, abandon
	print, err := run(a)
	a.progress.Clear()
	code := exitDone
	switch {
	case errors.As(err, new(*subject.UsageError)):
		complain(a.stderr, a.who, err)
		code = exitUsage
	case err != nil:
		complain(a.stderr, "nearmiss", err)
		code = exitFailure
	}
	if err := print(); err != nil {
		complain(a.stderr, "nearmiss", err)
		code = exitFailure
	}
	return code
}

// ownTemp has all temporary files of this process, and of those that it starts, lie in
// one directory.
func ownTemp() (*sandbox.Dir, error) {
	dir, err := sandbox.New()
	if err != nil {
		return nil, err
	}
	return dir, errors.Join(os.Setenv("GOTMPDIR", dir.Path), os.Setenv("TMPDIR", dir.Path))
}

// phase is the name of a phase as it is shown.
func (a *attended) phase(name string) string {
	if a.ctx.Err() != nil {
		name += " (interrupt again to give up)"
	}
	return name
}

// A document is a form of a result, and the file that it goes to: "-" is standard output
// alone, "" none.
type document struct {
	file  string
	write func(io.Writer) error
}

// deliver writes documents, and the text for a reader where none of them has standard output.
func (e env) deliver(text func(*bytes.Buffer) error, docs ...document) error {
	var errs []error
	plain := true
	for _, d := range docs {
		switch d.file {
		case "":
		case "-":
			plain = false
			errs = append(errs, d.write(e.stdout))
		default:
			var b bytes.Buffer
			err := d.write(&b)
			if err == nil {
				err = writeFile(d.file, b.Bytes())
			}
			errs = append(errs, err)
		}
	}
	if plain {
		var b bytes.Buffer
		err := text(&b)
		if err == nil {
			_, err = e.stdout.Write(b.Bytes())
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
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
