//go:build linux

package command

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// sorting is a module whose search ends only by an interrupt or a limit.
var sorting = map[string]string{
	"go.mod": "module example.test/sorting\n\ngo 1.26\n",
	"s.go": `package sorting

func Insert(list []int) {
	for i := range list {
		for j := i; j > 0 && list[j-1] > list[j]; j-- {
			list[j-1], list[j] = list[j], list[j-1]
		}
	}
}
`,
}

// costs reads the results of a JSON file, which has a result for each size.
func costs(t *testing.T, data string) (worst []uint64) {
	t.Helper()
	d := json.NewDecoder(strings.NewReader(data))
	for d.More() {
		var r struct{ Cost struct{ Worst uint64 } }
		if err := d.Decode(&r); err != nil {
			t.Fatalf("%v in\n%s", err, data)
		}
		worst = append(worst, r.Cost.Worst)
	}
	return worst
}

// An interrupt ends the current search, and its results are written.
func TestInterruptOfWorst(t *testing.T) {
	alone(t)
	t.Parallel()
	s := prepareCommand(t, sorting, "worst", "-size", "30,40,50", "-algo", "rand", "-time", "0", "-paths", "1000000000", "-json", "-", ".Insert")
	s.start()
	s.await(`(?m)^worst: elapsed: \d+s, searching, best: [1-9]\d* statements, paths: \d+, queries: \d+, solver: \d+%$`)
	s.cmd.Process.Signal(os.Interrupt)
	if code := s.ended(); code != exitDone {
		t.Errorf("exit code %d, want 0", code)
	}
	if got := costs(t, s.out.String()); len(got) != 1 || got[0] == 0 {
		t.Errorf("costs %v, want one", got)
	}
	if strings.ContainsAny(s.errs.String(), "\x1b\r") {
		t.Errorf("escape codes without a terminal: %q", s.errs.String())
	}
	s.clean()
}

// On a terminal, progress is one line that is redrawn in place; Ctrl-C writes the test too.
func TestControlCOfWorst(t *testing.T) {
	t.Parallel()
	s := prepareCommand(t, sorting, "worst", "-size", "30,40", "-algo", "rand", "-time", "1h", "-json", "r.json", "-o", ".", ".Insert")
	s.startOnTerminal(200)
	s.await(`\d+s searching size 30 \[#*\.+\] best [1-9]\d* statements  \S+ paths  \S+ queries  solver \d+%`)
	s.tty.WriteString("\x03")
	if code := s.ended(); code != exitDone {
		t.Errorf("exit code %d, want 0:\n%s", code, s.errs.String())
	}
	if got := costs(t, string(s.file("r.json"))); len(got) != 1 || got[0] == 0 {
		t.Errorf("costs %v, want one", got)
	}
	for _, want := range []string{"(interrupted)", "\nnote: not searched: size 40\n", "\nwrote nearmiss_worst_test.go\n", "\nwrote worst.svg\n"} {
		if !strings.Contains(s.out.String(), want) {
			t.Errorf("no %q in\n%s", want, s.out.String())
		}
	}
	if text := string(s.file("nearmiss_worst_test.go")); !strings.Contains(text, "func TestInsertWorstCount(") {
		t.Errorf("the test:\n%s", text)
	}
	s.clean()
}
