package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"time"

	"nearmiss/bench/internal/experiment"
)

// A lab has what the parts need: commands, and a place with the subjects.
type lab struct {
	root     string // of the module
	scratch  string
	subjects string // a module with copies of the subjects
	tool     string // the nearmiss command of this revision
	revision string
	old      string         // a revision or a command
	seeds    int            // at most, if not 0
	match    *regexp.Regexp // what some parts are limited to
	progress io.Writer
}

// newLab builds the command of the module here and copies the subjects.
func newLab(ctx context.Context, progress io.Writer) (*lab, error) {
	l := &lab{progress: progress}
	mod, err := experiment.Output(ctx, ".", nil, "go", "env", "GOMOD")
	if err != nil {
		return nil, err
	}
	l.root = filepath.Dir(strings.TrimSpace(mod))
	if rev, err := experiment.Output(ctx, l.root, nil, "git", "describe", "--always", "--dirty", "--exclude=*"); err == nil {
		l.revision = strings.TrimSpace(rev)
	}
	if l.scratch, err = os.MkdirTemp("", "nearmiss-guard-"); err != nil {
		return nil, err
	}
	l.tool = filepath.Join(l.scratch, "nearmiss")
	_, err = experiment.Output(ctx, l.root, nil, "go", "build", "-o", l.tool, "./cmd/nearmiss")
	if err == nil {
		err = l.copySubjects(ctx)
	}
	if err != nil {
		l.close()
		return nil, err
	}
	return l, nil
}

func (l *lab) close() { os.RemoveAll(l.scratch) }

// many returns the seeds from 1 to n, or to the bound of the command line.
func (l *lab) many(n int) (seeds []int) {
	if l.seeds > 0 {
		n = min(n, l.seeds)
	}
	for seed := range n {
		seeds = append(seeds, seed+1)
	}
	return seeds
}

func (l *lab) say(format string, args ...any) {
	fmt.Fprintf(l.progress, "%s  %s\n", time.Now().Format(time.TimeOnly), fmt.Sprintf(format, args...))
}

// tail is the end of a long text.
func tail(text string) string {
	const most = 2000
	text = strings.TrimSpace(text)
	return text[max(0, len(text)-most):]
}

// run runs a nearmiss command without a clock and reads its JSON.
func run(ctx context.Context, dir, tool string, result any, args ...string) error {
	out, err := experiment.Output(ctx, dir, nil, append([]string{tool, args[0], "-time", "0", "-json", "-"}, args[1:]...)...)
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(out), result)
}

// each does n things, two at a time, and returns all errors.
func each(ctx context.Context, n int, do func(i int) error) error {
	errs := make([]error, n)
	slots := make(chan struct{}, 2)
	var wg sync.WaitGroup
	for i := range n {
		slots <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		wg.Go(func() {
			defer func() { <-slots }()
			errs[i] = do(i)
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}
