//go:build unix

package smtlib

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"nearmiss/smt"
	"nearmiss/term"
)

// script writes a shell script that replaces z3.
func script(t *testing.T, body string) Tool {
	t.Helper()
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("no shell")
	}
	path := filepath.Join(t.TempDir(), "z3")
	syscall.ForkLock.RLock() // a process forked now would keep the script open for writing
	defer syscall.ForkLock.RUnlock()
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body), 0o700); err != nil {
		t.Fatal(err)
	}
	return Tool{Name: Z3, Path: path}
}

// behave returns a script that follows the protocol. It runs one command for a check and
// another for a model, such as that of two numbers.
func behave(check, model string) string {
	return strings.NewReplacer("CHECK", check, "MODEL", model).Replace(`
model() { echo "((s0int32 $1) (s1int32 $2))"; }
while read -r line; do
	case "$line" in
	*check-sat*) CHECK ;;
	*get-value*) MODEL ;;
	esac
	case "$line" in
	*'(echo "'*) end="${line##*\(echo \"}"; echo "${end%%\"*}" ;;
	esac
done
`)
}

// ask queries a solver about two numbers, which are 0 in the witness.
func ask(t *testing.T, ctx context.Context, s smt.Solver) smt.Answer {
	t.Helper()
	b, i32 := term.NewBuilder(), term.Signed(32)
	s.Push(b.Compare(term.GE, b.Slot(0, i32, false), b.Int(i32, 0)))
	defer s.Pop(1)
	extra := b.Compare(term.LT, b.Slot(0, i32, false), b.Slot(1, i32, false))
	a := s.Check(ctx, extra, func(int) (term.Value, bool) { return term.Value{}, true })
	if a.Verdict == smt.Unknown && (a.Reason == "" || strings.Contains(a.Reason, "\n")) {
		t.Errorf("no clear reason: %q", a.Reason)
	}
	return a
}

// TestBadSolvers checks that a query of a misbehaving solver is Unknown with a reason, that a
// failing solver is given up after some failures, and that a slow one is not.
func TestBadSolvers(t *testing.T) {
	const none = ":"
	for _, test := range []struct {
		name, body string
		reason     string // of the first answer
		fails      bool
		late       bool
	}{
		{"dies at start", "echo no license >&2; exit 3", "z3 ended with exit status 3: no license", true, false},
		{"kills itself", behave("kill -9 $$", none), "z3 ended with signal: killed", true, false},
		{"dies in a query", behave("exit 101", none), "z3 ended with exit status 101", true, false},
		{"greets", "echo welcome;" + behave(none, none), `z3 gave a malformed answer when it started: "welcome"`, true, false},
		{"says nothing", behave(none, none), "z3 gave a malformed answer: nothing", true, false},
		{"says maybe", behave("echo maybe", none), `z3 gave a malformed answer: "maybe"`, true, false},
		{"complains", behave(`echo '(error "line 1: what?")'; echo sat`, none), `z3 gave a malformed answer: "(error line 1: what?)"`, true, false},
		{"opens parentheses", behave("echo '((('", none), `z3 gave a malformed answer: "(((\n"`, true, false},
		{"has no model", behave("echo sat", "echo '(error \"no model\")'"), `z3 gave a malformed answer: "(error no model)"`, true, false},
		{"has words for numbers", behave("echo sat", "model many 2"), `z3 gave a malformed answer: "(s0int32 many)"`, true, false},
		{"has other slots", behave("echo sat", "echo '((s1int32 2) (s0int32 2))'"), `z3 gave a malformed answer: "(s1int32 2)"`, true, false},
		{"never ends", behave("yes maybe", none), "z3 gave a malformed answer: more than 16777216 bytes", true, false},
		{"lies", behave("echo sat", "model 2 2"), "z3: a model violates a clause", false, false},
		{"gives up", behave("echo unknown", none), "z3 returned unknown: no reason given", false, false},
		{"sleeps", behave("sleep 1000", none), "z3 did not answer in time", false, true},
		{"is deaf", "exec sleep 1000", "z3 did not answer in time", false, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			o, limit, questions := Options{}, time.Minute, 4
			if test.late { // by the solver's time limit, or by the caller's
				o, limit, questions = Options{Time: 10 * time.Millisecond}, time.Minute, 2
			}
			if test.name == "is deaf" {
				limit = 50 * time.Millisecond
			}
			tool := script(t, test.body)
			s := open(t, tool, o)
			for i := range questions {
				ctx, cancel := context.WithTimeout(t.Context(), limit)
				a := ask(t, ctx, s)
				cancel()
				if a.Verdict != smt.Unknown || i == 0 && !strings.HasPrefix(a.Reason, test.reason) {
					t.Errorf("%v: %s", a.Verdict, a.Reason)
				}
				if i == 3 && test.fails != strings.Contains(a.Reason, "z3 is given up after 3 failures in a row: the last time it ") {
					t.Errorf("at last: %s", a.Reason)
				}
			}
			st, theories := s.Stats(), len(tool.theories())
			if test.fails != (st.Failures == maxFailures*theories) || test.late != (st.Late >= questions) {
				t.Errorf("%+v", st)
			}
		})
	}
}

// TestRestart checks that a solver that is killed during a query is started again.
func TestRestart(t *testing.T) {
	mark := filepath.Join(t.TempDir(), "mark")
	once := `if [ -e ` + mark + ` ]; then echo sat; else touch ` + mark + `; kill -9 $$; fi`
	s := open(t, script(t, behave(once, "model 2 5")), Options{})
	// The first process is killed, a second one answers; then a third does.
	for range 2 {
		if a := ask(t, t.Context(), s); a.Verdict != smt.Sat || len(a.Changes) != 2 {
			t.Fatalf("%+v", a)
		}
	}
	if st := s.Stats(); st.Starts != 3 || st.Failures != 1 {
		t.Errorf("%+v", st)
	}
}

// TestNoneLeft checks that no process of a solver is left after a timeout or after Close.
func TestNoneLeft(t *testing.T) {
	pids := filepath.Join(t.TempDir(), "pids")
	child := `sleep 1000 & echo $! >>` + pids + `; echo $$ >>` + pids
	s := open(t, script(t, child+behave("sleep 1000", ":")), Options{})
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if a := ask(t, ctx, s); a.Verdict != smt.Unknown {
		t.Errorf("%+v", a)
	}
	idle := open(t, script(t, child+behave("echo unsat", ":")), Options{})
	if a := ask(t, t.Context(), idle); a.Verdict != smt.Unsat {
		t.Errorf("%+v", a)
	}
	if err := idle.Close(); err != nil {
		t.Error(err)
	}
	text, _ := os.ReadFile(pids)
	list := strings.Fields(string(text))
	if len(list) < 4 {
		t.Fatalf("%q", text)
	}
	for _, word := range list {
		pid, err := strconv.Atoi(word)
		if err != nil {
			t.Fatal(err)
		}
		for tries := 0; running(pid); tries++ {
			if tries == 200 {
				t.Fatalf("process %d is left", pid)
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
}

// running reports whether a process exists and is not a zombie.
func running(pid int) bool {
	if syscall.Kill(pid, 0) != nil {
		return false
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err != nil || !strings.Contains(string(stat), ") Z ")
}

// TestMissing checks that a missing program gives Unknown, and an unknown name an error.
func TestMissing(t *testing.T) {
	s := open(t, Tool{Z3, filepath.Join(t.TempDir(), "z3")}, Options{})
	if a := ask(t, t.Context(), s); a.Verdict != smt.Unknown || !strings.Contains(a.Reason, "z3 does not start: ") {
		t.Errorf("%+v", a)
	}
	for _, bad := range []struct {
		tool Tool
		o    Options
	}{{Tool{Name: "yices"}, Options{}}, {Tool{Name: Z3}, Options{Time: -1}}} {
		if _, err := New(bad.tool, bad.o); err == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}
