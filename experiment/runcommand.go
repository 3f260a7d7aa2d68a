package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"nearmiss/experiment/campaign"
	"nearmiss/experiment/engine"
	"nearmiss/experiment/kinds"
	"nearmiss/experiment/report"
	"nearmiss/experiment/store"
	"nearmiss/internal/scratch"
)

func runCommand(fs *flag.FlagSet) func(context.Context, env, []string) error {
	out := fs.String("out", "", "keep the rows in `DIR`; by default rows/NAME beside the campaign file")
	parallel := fs.Int("parallel", runtime.NumCPU(), "run `N` cells at a time; by default as many as there are processors")
	from := fs.String("from", "", "begin with the rows of `FILE`, which pack has made, if the directory has none yet")
	again := fs.Bool("again", false, "repeat the cells whose row has an error")
	seeds := seedsFlag(fs)
	every := fs.Int("every", 0, "only every `N`th subject of the file; 0 for all")
	shared := sharedFlags(fs)
	return func(ctx context.Context, e env, args []string) error {
		ctx, stop := interruptible(ctx, e.stderr)
		defer stop()
		file, err := one(args, "campaign file")
		if err != nil {
			return err
		}
		if err := shared.check(*parallel); err != nil {
			return usageError{fmt.Errorf("experiment run: %w", err)}
		}
		c, err := campaign.Read(file, kinds.All())
		if err != nil {
			return usageError{err}
		}
		if err := errors.Join(c.Limit(*seeds), c.Every(*every)); err != nil {
			return usageError{err}
		}
		dir := *out
		if dir == "" {
			dir = filepath.Join(filepath.Dir(file), "rows", c.Name)
		}
		if _, err := os.Stat(filepath.Join(dir, store.Database)); *from != "" && err != nil {
			if err := store.Unpack(*from, dir); err != nil {
				return err
			}
		}
		return runCampaign(ctx, e, c, dir, engine.Options{Parallel: *parallel, Again: *again}, shared)
	}
}

// seedsFlag defines the flag of a limit of seeds.
func seedsFlag(fs *flag.FlagSet) *int {
	return fs.Int("seeds", 0, "only the first `N` seeds; 0 for all")
}

// runCampaign runs the missing cells of a campaign, here or on several machines.
func runCampaign(ctx context.Context, e env, c *campaign.Campaign, dir string, o engine.Options, shared *shared) (err error) {
	remove, err := temporary()
	if err != nil {
		return err
	}
	defer remove()
	if err := c.Find(ctx); err != nil && ctx.Err() == nil {
		return usageError{err}
	}
	rows, err := store.Open(dir, c)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	missing, err := engine.Missing(ctx, c, rows, o.Again)
	if err != nil {
		return err
	}
	if len(missing) > 0 {
		if err := provenance(ctx, e.stderr, rows); err != nil {
			return err
		}
	}
	p := newProgress(e, len(c.Cells())-len(missing), len(missing))
	o.Kept = p.kept
	if o.Start, err = startCells(o.Parallel); err != nil {
		return err
	}
	if shared.on() {
		err = shared.run(ctx, e, c, rows, dir, o)
	} else {
		err = engine.Run(ctx, c, rows, o)
	}
	p.end()
	done := len(c.Cells()) - len(missing) + p.done
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("interrupted: %d of %d rows are in %s; run it again to go on", done, len(c.Cells()), dir)
	case err != nil:
		return err
	}
	fmt.Fprintf(e.stdout, "%d of %d rows are in %s, %d of them new\n", done, len(c.Cells()), dir, p.done)
	return failures(ctx, rows)
}

// provenance says what a reader of new rows has to know: that the tree has changes, and that rows of other revisions are there.
func provenance(ctx context.Context, w io.Writer, rows *store.Store) error {
	own := engine.Self().Revision
	if strings.HasSuffix(own, "+") {
		fmt.Fprintf(w, "experiment run: the tree has changes that are not committed: rows are of revision %s, which nobody can check out\n", own)
	}
	others, err := rows.Revisions(ctx)
	if delete(others, own); len(others) > 0 {
		fmt.Fprintf(w, "experiment run: there are rows of revision %s, and new ones are of %s: a comparison of both is one of revisions, too\n",
			report.Counted(others, ", "), own)
	}
	return err
}

// failures returns an error if cells of the campaign have a row with an error.
func failures(ctx context.Context, rows *store.Store) error {
	r, err := report.Load(ctx, rows, kinds.All())
	if err != nil {
		return err
	}
	if bad := r.Failed(); len(bad) > 0 {
		return fmt.Errorf("%d rows have an error, and run -again repeats them; the first is %v: %s",
			len(bad), bad[0].Key, report.Line(bad[0].Error))
	}
	return nil
}

// temporary makes a directory for the temporary files of this process and of those that it starts. It
// removes those of processes that were killed.
func temporary() (remove func(), err error) {
	dir, err := scratch.New()
	if err != nil {
		return nil, err
	}
	return dir.Remove, errors.Join(os.Setenv("TMPDIR", dir.Path), os.Setenv("GOTMPDIR", dir.Path))
}

// startCells returns a function that starts one of several processes for cells.
func startCells(parallel int) (func() (engine.Worker, error), error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	share := max(1<<30, physicalMemory()/int64(8*max(parallel, 1))) // garbage is cheap to collect, and other programs need memory, too
	return engine.StartProcess(self, "cells", "-memory", fmt.Sprint(share)), nil
}

// cellsCommand is the inside of the processes that run and worker start.
func cellsCommand(fs *flag.FlagSet) func(context.Context, env, []string) error {
	memory := fs.Int64("memory", 0, "collect garbage more often when `N` bytes are in use; 0 for never")
	return func(_ context.Context, e env, _ []string) error {
		signal.Ignore(os.Interrupt, syscall.SIGHUP) // run or worker decides what an interrupt ends
		debug.SetGCPercent(400)                     // as in nearmiss
		if *memory > 0 && os.Getenv("GOMEMLIMIT") == "" {
			debug.SetMemoryLimit(*memory)
		}
		remove, err := temporary()
		if err != nil {
			return err
		}
		defer remove()
		answers := os.Stdout
		os.Stdout = os.Stderr // a task that prints must not disturb the answers
		return engine.Serve(limited{e.stdin}, answers, kinds.All())
	}
}

// physicalMemory returns the memory of the machine in bytes, 0 if it is not known.
func physicalMemory() (memory int64) {
	text, _ := os.ReadFile("/proc/meminfo")
	fmt.Sscanf(string(text), "MemTotal: %d kB", &memory)
	return memory << 10
}

// limited is an input whose end also ends the process, if that has not ended by itself soon after.
type limited struct{ io.Reader }

// Read implements io.Reader.
func (l limited) Read(b []byte) (int, error) {
	n, err := l.Reader.Read(b)
	if err != nil {
		time.AfterFunc(10*time.Second, func() { os.Exit(exitFailure) })
	}
	return n, err
}
