//go:build unix

package native

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nearmiss/internal/worker"
)

func TestClassify(t *testing.T) {
	for _, c := range []struct {
		info exitInfo
		want string
	}{
		{exitInfo{code: 1, inCall: true}, "os.Exit(1)"},
		{exitInfo{code: 2, inCall: true}, "os.Exit(2)"},
		{exitInfo{code: 0, inCall: true}, "os.Exit(0)"},
		{exitInfo{code: 1, inCall: true, words: "panic: written by the code"}, "os.Exit(1)"},
		{exitInfo{code: 0}, "garbled stream"},
		{exitInfo{code: -1, signal: 9, killed: true}, "garbled stream"},
		{exitInfo{code: 3, killed: true}, "os.Exit(3)"}, // it ended before it was killed
		{exitInfo{code: -1, signal: 9}, "signal 9"},
		{exitInfo{code: 2, words: "fatal error: stack overflow"}, "stack overflow"},
		{exitInfo{code: 2, words: "fatal error: runtime: out of memory"}, "out of memory"},
		{exitInfo{code: 2, words: "fatal error: out of memory allocating heap arena metadata"}, "out of memory"},
		{exitInfo{code: 2, words: "fatal error: runtime: cannot allocate memory"}, "out of memory"},
		{exitInfo{code: 2, words: "SIGSEGV: segmentation violation", nearLimit: true}, "out of memory"},
		{exitInfo{code: 2, words: "SIGSEGV: segmentation violation"}, "SIGSEGV: segmentation violation"},
		{exitInfo{code: 2, words: "fatal error: all goroutines are asleep - deadlock!"}, "deadlock"},
		{exitInfo{code: 2, words: "fatal error: no goroutines (main called runtime.Goexit) - deadlock!"}, "runtime.Goexit"},
		{exitInfo{code: 2, words: "fatal error: concurrent map read and map write"}, "fatal error: concurrent map read and map write"},
		{exitInfo{code: 2, words: "panic: no"}, "panic: no"},
		{exitInfo{code: 2, words: "panic: nearmiss: out of fuel"}, "out of fuel in another goroutine"},
	} {
		got := classify(c.info)
		got.Confirmed = true
		if got.String() != c.want {
			t.Errorf("%+v: %s, want %s", c.info, got.String(), c.want)
		}
	}
}

func TestWords(t *testing.T) {
	alone(t)
	const dump = "x\nfatal error: not at\r\nnoise fatal error: no\n  panic: no\nfatal error: this one\r\n\ngoroutine 1:\n"
	stacks := strings.Repeat("runtime.gopark(...)\n\t/go/src/proc.go:1 +0x1\n", 5_000)
	for _, step := range []int{1, 7, 1 << 20} {
		var w lastWords
		text := dump + stacks
		for len(text) > 0 {
			n := min(step, len(text))
			fmt.Fprint(&w, text[:n])
			text = text[n:]
		}
		if got := w.String(); got != "fatal error: this one" {
			t.Errorf("steps of %d: %q", step, got)
		}
		if cap(w.line) > 2*maxWords {
			t.Errorf("steps of %d: %d bytes kept", step, cap(w.line))
		}
	}
	var w lastWords
	fmt.Fprint(&w, "panic: "+strings.Repeat("long", 1000)+"\n")
	if got := w.String(); len(got) != maxWords {
		t.Errorf("%d bytes of a long line", len(got))
	}
}

// TestWatchdog looks once every tenth of the time that a hang lasts.
func TestWatchdog(t *testing.T) {
	const hang = 100 * time.Millisecond
	for _, c := range []struct {
		name   string
		inCall bool
		usage  func(look int) usage
		at     int // the look that finds it stuck
		kind   CrashKind
	}{
		{"asleep", true, func(int) usage { return usage{} }, 13, Hang},
		{"asleep at last", true, func(n int) usage { return usage{0, n < 20} }, 23, Hang},
		{"napping", true, func(n int) usage { return usage{0, n%3 == 0} }, 40, Hang},
		{"napping unseen", true, func(n int) usage { return usage{time.Duration(n) * hang / 100, false} }, 40, Hang},
		{"busy", true, func(n int) usage { return usage{time.Duration(n) * hang / 10, true} }, 11, Hang},
		{"half starved", true, func(n int) usage { return usage{time.Duration(n) * hang / 20, true} }, 21, Hang},
		{"starved", true, func(int) usage { return usage{0, true} }, 40, Hang},
		{"outside", false, func(int) usage { return usage{} }, 50, Stall},
	} {
		mem, err := newSharedMemory()
		if err != nil {
			t.Fatal(err)
		}
		defer mem.close()
		theirs, err := worker.OpenShared(mapped(t, mem))
		if err != nil {
			t.Fatal(err)
		}
		theirs.StartJob(1)
		n := 0
		dog := watchdog{mem: mem, hang: hang, usage: func() usage { return c.usage(n) }}
		now := time.Unix(0, 0)
		for n = -3; n < 100; n++ {
			if n <= 0 { // progress
				theirs.Count(uint64(n + 4))
				theirs.Enter([]uint64{1})
				if !c.inCall {
					theirs.Leave()
				}
			}
			kind, stuck := dog.check(now)
			if stuck && (n != c.at || kind != c.kind) {
				t.Errorf("%s: %v at look %d, want %v at %d", c.name, kind, n, c.kind, c.at)
			}
			if stuck {
				break
			}
			now = now.Add(hang / 10)
		}
		if n == 100 {
			t.Errorf("%s: never stuck", c.name)
		}
	}
}
