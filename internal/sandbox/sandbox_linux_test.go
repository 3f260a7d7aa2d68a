package sandbox

import (
	"os/exec"
	"testing"
)

// parts skips a test where there is no sandbox.
func parts(t *testing.T) Parts {
	t.Helper()
	p := Probe(t.Context())
	if !p.Whole() {
		t.Skipf("this system lacks %v", p.Missing())
	}
	return p
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
