//go:build linux

package native

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"nearmiss/internal/worker"
)

// mortal is the seed of a worker that dies of each job whose signature is that of Word,
// before it runs anything.
const mortal = 1 << 63

// die is the main function of the test binary as this worker.
func die() {
	in, err := syscall.Dup(worker.FDIn)
	if err != nil {
		panic(err)
	}
	var pipe [2]int
	if err := syscall.Pipe(pipe[:]); err != nil {
		panic(err)
	}
	if err := syscall.Dup3(pipe[0], worker.FDIn, 0); err != nil {
		panic(err)
	}
	go func() {
		for frames, l := os.NewFile(uintptr(in), "jobs"), (&lies{}); ; {
			frame := l.read(frames)
			if bytes.Contains(frame, []byte("Word")) {
				os.Exit(3)
			}
			syscall.Write(pipe[1], frame)
		}
	}()
	worker.Main(liarEntries, nil, nil)
}

// TestBeforeRun: if each worker dies of a job before it runs an input, the job is given up with a
// crash of the kind BeforeRun, for each kind of job; the next job runs.
func TestBeforeRun(t *testing.T) {
	bin, opts := liarOptions(t, 0)
	opts.Launch = func(cmd *exec.Cmd) error {
		cmd.Env = append(cmd.Env, fmt.Sprintf("%s=%d 0", liarVar, uint64(mortal)))
		return nil
	}
	p, err := NewPool(t.Context(), bin, opts, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	q := liarJobs()
	good, bad := q.search[0], q.search[2]
	is := func(what string, c Crash) {
		t.Helper()
		if c.Kind != BeforeRun || c.Entry != bad.Entry || c.Evaluations != 0 || !strings.HasPrefix(c.String(), "its workers die before they run an input: ") {
			t.Errorf("%s: %+v: %v", what, c, &c)
		}
	}
	rs, err := p.Search(t.Context(), []*worker.SearchJob{bad, good}, nil)
	if err != nil || len(rs[0].Crashes) != 1 || !rs[0].GaveUp || rs[0].Result.Evaluations != 0 {
		t.Fatalf("%v, %+v", err, rs[0])
	}
	is("search", rs[0].Crashes[0])
	if len(rs[1].Crashes) > 0 || rs[1].Result.Evaluations == 0 {
		t.Errorf("the next job is not done: %+v", rs[1])
	}
	bs, err := p.Batch(t.Context(), q.batch[1:], nil)
	if err != nil || len(bs[0].Crashes) != 1 || !bs[0].GaveUp || len(bs[0].Result.Fitness) != 0 {
		t.Fatalf("%v, %+v", err, bs[0])
	}
	is("batch", bs[0].Crashes[0])
	ss, err := p.Shrink(t.Context(), q.shrink[1:])
	if err != nil || len(ss[0].Crashes) != 1 || !ss[0].GaveUp || ss[0].Result == nil {
		t.Fatalf("%v, %+v", err, ss[0])
	}
	is("shrink", ss[0].Crashes[0])
}
