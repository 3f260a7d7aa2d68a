package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"nearmiss/bench/clocked"
)

// A row is what a call has come to.
type row struct {
	*clocked.Row
	dependencies         float64 // seconds for the first build of the dependencies
	megabytes            int64   // resident memory of the command at most
	own                  float64 // percent of the statements, by the package's own tests
	testLines, codeLines int
	failed               map[string]int // failures by the way in which the tests were run
}

// measure copies a package, runs the command on it, and runs the tests that are there then.
func (b *bench) measure(ctx context.Context, m clocked.Module) (*row, error) {
	dir, err := os.MkdirTemp(b.keep, "module-")
	if err != nil {
		return nil, err
	}
	place, err := clocked.CopyAll(ctx, dir, m)
	if err != nil {
		return nil, err
	}
	own := place.Coverage(ctx)
	if err := place.Clear(); err != nil {
		return nil, err
	}
	r := &row{Row: place.NewRow("", int(b.seed)), own: own, failed: map[string]int{}}
	var env []string
	if b.cold {
		env = append(env, "GOCACHE="+filepath.Join(dir, "cache"))
	}
	if err := b.call(ctx, place, dir, r, env); err != nil {
		return nil, err
	}
	r.testLines, r.codeLines = place.Lines()
	t := &tests{place: place, env: append(env, "GOFLAGS=-mod=mod"), row: r, scratch: dir}
	return r, t.runAll(ctx, b)
}

var dependencies = regexp.MustCompile(`the dependencies were built first, in (\S+), which`)

// call runs the command, reads its JSON and leaves it in dir.
func (b *bench) call(ctx context.Context, place *clocked.Place, dir string, r *row, env []string) error {
	cmd := exec.CommandContext(ctx, b.tool, "cover", "-seed", strconv.FormatUint(b.seed, 10), "-evals", strconv.Itoa(b.evals), "-algo", b.algo,
		"-time", b.limit.String(), "-w", "-json", "-", ".")
	cmd.Dir, cmd.Env = place.Dir(), append(append(os.Environ(), "GOFLAGS=-mod=mod"), env...)
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	began := time.Now()
	err := cmd.Run()
	r.Seconds = time.Since(began).Seconds()
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		r.megabytes = usage.Maxrss >> 10
	}
	if err != nil {
		r.Said = err.Error() + ": " + lastLine(said.String())
	}
	if err := os.WriteFile(filepath.Join(dir, "call.json"), out.Bytes(), 0o666); err != nil {
		return err
	}
	if err := r.Read(out.Bytes()); err != nil {
		return fmt.Errorf("%w: %s", err, r.Said)
	}
	if m := dependencies.FindSubmatch(out.Bytes()); m != nil {
		if d, err := time.ParseDuration(string(m[1])); err == nil {
			r.dependencies = d.Seconds()
		}
	}
	return ctx.Err()
}

func lastLine(s string) string {
	s = strings.TrimSpace(s)
	return s[strings.LastIndex(s, "\n")+1:]
}

func sorted(counts map[string]int) []string { return slices.Sorted(maps.Keys(counts)) }
