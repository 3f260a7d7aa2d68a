//go:build linux

package command

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// counting is a module with a branch that no list within the bound takes, and with too many
// paths to take all.
var counting = map[string]string{
	"go.mod": "module example.test/counting\n\ngo 1.26\n",
	"c.go": `package counting

func Count(list []int) bool {
	n := 0
	for _, v := range list {
		if v > 10 {
			n++
		}
	}
	return n == 1000
}
`,
}

// reached reads the reached branches, and for each other branch the reason.
func reached(t *testing.T, data string) (n int, why, status string) {
	t.Helper()
	var r struct {
		Status  string
		Targets []struct {
			Runs int
			Why  string
		}
	}
	if err := json.Unmarshal([]byte(data), &r); err != nil {
		t.Fatalf("%v in\n%s", err, data)
	}
	for _, x := range r.Targets {
		if x.Runs > 0 {
			n++
		} else {
			why = x.Why
		}
	}
	return n, why, r.Status
}

// An interrupt ends the search and keeps the results.
func TestInterruptOfExplore(t *testing.T) {
	alone(t)
	t.Parallel()
	s := prepareCommand(t, counting, "explore", "-strategy", "random", "-time", "0", "-runs", "1000000000", "-json", "-", ".Count")
	s.start()
	s.await(`(?m)^explore: elapsed: \d+s, exploring, runs: \d+, branches: 5/6, queries: \d+, solver: \d+%, best fitness: 9\d\d \(c\.go:10:9/T\)$`)
	s.cmd.Process.Signal(os.Interrupt)
	if code := s.ended(); code != exitDone {
		t.Errorf("exit code %d, want 0", code)
	}
	if n, why, status := reached(t, s.out.String()); n != 5 || why != "stopped" || status != "stopped" {
		t.Errorf("%d reached, %s, %s", n, why, status)
	}
	if strings.ContainsAny(s.errs.String(), "\x1b\r") {
		t.Errorf("escape codes without a terminal: %q", s.errs.String())
	}
	s.clean()
}

// On a terminal, progress is one line that is redrawn in place.
func TestControlCOfExplore(t *testing.T) {
	t.Parallel()
	s := prepareCommand(t, counting, "explore", "-strategy", "random", "-time", "1h", "-runs", "1000000000", "-json", "r.json", ".Count")
	s.startOnTerminal(200)
	s.await(`\d+s exploring \[#*\.+\] \S+ runs  5/6 branches  \S+ queries  solver \d+%  best fitness 9\d\d at c\.go:10:9/T`)
	s.tty.WriteString("\x03")
	if code := s.ended(); code != exitDone {
		t.Errorf("exit code %d, want 0:\n%s", code, s.errs.String())
	}
	if n, why, status := reached(t, string(s.file("r.json"))); n != 5 || why != "stopped" || status != "stopped" {
		t.Errorf("%d reached, %s, %s", n, why, status)
	}
	for _, want := range []string{"5 of 6 branches reached in ", " (interrupted), ", "n == 1000: stopped: interrupted; the nearest is 9"} {
		if !strings.Contains(s.out.String(), want) {
			t.Errorf("no %q in\n%s", want, s.out.String())
		}
	}
	s.clean()
}
