//go:build linux

package command

import (
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestHangup asserts that the results are written when the terminal is closed, even if the
// hangup signal arrives several times.
func TestHangup(t *testing.T) {
	t.Parallel()
	s := prepare(t, endless, "-time", "0", "-evals", "1000000000000", "-w", "-json", "r.json")
	hangups := make(chan os.Signal, 1) // the program is not to be one that nohup started, as this test may be
	signal.Notify(hangups, syscall.SIGHUP)
	defer signal.Stop(hangups)
	s.startOnTerminal(200)
	s.await(liveSearch)
	s.tty.Close()
	s.cmd.Process.Signal(syscall.SIGHUP)
	if code := s.ended(); code != exitDone {
		t.Errorf("exit code %d, want 0:\n%s", code, s.errs.String())
	}
	if why := s.stopped(s.file("r.json")); why != "interrupt" {
		t.Errorf("stopped is %q, want interrupt", why)
	}
	if text := string(s.file("nearmiss_test.go")); !strings.Contains(text, "func TestSignBranches(") {
		t.Errorf("the tests found so far:\n%s", text)
	}
	s.clean()
}

// TestReaderGone asserts that the tests are written and no temporary file is left when the
// reader of standard output ends early, as head does.
func TestReaderGone(t *testing.T) {
	t.Parallel()
	s := prepare(t, endless, "-time", "0", "-evals", "2000", "-w", "-v", "-json", "r.json")
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	s.cmd.Stdout, s.cmd.Stderr = w, w
	r.Close()
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	s.watch()
	if code := s.ended(); code != exitFailure {
		t.Errorf("%v, want exit code 1", s.cmd.ProcessState)
	}
	if why := s.stopped(s.file("r.json")); why != "budget" {
		t.Errorf("stopped is %q, want budget", why)
	}
	if text := string(s.file("nearmiss_test.go")); !strings.Contains(text, "func TestSignBranches(") {
		t.Errorf("the tests:\n%s", text)
	}
	s.clean()
}

// TestKilled asserts that the next call of any command removes the temporary files of a
// killed call.
func TestKilled(t *testing.T) {
	alone(t)
	t.Parallel()
	for _, next := range [][]string{{"cover", "-time", "0", "-evals", "100"}, {"explore", "-runs", "3", ".Sign"}} {
		s := prepare(t, endless, "-time", "0", "-evals", "1000000000000")
		s.start()
		s.await(`searching, branches: [3-5]/6`)
		s.cmd.Process.Kill()
		s.ended()
		left, err := filepath.Glob(filepath.Join(s.temp, "*", "*"))
		if err != nil || len(left) == 0 {
			t.Fatalf("it left nothing behind: %v", err)
		}
		n := prepareCommand(t, nil, next...)
		n.dir, n.temp, n.cmd.Dir, n.cmd.Env = s.dir, s.temp, s.dir, append(s.cmd.Env, "PWD="+s.dir)
		n.start()
		if code := n.ended(); code != exitDone {
			t.Errorf("%q: exit code %d\n%s", next, code, n.errs.String())
		}
		n.clean()
	}
}
