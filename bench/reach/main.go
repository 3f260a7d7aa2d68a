// Command reach runs the exported functions and methods of the standard
// library on made-up inputs and counts those of which a call has come back
// without a panic. It writes the share, and every reason for the others, into
// a file.
//
//	go run ./bench/reach -o docs/reach.md
//	go run ./bench/reach -packages path,net/url
//
// Every package has a process of its own; what it found is kept, so that a
// run that was interrupted goes on with -resume.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"nearmiss/internal/cover"
	"nearmiss/internal/subject"
)

func main() {
	var r runs
	flag.StringVar(&r.out, "o", "", "write the report to `FILE`, by default to standard output")
	flag.IntVar(&r.most, "runs", 2000, "run a function at most `N` times")
	flag.Uint64Var(&r.seed, "seed", 1, "begin the random choices at `N`")
	flag.IntVar(&r.parallel, "parallel", runtime.GOMAXPROCS(0), "work at `N` packages at a time")
	flag.DurationVar(&r.limit, "limit", 6*time.Minute, "give a package up after `d`")
	flag.StringVar(&r.dir, "results", "", "keep the result of each package in `DIR`, by default in the user's cache")
	flag.BoolVar(&r.resume, "resume", false, "take the results that are there")
	packages := flag.String("packages", "", "only these, separated by `commas`")
	one := flag.String("one", "", "work at one `package` and write its result as JSON")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := error(nil)
	if *one != "" {
		err = r.one(ctx, *one, os.Stdout)
	} else {
		err = r.all(ctx, *packages)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "reach:", err)
		os.Exit(1)
	}
}

// runs is one run of the experiment.
type runs struct {
	out, dir string
	most     int
	seed     uint64
	parallel int
	limit    time.Duration
	resume   bool
}

// A result is what came of one package.
type result struct {
	Package string
	Seconds float64
	Failed  string // why there is nothing of the package
	Funcs   []reached
}

// one works at a package in this process.
func (r *runs) one(ctx context.Context, path string, w io.Writer) error {
	found, err := reach(ctx, cover.Options{Patterns: []string{path}, Func: outside, Common: subject.Common{Seed: r.seed}, Generated: true}, r.most)
	return errors.Join(err, json.NewEncoder(w).Encode(result{Package: path, Funcs: found}))
}

// all works at many packages, each in a process of its own.
func (r *runs) all(ctx context.Context, packages string) error {
	paths := strings.FieldsFunc(packages, func(c rune) bool { return c == ',' || c == ' ' })
	whole := len(paths) == 0
	if whole {
		var err error
		if paths, err = standard(ctx); err != nil {
			return err
		}
	}
	if r.dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return err
		}
		r.dir = filepath.Join(cache, "nearmiss", "reach")
	}
	for _, dir := range []string{r.dir, filepath.Dir(r.out)} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	start := time.Now()
	results := make([]*result, len(paths))
	slots := make(chan struct{}, max(r.parallel, 1))
	var wg sync.WaitGroup
	for i, path := range paths {
		slots <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		wg.Go(func() {
			defer func() { <-slots }()
			results[i] = r.apart(ctx, self, path)
			n, all := results[i].count()
			fmt.Fprintf(os.Stderr, "reach: %s: %d of %d, %.0fs%s\n", path, n, all, results[i].Seconds, brief(results[i].Failed))
		})
	}
	wg.Wait()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	w := io.Writer(os.Stdout)
	if r.out != "" {
		f, err := os.Create(r.out)
		if err != nil {
			return err
		}
		defer f.Close()
		w = f
	}
	command := "make reach"
	if !whole {
		command = "go run ./bench/reach " + strings.Join(os.Args[1:], " ")
	}
	return write(w, results, facts{whole: whole, runs: r.most, seed: r.seed, elapsed: time.Since(start), command: command})
}

// apart works at a package in another process, or takes the result that is
// there.
func (r *runs) apart(ctx context.Context, self, path string) *result {
	file := filepath.Join(r.dir, strings.ReplaceAll(path, "/", "__")+".json")
	res := &result{Package: path}
	if r.resume {
		if text, err := os.ReadFile(file); err == nil && json.Unmarshal(text, res) == nil && res.Failed == "" {
			return res
		}
	}
	start := time.Now()
	bounded, cancel := context.WithTimeout(ctx, r.limit)
	defer cancel()
	cmd := exec.CommandContext(bounded, self, "-one", path, "-runs", fmt.Sprint(r.most), "-seed", fmt.Sprint(r.seed))
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	var said strings.Builder
	cmd.Stderr = &said
	text, err := cmd.Output()
	if unreadable := json.Unmarshal(text, res); unreadable != nil {
		res.Failed = unreadable.Error()
	}
	switch {
	case bounded.Err() != nil:
		res.Failed = fmt.Sprintf("not done after %v", r.limit)
	case err != nil:
		res.Failed = strings.TrimPrefix(strings.TrimSpace(said.String()), "reach: ")
		if res.Failed == "" {
			res.Failed = err.Error()
		}
	}
	if err := res.complete(ctx); err != nil {
		res.Failed += "; " + err.Error()
	} else if _, all := res.count(); all == 0 {
		res.Failed = "" // there is nothing to call
	}
	res.Seconds = time.Since(start).Seconds()
	if ctx.Err() == nil {
		if text, err := json.MarshalIndent(res, "", "\t"); err == nil {
			os.WriteFile(file, text, 0o644)
		}
	}
	return res
}

// brief is the beginning of a failure.
func brief(s string) string {
	if s == "" {
		return ""
	}
	line, _, _ := strings.Cut(s, "\n")
	return ": " + line[:min(len(line), 200)]
}
