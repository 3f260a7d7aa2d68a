package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// kills is the least number of kills in TestKill.
const kills = 40

// children returns the processes that a process has started.
func children(pid int) (pids []int) {
	lists, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, list := range lists {
		text, _ := os.ReadFile(list)
		for word := range strings.FieldsSeq(string(text)) {
			if child, err := strconv.Atoi(word); err == nil {
				pids = append(pids, child)
			}
		}
	}
	return pids
}

// alive reports whether a process runs cells.
func alive(pid int) bool {
	line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
	return strings.Contains(string(line), "\x00cells\x00")
}

// awaitEnd waits until processes of cells have ended, whose command has: they see the end of their input.
func awaitEnd(pids []int) {
	for _, pid := range pids {
		for alive(pid) {
			time.Sleep(10 * time.Millisecond)
		}
	}
}

// TestKill kills the command, or the processes of its cells, at any moment until all rows are there,
// and again: rows are those of a run that nobody disturbs, no row is lost or made twice, and no cell
// that has a row begins once more.
func TestKill(t *testing.T) {
	t.Parallel()
	calm := newFakes(t, "4ms")
	calm.run(2)
	want := calm.rows()
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	var orphans []int
	done, rounds, partial := 0, 0, 0
	longest := 250 * time.Millisecond // until a kill; it follows what the machine needs to begin
	for ; done < kills; rounds++ {
		f := newFakes(t, "4ms")
		for ended := false; !ended; {
			before := f.rows()
			doneBefore := done
			cmd := f.command(1 + rng.IntN(3))
			var said bytes.Buffer
			cmd.Stdout, cmd.Stderr = &said, &said
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			ofCells := 0 // killed processes of cells; with three a cell may have a row that says so
			wait := make(chan error, 1)
			go func() { wait <- cmd.Wait() }()
			for alive := true; alive; {
				select {
				case err := <-wait:
					alive = false
					if ended = err == nil; !ended && cmd.ProcessState.ExitCode() >= 0 {
						t.Fatalf("%v\n%s", err, said.String())
					}
				case <-time.After(time.Duration(rng.Int64N(int64(longest)))):
					victims := children(cmd.Process.Pid)
					orphans = append(orphans, victims...)
					if len(victims) == 0 || ofCells == 2 || rng.IntN(3) > 0 {
						victims = []int{cmd.Process.Pid}
					} else {
						ofCells++
					}
					syscall.Kill(victims[rng.IntN(len(victims))], syscall.SIGKILL)
					done++
				}
			}
			after, began := f.rows(), f.began()
			for key, row := range before {
				if again, ok := after[key]; !ok || !reflect.DeepEqual(again, row) {
					t.Errorf("%v is lost or has changed", key)
				}
				if began[logged(key)] > 0 {
					t.Errorf("%v has a row, and began again", key)
				}
			}
			if len(after) > 0 && len(after) < allFakes {
				partial++
			}
			if len(after) == len(before) {
				longest += longest / 4
			} else if done == doneBefore {
				longest -= longest / 4
			}
		}
		if got := f.rows(); !reflect.DeepEqual(got, want) {
			t.Errorf("%d rows, other ones than the %d of a calm run", len(got), len(want))
		}
	}
	awaitEnd(orphans)
	if partial < kills/10 {
		t.Errorf("only %d of %d kills were in the middle", partial, done)
	}
	t.Logf("%d kills in %d campaigns, after %d of them some rows were there", done, rounds, partial)
}

func TestPhysicalMemory(t *testing.T) {
	var info syscall.Sysinfo_t
	if err := syscall.Sysinfo(&info); err != nil {
		t.Skip(err)
	}
	if got, want := physicalMemory(), int64(info.Totalram)*int64(info.Unit); got != want {
		t.Errorf("%d bytes, want %d", got, want)
	}
}

// The first interrupt drops the cells under way and says how to go on.
func TestInterrupt(t *testing.T) {
	t.Parallel()
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		f := newFakes(t, "50ms")
		cmd := f.command(2)
		rest := begin(t, cmd)
		cmd.Process.Signal(signal)
		said, rows := rest(), f.rows()
		want := fmt.Sprintf("\nexperiment run: interrupted: %d of %d rows are in %s; run it again to go on\n",
			len(rows), allFakes, f.place)
		if cmd.ProcessState.ExitCode() != exitFailure || !strings.HasSuffix(said, want) {
			t.Errorf("%v: %v\n%swant\n%s", signal, cmd.ProcessState, said, want)
		}
		if len(rows) == 0 || len(rows) == allFakes {
			t.Errorf("%v: %d rows", signal, len(rows))
		}
		for key, row := range rows {
			if row.Error != "" {
				t.Errorf("%v: %v has the error %s", signal, key, row.Error)
			}
		}
		if left, _ := filepath.Glob(filepath.Join(tmp(cmd), "*")); len(left) > 0 {
			t.Errorf("%v: temporary files are left: %v", signal, left)
		}
		f.run(2)
		if n := len(f.rows()); n != allFakes {
			t.Errorf("%v: %d rows in the end", signal, n)
		}
	}
}

// On a terminal there is a bar with the expected end.
func TestBar(t *testing.T) {
	t.Parallel()
	f := newFakes(t, "1ms")
	screen, err := pty.StartWithSize(f.command(2), &pty.Winsize{Rows: 20, Cols: 100})
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	said.ReadFrom(screen) // until the end, which is an error on a terminal
	text := said.String()
	form := regexp.MustCompile(`ends about \d\d:\d\d:\d\d +\d+% \|[█ ]{30}\| \((\d+)/(\d+)\)`)
	bar := form.FindAllStringSubmatch(text, -1)
	if len(bar) == 0 {
		t.Fatalf("no bar in %q", text)
	}
	if last := bar[len(bar)-1]; last[1] != fmt.Sprint(allFakes) || last[2] != last[1] {
		t.Errorf("the bar ends with %q", last)
	}
	want := fmt.Sprintf("\r\n%d of %d rows are in %s, %d of them new\r\n", allFakes, allFakes, f.place, allFakes)
	if !strings.HasSuffix(text, want) {
		t.Errorf("it ends with %q, want %q", text[max(0, len(text)-200):], want)
	}
}

// Ctrl-C on a terminal goes to the processes of the cells too: rows under way are dropped all the same.
func TestControlC(t *testing.T) {
	t.Parallel()
	f := newFakes(t, "50ms")
	screen, err := pty.Start(f.command(3))
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	for chunk := make([]byte, 1000); !strings.Contains(said.String(), "/51)"); {
		n, err := screen.Read(chunk)
		if said.Write(chunk[:n]); err != nil {
			t.Fatalf("%v\n%s", err, said.String())
		}
	}
	screen.WriteString("\x03")
	said.ReadFrom(screen)
	rows := f.rows()
	want := fmt.Sprintf("\r\nexperiment run: interrupted: %d of %d rows are in %s; run it again to go on\r\n",
		len(rows), allFakes, f.place)
	if !strings.HasSuffix(said.String(), want) {
		t.Errorf("it ends with %q, want %q", said.String()[max(0, said.Len()-300):], want)
	}
	for key, row := range rows {
		if row.Error != "" {
			t.Errorf("%v has the error %s", key, row.Error)
		}
	}
}

// tmp is the directory of temporary files of a command.
func tmp(cmd *exec.Cmd) string {
	for _, v := range cmd.Env {
		if dir, ok := strings.CutPrefix(v, "TMPDIR="); ok {
			return dir
		}
	}
	return ""
}

// The second interrupt ends at once, whatever the cells do. On a busy machine it may come only when the first one
// has ended everything, so there are several attempts.
func TestSecondInterrupt(t *testing.T) {
	t.Parallel()
	var fault string
	for range 5 {
		if fault = secondInterrupt(t); fault == "" {
			return
		}
	}
	t.Error(fault)
}

// secondInterrupt interrupts a run twice, and returns what is wrong with its end, or "".
func secondInterrupt(t *testing.T) (fault string) {
	f := newFakes(t, "1ms")
	f.write(fmt.Sprintf(fakes, f.log, "1ms") + "\n[[arm]]\nname = 'hangs'\nacts = 'hangs'\n")
	cmd := f.command(2)
	rest := begin(t, cmd)
	for f.began()["1 <nil> 1"] == 0 { // the cell that hangs
		time.Sleep(10 * time.Millisecond)
	}
	workers := children(cmd.Process.Pid)
	defer awaitEnd(workers)
	cmd.Process.Signal(os.Interrupt)
	out := make(chan string)
	go func() { out <- rest() }()
	var said string
	for tick := time.Tick(20 * time.Millisecond); said == ""; {
		select {
		case said = <-out:
		case <-tick:
			cmd.Process.Signal(os.Interrupt)
		}
	}
	switch {
	case cmd.ProcessState.ExitCode() != exitFailure || strings.Contains(said, "interrupted: "):
		return fmt.Sprintf("%v\n%s", cmd.ProcessState, said)
	case !slices.ContainsFunc(workers, alive):
		return "it did not end at once: no process of a cell is left"
	}
	return ""
}
