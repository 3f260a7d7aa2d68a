package worker

import (
	"testing"

	"nearmiss/internal/probe"
)

// TestWaiting: a run that waits for ever on a channel of its inputs ends as
// one without fuel does, and those that do not wait are left alone.
func TestWaiting(t *testing.T) {
	open := func() chan int {
		c := make(chan int, 1)
		probe.Open(func() {
			defer func() { recover() }()
			close(c)
		})
		return c
	}
	runs := []struct {
		name string
		run  func()
		want Outcome
	}{
		{"receive", func() { <-open() }, FuelOut},
		{"send", func() {
			for c := open(); ; {
				c <- 1
			}
		}, FuelOut},
		{"range", func() {
			for range open() {
				probe.Cost(1)
			}
		}, FuelOut},
		{"select", func() {
			a, b := open(), open()
			select {
			case <-a:
			case <-b:
			}
		}, FuelOut},
		{"on and on", func() {
			for c := open(); ; probe.Cost(1) {
				<-c
			}
		}, FuelOut},
		{"in a helper", func() {
			c, done := open(), make(chan bool)
			go func() { <-c; close(done) }()
			<-done
		}, FuelOut},
		{"room", func() { open() <- 1 }, Returned},
		{"fed", func() {
			c := open()
			go func() {
				for i := range 100_000 {
					c <- i
				}
				close(c)
			}()
			n := 0
			for range c {
				n++
			}
			if n != 100_000 {
				panic("ended early")
			}
		}, Returned},
		{"nothing", func() {}, Returned},
	}
	if !probe.Init(1, 0) {
		t.Fatal("init")
	}
	probe.SetFuel(1000)
	defer probe.SetFuel(0)
	m := &machine{shared: sharedFor(t)}
	probe.OnOpen(m.onOpenChannel)
	defer probe.OnOpen(nil)
	for round := range 3 {
		for _, r := range runs {
			if raceDetector && r.name == "send" {
				continue // to close a channel that somebody waits to send on is a race, and what is tested
			}
			e := probe.Entry{Name: r.name, Run: func(in, out *probe.Genes) {
				probe.Begin()
				r.run()
				probe.End()
			}}
			if got := m.call(&e, nil, nil); got != r.want {
				t.Errorf("round %d, %s: %v (%v), want %v", round, r.name, got, m.panicValue, r.want)
			}
			if probe.Opened() {
				t.Fatalf("%s: the channels are not forgotten", r.name)
			}
		}
	}
}
