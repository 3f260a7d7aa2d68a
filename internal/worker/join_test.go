package worker

import (
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"nearmiss/internal/probe"
)

// alone reports whether the test has its process for itself, as a worker has:
// goroutines are counted, and other tests leave some behind that end at any
// time. Otherwise it runs the test in another process.
func alone(t *testing.T) bool {
	const mark = "NEARMISS_ALONE"
	if os.Getenv(mark) == t.Name() {
		return true
	}
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(os.Environ(), mark+"="+t.Name())
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("%v:\n%s", err, out)
	}
	return false
}

// meeting skips a test whose runs have goroutines that come by probes at the same
// time as the function, or right after it: counts may be lost then (see package
// probe), and when they are settled the runtime's states tell.
func meeting(t *testing.T) {
	t.Helper()
	if raceDetector {
		t.Skip("probes race by design")
	}
}

// settling is a worker whose entries start goroutines. Branch 1 of condition 0
// is taken by what they do.
func settling(t *testing.T, run func()) *worker {
	w := &worker{machine: machine{shared: sharedFor(t), joiner: newJoiner(), entries: []probe.Entry{
		{Name: "F", Run: func(in, out *probe.Genes) {
			probe.Begin()
			run()
			probe.End()
		}},
		{Name: "Other", Run: func(in, out *probe.Genes) {
			time.Sleep(time.Duration(in.Next()))
			probe.Begin()
			probe.Cost(1)
			time.Sleep(time.Duration(in.Next()))
			probe.Cost(1)
			probe.Taken(3)
			probe.End()
		}},
	}}}
	probe.Init(2, 0)
	probe.SetFuel(10_000)
	probe.Keep(w.machine.joiner.keeper())
	t.Cleanup(func() {
		probe.Keep(nil)
		probe.Init(0, 0)
	})
	return w
}

// What a goroutine does soon after the function has returned is part of the
// run.
func TestGoroutinesAreWaitedFor(t *testing.T) {
	meeting(t)
	if !alone(t) {
		return
	}
	for _, delay := range []time.Duration{0, 100 * time.Microsecond, time.Millisecond} {
		w := settling(t, func() {
			go func() {
				if delay > 0 {
					time.Sleep(delay)
				}
				probe.Cost(1)
				probe.Taken(1)
			}()
		})
		for range 5 {
			r := w.observe(0, nil)
			if !slices.Equal(r.Covered, []uint32{1}) || r.Outcome != Returned || r.LeftGoroutines != 0 {
				t.Errorf("after %v: %+v", delay, r)
			}
		}
	}
}

// A goroutine that goes on computing ends at a block; the run is what it was,
// and so is the next.
func TestEndlessGoroutinesEnd(t *testing.T) {
	meeting(t)
	if !alone(t) {
		return
	}
	ended := make(chan bool, 1)
	w := settling(t, func() {
		probe.Cost(1)
		probe.Taken(0)
		go func() {
			defer func() { ended <- true }()
			for {
				probe.Cost(1)
				runtime.Gosched()
			}
		}()
	})
	for range 3 {
		r := w.observe(0, nil)
		if !slices.Equal(r.Covered, []uint32{0}) || r.Outcome != Returned || r.Cost >= 10_000 {
			t.Errorf("%+v", r)
		}
		select {
		case <-ended:
		case <-time.After(time.Minute):
			t.Fatal("the goroutine goes on")
		}
		if r := w.observe(1, []uint64{0, 0}); !slices.Equal(r.Covered, []uint32{3}) || r.Outcome != Returned || r.Cost != 2 {
			t.Errorf("afterwards: %+v", r)
		}
	}
}

// A run whose goroutine uses up the fuel has no end, but the process lives.
func TestGoroutinesUseFuel(t *testing.T) {
	if !alone(t) {
		return
	}
	w := settling(t, func() {
		done := make(chan bool)
		go func() {
			defer close(done)
			for {
				probe.Cost(1)
			}
		}()
		<-done
		probe.Cost(1)
	})
	if r := w.observe(0, nil); r.Outcome != FuelOut || r.LeftGoroutines != 0 {
		t.Errorf("%+v", r)
	}
	if r := w.observe(1, []uint64{0, 0}); r.Outcome != Returned {
		t.Errorf("afterwards: %+v", r)
	}
}

// A goroutine that is left behind is counted, and what it does in the middle
// of a later run does not count for that one.
func TestLateGoroutinesDoNotCount(t *testing.T) {
	if !alone(t) {
		return
	}
	wake, woken := make(chan bool), make(chan bool)
	w := settling(t, func() {
		go func() {
			<-wake
			probe.Taken(1)
			probe.Taken(2)
			close(woken)
		}()
	})
	w.machine.entries[1].Run = func(in, out *probe.Genes) {
		probe.Begin()
		close(wake)
		<-woken
		probe.Taken(3)
		probe.End()
	}
	r := w.observe(0, nil)
	if len(r.Covered) != 0 || r.LeftGoroutines != 1 {
		t.Errorf("%+v", r)
	}
	r = w.observe(1, nil)
	if !slices.Equal(r.Covered, []uint32{3}) || r.Outcome != Returned || r.LeftGoroutines != 0 {
		t.Errorf("afterwards: %+v", r)
	}
	if w.machine.joiner.totalLeft != 1 {
		t.Errorf("%d were left behind", w.machine.joiner.totalLeft)
	}
}

// Those that wait for ever are waited for less and less.
func TestLeaksCostLittle(t *testing.T) {
	if !alone(t) {
		return
	}
	w := settling(t, func() { go func() { select {} }() })
	for range 20 {
		if r := w.observe(0, nil); r.LeftGoroutines != 1 || r.Outcome != Returned {
			t.Errorf("%+v", r)
		}
	}
	if w.machine.joiner.maxWait != minJoinWait {
		t.Errorf("still patient for %v", w.machine.joiner.maxWait)
	}
}

// What is sent on channels is received within the run: the goroutines that
// send come to their end, and what they do is covered and costs nothing.
func TestReceive(t *testing.T) {
	meeting(t)
	if !alone(t) {
		return
	}
	const all = 5
	// No subtests: the end of their goroutines would be taken for that of others.
	for _, c := range []struct {
		name  string
		send  func(chan<- int)
		want  int
		ended bool
		left  int
	}{
		{"at once", func(c chan<- int) {
			for i := range all {
				probe.Cost(1)
				c <- i
			}
			probe.Taken(1)
			close(c)
		}, all, true, 0},
		{"after a while", func(c chan<- int) {
			time.Sleep(time.Millisecond)
			c <- 1
			probe.Taken(1)
		}, 1, false, 0},
		{"never", func(chan<- int) { probe.Taken(1); select {} }, 0, false, 1},
		{"without end", func(c chan<- int) {
			probe.Taken(1)
			for {
				c <- 1
			}
		}, 2 * all, false, 1},
	} {
		got, ended := 0, false
		w := settling(t, func() {
			got, ended = 0, false
			from := make(chan int)
			go c.send(from)
			probe.Cost(1)
			probe.Receive(func() probe.Got {
				if ended || got == 2*all {
					return probe.GotAll
				}
				select {
				case _, ok := <-from:
					if ended = !ok; ok {
						got++
					}
					return probe.GotValue
				default:
					return probe.GotNothing
				}
			})
		})
		r := w.observe(0, nil)
		if got != c.want || ended != c.ended {
			t.Errorf("%s: %d values, closed %v; want %d, %v", c.name, got, ended, c.want, c.ended)
		}
		if !slices.Equal(r.Covered, []uint32{1}) || r.Outcome != Returned || int(r.LeftGoroutines) != c.left || r.Cost != 1 {
			t.Errorf("%s: %+v", c.name, r)
		}
	}
}

// One that computes for ever in place of sending uses up the fuel.
func TestReceiveUsesFuel(t *testing.T) {
	meeting(t)
	if !alone(t) {
		return
	}
	w := settling(t, func() {
		var from chan int
		end := make(chan bool)
		go func() {
			defer close(end)
			for {
				probe.Cost(1)
			}
		}()
		probe.Receive(func() probe.Got {
			select {
			case <-from:
				return probe.GotValue
			case <-end:
				return probe.GotAll
			default:
				return probe.GotNothing
			}
		})
		<-end
	})
	if r := w.observe(0, nil); r.Outcome != FuelOut || r.LeftGoroutines != 0 {
		t.Errorf("%+v", r)
	}
}

// Calls that leave goroutines behind spoil no runner that waits for its next
// call: what that does counts as before.
func TestRunnersAreNotLeftBehind(t *testing.T) {
	if !alone(t) {
		return
	}
	stop := make(chan bool)
	defer close(stop)
	w := settling(t, func() { go func() { <-stop }() })
	for range 3 {
		if r := w.observe(1, []uint64{0, 0}); !slices.Equal(r.Covered, []uint32{3}) || r.LeftGoroutines != 0 {
			t.Errorf("apart: %+v", r)
		}
		if o := w.machine.call(&w.machine.entries[0], nil, nil); o != Returned || w.machine.joiner.numLeft != 1 {
			t.Errorf("here: %v, %d left", o, w.machine.joiner.numLeft)
		}
	}
	if r := w.observe(1, []uint64{0, 0}); !slices.Equal(r.Covered, []uint32{3}) || r.Cost != 2 {
		t.Errorf("apart: %+v", r)
	}
}

// A goroutine of an earlier run that begins to compute takes the fuel of a run
// that does not want it. That one is repeated.
func TestFuelIsNotRobbed(t *testing.T) {
	meeting(t)
	if !alone(t) {
		return
	}
	runs := 0
	wake := make(chan bool)
	w := settling(t, func() {
		go func() {
			<-wake
			for {
				probe.Cost(1)
			}
		}()
	})
	w.machine.entries[1].Run = func(in, out *probe.Genes) {
		probe.Begin()
		probe.Taken(2)
		if runs++; runs == 1 {
			close(wake)
			for !probe.Outcome().Exhausted { // until it has no fuel, for it does nothing itself
				probe.Cost(0)
			}
		}
		probe.Cost(1)
		probe.Taken(3)
		probe.End()
		if out != nil {
			out.Put(7)
		}
	}
	if r := w.observe(0, nil); r.LeftGoroutines != 1 || r.Outcome != Returned {
		t.Errorf("%+v", r)
	}
	r := w.observe(1, nil)
	if !slices.Equal(r.Covered, []uint32{2, 3}) || r.Outcome != Returned || r.Cost != 1 || !slices.Equal(r.Out, []uint64{7}) || runs != 2 {
		t.Errorf("after %d runs: %+v", runs, r)
	}
}

// A run tells its own goroutines from those of earlier runs that end meanwhile, and a
// patient one waits for what others do not.
func TestPatience(t *testing.T) {
	meeting(t)
	if !alone(t) {
		return
	}
	for patient, nap := range map[bool]time.Duration{false: time.Millisecond, true: 20 * time.Millisecond} {
		besideEarlier(t, patient, nap)
	}
}

func besideEarlier(t *testing.T, patient bool, nap time.Duration) {
	release := make(chan bool)
	first := true
	w := settling(t, func() {
		if first {
			first = false
			go func() { <-release }()
			return
		}
		before := runtime.NumGoroutine()
		go func() {
			time.Sleep(nap)
			probe.Taken(1)
		}()
		close(release)
		for runtime.NumGoroutine() > before {
			runtime.Gosched()
		}
	})
	if r := w.observe(0, nil); r.LeftGoroutines != 1 {
		t.Errorf("%+v", r)
	}
	w.machine.joiner.setPatient(patient)
	if r := w.observe(0, nil); !slices.Equal(r.Covered, []uint32{1}) || r.LeftGoroutines != 0 {
		t.Errorf("patient %v: %+v", patient, r)
	}
}

// A patient run waits for who sleeps, also beside one that waits for ever, which
// alone is not worth all the patience.
func TestStuck(t *testing.T) {
	meeting(t)
	if !alone(t) {
		return
	}
	sleeps := true
	w := settling(t, func() {
		go func() { select {} }()
		if sleeps {
			go func() {
				time.Sleep(100 * time.Millisecond)
				probe.Taken(1)
			}()
		}
	})
	w.machine.joiner.setPatient(true)
	if r := w.observe(0, nil); !slices.Equal(r.Covered, []uint32{1}) || r.LeftGoroutines != 1 {
		t.Errorf("%+v", r)
	}
	sleeps = false
	if r := w.observe(0, nil); len(r.Covered) > 0 || r.LeftGoroutines != 1 || !w.machine.joiner.isStuck() {
		t.Errorf("alone: %+v", r)
	}
}

// TestRepeatLeaving: a patient job whose runs leave a goroutine behind has few further runs, another one has all.
func TestRepeatLeaving(t *testing.T) {
	if !alone(t) {
		return
	}
	for patient, want := range map[bool]uint32{true: leavingRepeats, false: 5} {
		release := make(chan bool)
		w := settling(t, func() { go func() { <-release }() })
		w.machine.joiner.setPatient(patient)
		r := w.observe(0, nil)
		w.repeat(&RunJob{Repeat: 5, Patient: patient}, r)
		if close(release); r.Repeats != want {
			t.Errorf("patient %v: %d more runs, want %d", patient, r.Repeats, want)
		}
	}
}
