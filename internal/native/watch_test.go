//go:build linux

package native

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"nearmiss/internal/sandbox"
	"nearmiss/internal/worker"
)

const watched = `
-- go.mod --
module example.test/watched

go 1.26
-- m.go --
package watched

import (
	"os"
	"os/exec"
	"sync"
	"time"
)

var atStart = os.Getenv("AT_START")

func Ask(n int) int {
	if os.Getenv("FIRST") == "yes" {
		return 2
	}
	os.ReadFile("lock")
	return len(atStart)
}

func RemoveAndExit(n int) int {
	os.Remove("file")
	os.Exit(3)
	return 0
}

func Restart(n int) int {
	exec.Command(os.Args[0]).Start()
	return n
}

func Linger(n int) int {
	go func() {
		for {
			time.Sleep(time.Hour)
		}
	}()
	var mu sync.Mutex
	mu.Lock()
	return n
}

var state int

type clock struct{}

func (c *clock) tick() { state++ }

// Delay leaves timers behind, and stops another one.
func Delay(n int) int {
	time.AfterFunc(time.Hour, func() { state = n })
	time.AfterFunc(time.Hour, new(clock).tick)
	time.AfterFunc(0, func() { state = n })
	time.AfterFunc(time.Hour, func() { state = n }).Stop()
	time.Sleep(10 * time.Millisecond)
	return n
}

var began = time.Now()

// Now returns the time, and whether the clock has jumped since the process began.
func Now(n int) (now, start int64, jumped bool) {
	return time.Now().Unix(), began.Unix(), time.Since(began) > 100*time.Hour
}
`

// TestWatch: a watched worker reports the environment variables that its initialization and its
// runs read, the goroutines that outlive a run, and the changes outside the process, even if the
// run ends the process.
func TestWatch(t *testing.T) {
	parts := sandbox.Probe(context.Background())
	if !parts.Complete() {
		t.Skip("no sandbox")
	}
	bin, wired, err := whole(t, loadOne(t, unpack(t, watched), "."))
	if err != nil {
		t.Fatal(err)
	}
	defer bin.Close()
	run := func(o Options, name string) *RunResult {
		t.Helper()
		o.Conditions, o.Slots, o.Sandbox, o.TempDir = wired.conditions, wired.slots, parts, t.TempDir()
		p, err := NewPool(t.Context(), bin, o, 1)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		if got := p.EnvRead(); o.Watch && !slices.Contains(got, "AT_START") {
			t.Errorf("the initialization asks for %q", got)
		}
		rs, err := p.Run(t.Context(), []*worker.RunJob{{ID: 1, Entry: wired.entry[name], Vector: []uint64{5}}})
		if err != nil {
			t.Fatal(err)
		}
		return rs[0]
	}
	ask := run(Options{Watch: true}, "Ask")
	if !slices.Equal(ask.Result.EnvRead, []string{"FIRST"}) || !slices.Equal(ask.FilesRead, []string{"./lock"}) || ask.FirstTouch != "" {
		t.Errorf("Ask: %q, %q, %q", ask.Result.EnvRead, ask.FilesRead, ask.FirstTouch)
	}
	if quiet := run(Options{}, "Ask"); quiet.Result.EnvRead != nil || quiet.FilesRead != nil {
		t.Errorf("unwatched: %q, %q", quiet.Result.EnvRead, quiet.FilesRead)
	}
	other := run(Options{Watch: true, Environ: func(dir string) []string { return []string{"FIRST=yes", "AT_START=" + dir} }}, "Ask")
	if slices.Equal(other.Result.Covered, ask.Result.Covered) {
		t.Error("the environment of a worker is not what it was given")
	}
	if end := run(Options{Watch: true}, "RemoveAndExit"); end.Result != nil || end.Crash == nil || end.FirstTouch != "unlinkat" {
		t.Errorf("RemoveAndExit: %+v", end)
	}
	const years = 7 * 365 * 24 * time.Hour
	now, later := run(Options{Watch: true}, "Now").Result.Out, run(Options{Watch: true, Rights: sandbox.Policy{Ahead: years}}, "Now").Result.Out
	for i := range 2 { // the start of the process is as late
		if ahead := time.Duration(later[i]-now[i]) * time.Second; ahead < years || ahead > years+time.Hour {
			t.Errorf("a clock that is %v ahead is %v ahead", years, ahead)
		}
	}
	if now[2] != 0 || later[2] != 0 {
		t.Error("the clock jumps")
	}
	if r := run(Options{Watch: true}, "Restart"); r.FirstTouch == "" {
		t.Error("Restart: a start of the own program is not seen")
	}
	stay := run(Options{Watch: true}, "Linger").Result
	if stay.LeftGoroutines != 1 || !slices.ContainsFunc(stay.LeftStacks, func(f string) bool {
		name, place, _ := strings.Cut(f, " ")
		return name == "example.test/watched.Linger.func1" && strings.HasSuffix(place, "/m.go:34")
	}) || strings.Contains(strings.Join(stay.LeftStacks, " "), "worker") {
		t.Errorf("Linger: %d, %q", stay.LeftGoroutines, stay.LeftStacks)
	}
	if late := run(Options{Watch: true}, "Delay").Result.LeftTimers; !slices.Equal(late, []string{"example.test/watched.Delay.func1", "example.test/watched.(*clock).tick"}) {
		t.Errorf("Delay: %q", late)
	}
	if !run(Options{}, "Linger").Result.Starts || run(Options{}, "Now").Result.Starts {
		t.Error("only Linger starts a goroutine")
	}
}
