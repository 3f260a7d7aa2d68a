package probe

import "testing"

// A wait for ever ends the run at once with its cost so far. Code that recovers does not get any
// further, and the next run is not affected. Other goroutines wait, and outside of a run all
// goroutines do.
func TestForever(t *testing.T) {
	foreign, settled := false, 0
	Init(1, 0)
	SetFuel(100)
	Keep(&Keeper{
		Settle:  func() { settled++ },
		Foreign: func() bool { return foreign },
		Stale:   func() bool { return false },
	})
	defer Keep(nil)
	defer SetFuel(0)
	caught := func(f func()) (v any) {
		defer func() { v = recover() }()
		f()
		return nil
	}
	var c chan int
	waits := map[string]func(){
		"receive": func() { Chan(c) },
		"range":   func() { Chan((<-chan int)(c)) },
		"send":    func() { Sent(c, 1) },
		"select":  Forever,
	}
	for name, wait := range waits {
		if v := caught(wait); v != nil {
			t.Errorf("%s outside of a run: %v", name, v)
		}
		Begin()
		Cost(7)
		foreign = true
		if v := caught(wait); v != nil {
			t.Errorf("%s in another goroutine: %v", name, v)
		}
		foreign, settled = false, 0
		for range 3 {
			if v := caught(wait); !IsExhausted(v) {
				t.Errorf("%s: %v", name, v)
			}
			if v := caught(func() { Cost(1) }); !IsExhausted(v) {
				t.Errorf("behind %s: %v", name, v)
			}
		}
		End()
		if o := Outcome(); !o.Exhausted || o.Cost != 7 || !GaveUp() || settled != 1 {
			t.Errorf("%s: %+v, settled %d times", name, o, settled)
		}
		Begin()
		Cost(8)
		End()
		if o := Outcome(); o.Exhausted || o.Cost != 8 || GaveUp() || settled != 2 {
			t.Errorf("after %s: %+v, settled %d times", name, o, settled)
		}
		Prepare()
		if v := caught(wait); !IsExhausted(v) || !GaveUp() || !Preparing() || settled != 2 {
			t.Errorf("%s while inputs are made: %v", name, v)
		}
		End()
	}
	Begin()
	c = make(chan int, 1)
	c <- Sent(c, 5)
	if v := <-Chan(c); v != 5 || fuel < 0 {
		t.Errorf("a channel that is there gives %d", v)
	}
	End()
}
