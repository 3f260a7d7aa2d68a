package native

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"nearmiss/input"
	"nearmiss/internal/worker"
)

const parentVar = "NEARMISS_TEST_PARENT"

// parent is the main function of the test binary as a process to interrupt. It
// runs one job that does not end by itself. Its arguments are the
// binary, the directory for temporary files, the number of conditions and the
// entry.
func parent(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var numbers [2]int
	for i := range numbers {
		numbers[i], _ = strconv.Atoi(args[2+i])
	}
	w, err := Start(ctx, &Binary{Path: args[0]}, Options{
		Conditions: numbers[0], TempDir: args[1], Hang: time.Hour, StopGrace: 100 * time.Millisecond,
	})
	if err != nil {
		fmt.Println(err)
		return 1
	}
	defer w.Close()
	time.AfterFunc(200*time.Millisecond, func() { fmt.Println(w.proc.cmd.Process.Pid) })
	_, err = w.Search(ctx, &worker.SearchJob{
		Entry: numbers[1], Target: worker.Target{Branch: worker.NoBranch}, Evaluations: 1,
		Signature: &input.Signature{Params: []input.Field{{Name: "n", Type: &input.Type{Kind: input.Int, Bits: 64, Go: "int"}}}},
		Starts:    [][]uint64{{7}}, Algorithm: worker.AVM,
	}, nil)
	fmt.Println(err)
	return 0
}

// alive reports whether a process exists and is no zombie.
func alive(pid int) bool {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return false
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	return !strings.HasPrefix(rest, "Z")
}

// TestParentEnds: the worker ends with its parent, if the parent is interrupted
// or killed. An interrupted parent also removes its files.
func TestParentEnds(t *testing.T) {
	alone(t)
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("no /proc")
	}
	bin, x := crashBinary(t)
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGKILL} {
		t.Run(sig.String(), func(t *testing.T) {
			temp := t.TempDir()
			cmd := exec.Command(os.Args[0], bin.Path, temp, strconv.Itoa(x.conditions), strconv.Itoa(x.entry["Sleep"]))
			cmd.Env = append(os.Environ(), parentVar+"=1")
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewScanner(out)
			lines.Scan()
			pid, err := strconv.Atoi(lines.Text())
			if err != nil {
				t.Fatalf("said %q", lines.Text())
			}
			if !alive(pid) {
				t.Error("the worker does not run")
			}
			if err := cmd.Process.Signal(sig); err != nil {
				t.Fatal(err)
			}
			lines.Scan()
			if got := lines.Text(); sig == syscall.SIGINT && got != context.Canceled.Error() {
				t.Errorf("said %q", got)
			}
			cmd.Wait()
			for deadline := time.Now().Add(5 * time.Second); alive(pid) && time.Now().Before(deadline); {
				time.Sleep(5 * time.Millisecond)
			}
			if alive(pid) {
				t.Error("the worker runs on")
			}
			left, err := filepath.Glob(temp + "/*")
			if err != nil || sig == syscall.SIGINT && len(left) > 0 {
				t.Errorf("left behind: %v, %v", left, err)
			}
		})
	}
}

// TestBuildInterrupted: a build that is interrupted leaves nothing behind.
func TestBuildInterrupted(t *testing.T) {
	alone(t)
	dir := unpack(t, layouts)
	temp := t.TempDir()
	pkg := loadOne(t, filepath.Join(dir, "plain"), ".")
	for _, after := range []time.Duration{0, 5, 20, 60} {
		ctx, cancel := context.WithTimeout(context.Background(), after*time.Millisecond)
		bin, err := Build(ctx, BuildOptions{Pkg: pkg, TempDir: temp, Rewritten: withStub(t, nil), Codec: handMade("plain", "", "out.Put(twice(w))")})
		cancel()
		if err == nil {
			bin.Close()
		} else if err != context.DeadlineExceeded {
			t.Errorf("after %v: %v", after, err)
		}
		if left := tree(t, temp); left != "" {
			t.Errorf("left behind:\n%s", left)
		}
	}
}
