package smtlib

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestParentKilled checks that a solver ends when the process that started it is killed. The
// test starts itself as that process.
func TestParentKilled(t *testing.T) {
	const program = "LIB_TEST_SOLVER"
	if path := os.Getenv(program); path != "" {
		ask(t, t.Context(), open(t, Tool{Z3, path}, Options{Time: time.Minute}))
		return
	}
	file := filepath.Join(t.TempDir(), "pids")
	tool := script(t, "echo $$ >>"+file+behave("exec sleep 1000", ":"))
	cmd := exec.Command(os.Args[0], "-test.run=^TestParentKilled$")
	cmd.Env = append(os.Environ(), program+"="+tool.Path)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	pid := 0
	for tries := 0; pid == 0 && tries < 1000; tries++ {
		time.Sleep(10 * time.Millisecond)
		pid = lastNumber(file)
	}
	if pid == 0 || !running(pid) {
		t.Errorf("no solver was started: %d", pid)
	}
	cmd.Process.Kill()
	cmd.Wait()
	for tries := 0; pid != 0 && running(pid); tries++ {
		if tries == 500 {
			t.Fatalf("process %d is left", pid)
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// lastNumber returns the number in the last line of a file, or 0.
func lastNumber(path string) int {
	f, err := os.Open(path)
	if err != nil {
		return 0
	}
	defer f.Close()
	n := 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		n, _ = strconv.Atoi(strings.TrimSpace(lines.Text()))
	}
	return n
}
