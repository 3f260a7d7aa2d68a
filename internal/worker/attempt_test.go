package worker

import (
	"bytes"
	"runtime"
	"slices"
	"testing"

	"nearmiss/input"
	"nearmiss/internal/probe"
)

// TestLasting: a job comes to its end whatever its calls wait for, says the
// same whether it knows of that from the start or not, and what is left behind
// counts for no later run, not even if it is woken.
func TestLasting(t *testing.T) {
	if raceDetector {
		t.Skip("a call that is left behind for ever is not synchronized with")
	}
	if !alone(t) {
		return
	}
	w := settling(t, func() {})
	m := &w.machine
	w.fuel = 10_000
	bell := make(chan bool)
	m.entries = []probe.Entry{{Name: "F", Run: func(in, out *probe.Genes) {
		x := in.Next()
		probe.Begin()
		probe.Cost(1)
		switch x {
		case 2:
			select {}
		case 3:
			<-bell
			probe.Cost(1)
			probe.Taken(1)
		case 5:
			runtime.Goexit()
		case 6:
			select {
			case bell <- true:
			default:
			}
			runtime.Gosched()
		case 7:
			for {
				probe.Cost(1)
			}
		}
		probe.Taken(3)
		probe.End()
	}}}
	want := []Outcome{Returned, Returned, FuelOut, FuelOut, Returned, Goexit, Returned, FuelOut, Returned}
	const staff = 3 // the guard, a runner, and the first job's goroutine
	before := runtime.NumGoroutine()
	for round := range 5 {
		var got []Outcome
		var costs []uint64
		w.runJob(1, 0, func() {
			got, costs = nil, nil
			for x := range input.Vector(make([]uint64, len(want))) {
				probe.ArmAll()
				got = append(got, m.call(&m.entries[0], []uint64{uint64(x)}, nil))
				costs = append(costs, probe.Outcome().Cost)
				if f := probe.Fresh(); want[x] == Returned && !slices.Equal(f, []probe.Branch{3}) {
					t.Errorf("round %d: run %d took %v", round, x, f)
				}
			}
		})
		if !slices.Equal(got, want) || costs[2] != 1 || costs[3] != 1 {
			t.Errorf("round %d: %v, not %v; costs %v", round, got, want, costs)
		}
		if n := runtime.NumGoroutine() - before; !m.onRunner || m.lostCalls != 2 || n > 2*(round+1)+staff {
			t.Errorf("round %d: %d calls lost, %d goroutines more", round, m.lostCalls, n)
		}
	}
}

// TestFeed: a run that holds more than its share of the memory ends as one
// without fuel, one that only makes garbage does not.
func TestFeed(t *testing.T) {
	if !alone(t) {
		return
	}
	w := settling(t, func() {})
	m := &w.machine
	m.heapLimit = 64 << 20
	filled := bytes.Repeat([]byte{1}, 64<<10)
	probe.SetFuel(1 << 40)
	m.entries = []probe.Entry{{Name: "F", Run: func(in, out *probe.Genes) {
		hold := in.Next() == 1
		var held [][]byte
		probe.Begin()
		for i := 0; hold || i < 4000; i++ {
			probe.Cost(1)
			b := make([]byte, len(filled))
			copy(b, filled)
			if hold {
				held = append(held, b)
			}
		}
		runtime.KeepAlive(held)
		probe.End()
	}}}
	rounds := 3
	if testing.Short() {
		rounds = 1
	}
	for range rounds {
		var got []Outcome
		w.runJob(1, 0, func() {
			got = nil
			for _, x := range []uint64{0, 1, 0, 1} {
				got = append(got, m.call(&m.entries[0], []uint64{x}, nil))
			}
		})
		if want := []Outcome{Returned, FuelOut, Returned, FuelOut}; !slices.Equal(got, want) {
			t.Errorf("%v, want %v", got, want)
		}
	}
}
