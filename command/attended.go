package command

import (
	"context"
	"errors"
	"io"
	"os"

	"golang.org/x/term"

	"nearmiss/internal/report"
	"nearmiss/internal/sandbox"
)

// An attended call takes long: it shows how far it is, and whoever waits may
// interrupt it.
type attended struct {
	env
	ctx      context.Context // ends with the first interrupt
	abandon  context.Context // ends with the second
	stop     func()          // to be called in the end
	progress *report.Progress
}

// attend begins a call that is to write files. It makes sure that it can; if
// not, that is said, and ok is false.
func attend(ctx context.Context, e env, files ...string) (a *attended, ok bool) {
	for _, name := range files {
		if err := writable(name); err != nil {
			complain(e.stderr, "nearmiss", err)
			return nil, false
		}
	}
	dir, err := ownTemp()
	if err != nil {
		complain(e.stderr, "nearmiss", err)
		return nil, false
	}
	live, width := terminal(e.screen)
	a = &attended{env: e, progress: report.NewProgress(e.screen, live, width)}
	soft, abandon, stop := interrupts(ctx)
	a.ctx, a.abandon, a.stop = soft, abandon, func() {
		stop()
		dir.Remove()
	}
	return a, true
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

// end says what went wrong, prints what there is all the same, and returns the
// exit code. If usage, err is a fault of the call, and who complains of it.
func (a *attended) end(err error, usage bool, who string, print func() error) int {
	a.progress.Clear()
	code := exitDone
	switch {
	case usage:
		complain(a.stderr, who, err)
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
