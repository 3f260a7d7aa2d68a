package instrument_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"nearmiss/cfg"
	"nearmiss/internal/instrument"
)

// programHead is what every random program starts with: a log of side
// effects, a bound on loops, and calls that the probes can be told of.
const programHead = `package main

import (
	"errors"
	"fmt"
)

type flag bool

type node struct {
	n    int
	s    string
	next *node
	xs   [3]uint8
}

var (
	steps      int
	global     int
	errOne     = errors.New("one")
	errTwo     = errors.New("two")
	begin, end = func(string) {}, func(string, bool) {}
)

func tick() {
	steps++
	if steps > 60 {
		panic("too many steps")
	}
}

func note(k, v int) int        { fmt.Println("int", k, v); return v }
func say(k int, v bool) bool   { fmt.Println("bool", k, v); return v }
func text(k int, v string) string { fmt.Println("text", k, v); return v }

func call(name string, f func() int) {
	steps, global = 0, 0
	panicked := true
	defer func() {
		r := recover()
		end(name, panicked)
		fmt.Println(name, "left with", r, global)
	}()
	begin(name)
	r := f()
	panicked = false
	fmt.Println(name, "returns", r)
}

`

// tracing starts a run for each call and prints its branches on the error
// stream.
const tracing = `package main

import zznmprobe "zznearmiss/probe"

func main() {
	zznmprobe.Init(%d, %d)
	t := &zznmprobe.Target{Branch: 0, Symbolic: true, Site: 1}
	for i := uint32(0); i < %d; i++ {
		t.Nodes = append(t.Nodes, zznmprobe.Node{Cond: i, Level: int(i), Away: 3, Program: new(zznmprobe.Program)})
	}
	zznmprobe.SetTarget(t)
	zznmprobe.RecordTrace(100000)
	begin = func(string) { zznmprobe.Begin() }
	end = func(name string, panicked bool) {
		zznmprobe.End()
		print(name, " ", panicked)
		for _, b := range zznmprobe.Trace() {
			print(" ", b)
		}
		println()
	}
	zznmmain()
}
`

// TestRandomPrograms: an instrumented program of random functions has the same output as the
// original, and the branches of each call are a path in the control flow graph of
// the function.
func TestRandomPrograms(t *testing.T) {
	funcs := 32
	if testing.Short() {
		funcs = 24
	}
	g := &generator{rng: rand.New(rand.NewPCG(1, 1))}
	src := g.program(funcs)
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module m\n\ngo 1.26\n")
	write(t, filepath.Join(dir, "main.go"), src)
	want, _ := run(t, dir, nil)
	r := rewriteWith(t, dir, ".", true, instrument.Options{Sites: &cfg.Sites{}})
	if err := r.checkTypes(probeTypes(t)); err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	n := len(r.cfg.Conds)
	got, trace := run(t, dir, r.with(map[string]string{"zznearmiss.go": fmt.Sprintf(tracing, n, r.Slots, n)}))
	if got != want {
		t.Fatalf("the rewritten program behaves differently: %s\n%s", firstDifference(want, got), src)
	}
	if strings.Count(want, "\n") < funcs {
		t.Fatalf("the program hardly does anything:\n%s", want)
	}
	calls, failed := 0, false
	for _, line := range strings.Split(strings.TrimSpace(trace), "\n") {
		if err := r.follows(line); err != nil {
			t.Errorf("%v", err)
			failed = true
		}
		calls++
	}
	if failed {
		t.Log(src)
	}
	t.Logf("%d conditions, %d unprobed, %d calls", n, len(r.Unprobed), calls)
}

func firstDifference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range w {
		if i >= len(g) || w[i] != g[i] {
			return fmt.Sprintf("line %d: want %q, got %q", i+1, w[i], append(g, "nothing")[min(i, len(g))])
		}
	}
	return fmt.Sprintf("%d lines more", len(g)-len(w))
}

// run builds and runs the program in dir.
func run(t *testing.T, dir string, files map[string][]byte) (stdout, stderr string) {
	t.Helper()
	exe := filepath.Join(dir, "program")
	args := []string{"build", "-o", exe}
	if files != nil {
		args = append(args, "-overlay", overlay(t, files))
	}
	if out, err := goTool(t, dir, append(args, ".")...); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(exe)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, errs.String())
	}
	return out.String(), errs.String()
}

// follows checks one line of a trace: function, whether it panicked, branches.
func (r *rewritten) follows(line string) error {
	fields := strings.Fields(line)
	var fn *cfg.Func
	for _, f := range r.cfg.Funcs {
		if f.Name == fields[0] {
			fn = f
		}
	}
	panicked := fields[1] == "true"
	var trace []uint32
	for _, s := range fields[2:] {
		b, err := strconv.ParseUint(s, 10, 32)
		if err != nil {
			return err
		}
		if c := r.cfg.Conds[b/2]; c.Func == fn && c.Lit == nil {
			trace = append(trace, uint32(b))
		}
	}
	silent := map[int]bool{}
	for _, n := range r.Unprobed {
		silent[n.Cond] = true
	}
	return r.walk(fn, trace, panicked, silent)
}

// walk follows a trace of branches through the graph of a function.
func (r *rewritten) walk(fn *cfg.Func, trace []uint32, panicked bool, silent map[int]bool) error {
	g := fn.Graphs[0]
	b := g.Blocks[0]
	for i, steps := 0, 0; b != g.Exit; steps++ {
		if steps > 1000000 {
			return fmt.Errorf("%s: no end", fn.Name)
		}
		c := b.Cond
		switch {
		case i == len(trace) && panicked:
			return nil
		case c == nil:
			if len(b.Succs) == 0 {
				return nil
			}
			b = b.Succs[0].To
			continue
		case silent[c.ID]:
			return nil
		case i == len(trace):
			return fmt.Errorf("%s: the branches end before %s", fn.Name, r.cfg.BranchName(c.Branch(true)))
		}
		if int(trace[i]/2) != c.ID {
			return fmt.Errorf("%s: after %d branches comes %s, but the graph has %s",
				fn.Name, i, r.cfg.BranchName(trace[i]), r.cfg.BranchName(c.Branch(true)))
		}
		for _, e := range b.Succs {
			if e.Outcome == (trace[i]%2 == 1) {
				b = e.To
				break
			}
		}
		i++
	}
	return nil
}
