package sandbox

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// parts returns the parts of the sandbox. It skips the test on systems without a whole one.
func parts(t *testing.T) Parts {
	t.Helper()
	p := Probe(t.Context())
	if !p.Complete() {
		t.Skipf("this system lacks %v", p.Missing())
	}
	return p
}

// TestProbe checks that Probe finds the mechanisms that the kernel reports, if this process is
// not confined already.
func TestProbe(t *testing.T) {
	actions, err := os.ReadFile("/proc/sys/kernel/seccomp/actions_avail")
	if err != nil {
		t.Skip(err)
	}
	status, err := os.ReadFile("/proc/self/status")
	if err != nil || !strings.Contains(string(status), "Seccomp:\t0\n") {
		t.Skip("a filter is in force already")
	}
	want := Parts{Landlock: landlockABI(), Seccomp: strings.Contains(string(actions), "user_notif")}
	if got := Probe(t.Context()); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestReads(t *testing.T) {
	p := parts(t)
	cmd := exec.Command("/bin/cat", "/etc/shadow")
	if err := p.Wrap(cmd, Policy{}); err != nil {
		t.Fatal(err)
	}
	if out, err := cmd.CombinedOutput(); err == nil {
		t.Errorf("%s", out)
	}
}
