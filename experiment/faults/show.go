package faults

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"nearmiss/experiment/place"
)

// Memory is how much address space the program of a report, or a fuzzer, may ask for, in kilobytes.
const Memory = 8 << 20

// patience is how long the program of a report may run before it is told to quit.
const patience = 10 * time.Second

// wrong is what a program says that shows a wrong result, or too much memory that was there.
const wrong = "WRONG: "

// Show runs the program of a report in a copy of its module. It returns nil if the program tells of a wrong
// result, which has no place in the code, and an error if the program shows nothing.
func Show(ctx context.Context, p *place.Place, r *Report) (*Fault, error) {
	dir := filepath.Join(p.Root, "zzshow")
	if err := place.Write(dir, map[string]string{"main.go": r.Reproduce}); err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	for _, module := range r.With {
		if _, err := p.Go(ctx, nil, "get", module); err != nil {
			return nil, err
		}
	}
	bin := filepath.Join(dir, "show")
	if _, err := p.Go(ctx, nil, "build", "-o", bin, dir); err != nil {
		return nil, err
	}
	timed, done := context.WithTimeout(ctx, patience)
	defer done()
	stacks := []string{"GOTRACEBACK=crash"} // of all threads
	cmd := place.Command(timed, dir, stacks, "sh", "-c", fmt.Sprintf("ulimit -c 0; ulimit -v %d; exec ./show", Memory))
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGQUIT) }
	said, err := cmd.CombinedOutput()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if strings.Contains(string(said), wrong) {
		return nil, nil
	}
	f := Parse(string(said), p.Dir)
	if f == nil || f.Frames == nil {
		return nil, fmt.Errorf("the program of %s shows nothing in %s: %w: %s", r.Name, p.Dir, errors.Join(err, timed.Err()), place.Tail(string(said)))
	}
	return f, nil
}
