package worker

import (
	"runtime"
	"time"

	"nearmiss/internal/probe"
)

// guard ends runs that wait for ever on a channel of their inputs. It sees
// that from what the runtime says the goroutines are doing, and not from how
// long it takes, so that the same runs end. It looks only while there are such
// channels; nothing of it is there in other runs.
//
// It uses no package of the standard library that may be under test itself:
// channels, not sync.
type guard struct {
	lock   chan struct{} // full while somebody has it
	wake   chan struct{}
	asleep bool
	active bool   // a run with open channels goes on
	run    uint64 // its number
	id     uint64 // its goroutine
	text   []byte
}

const (
	look     = 500 * time.Microsecond // between two looks
	idle     = 50                     // looks at nothing before it sleeps
	certain  = 20                     // what a look is worth if no other goroutine could end the waiting; else 1
	enough   = 2 * certain
	releases = 3 // a run that goes on waiting after these waits for something else
)

func newGuard() *guard {
	g := &guard{lock: make(chan struct{}, 1), wake: make(chan struct{}, 1), asleep: true, text: make([]byte, 1<<16)}
	go g.loop()
	return g
}

// begin says that a run with open channels has started, in this goroutine.
func (g *guard) begin() {
	var b [64]byte
	id, _, _ := header(b[:runtime.Stack(b[:], false)])
	g.lock <- struct{}{}
	g.active, g.id = true, id
	g.run++
	if g.asleep {
		g.asleep = false
		g.wake <- struct{}{}
	}
	<-g.lock
}

// end says that it is over.
func (g *guard) end() {
	g.lock <- struct{}{}
	g.active = false
	probe.Forget()
	<-g.lock
}

func (g *guard) loop() {
	for range g.wake {
		var v vigil
		for more := true; more; {
			time.Sleep(look)
			g.lock <- struct{}{}
			more = g.look(&v)
			g.asleep = !more
			<-g.lock
		}
	}
}

// vigil is what the guard knows of the run it looks at.
type vigil struct {
	run      uint64
	idle     int
	stuck    int
	releases int
}

// look looks once and reports whether to look again.
func (g *guard) look(v *vigil) bool {
	if !g.active {
		v.idle++
		return v.idle < idle
	}
	if v.run != g.run {
		*v = vigil{run: g.run}
	}
	worth := g.waits()
	if v.stuck += worth; worth == 0 {
		v.stuck = 0
	}
	if v.stuck >= enough {
		probe.Release()
		v.stuck = 0
		v.releases++
	}
	return v.releases < releases
}

// waits says how sure it is that the run waits for ever: 0 if it does not
// wait.
func (g *guard) waits() int {
	n := runtime.Stack(g.text, true)
	worth, found := certain, false
	if n == len(g.text) {
		worth = 1
	}
	for i, text := 0, g.text[:n]; len(text) > 0; i++ {
		id, state, rest := header(text)
		text = rest
		switch {
		case id == g.id:
			if !waiting(state) {
				return 0
			}
			found = true
		case i > 0 && id != 0 && !waiting(state): // the first is the guard
			worth = 1
		}
	}
	if !found {
		return 0
	}
	return worth
}

// waiting reports whether a goroutine in a state waits for another one.
func waiting(state string) bool {
	switch state {
	case "chan receive", "chan send", "chan receive (nil chan)", "chan send (nil chan)", "select", "select (no cases)",
		"semacquire", "sync.Cond.Wait", "sync.Mutex.Lock", "sync.RWMutex.RLock", "sync.RWMutex.Lock", "sync.WaitGroup.Wait",
		"finalizer wait", "force gc (idle)", "GC sweep wait", "GC scavenge wait", "GC worker (idle)", "cleanup wait":
		return true
	}
	return false
}

// header reads "goroutine 12 [state, …]:" and returns what comes behind that
// goroutine's stack.
func header(text []byte) (id uint64, state string, rest []byte) {
	const word = "goroutine "
	end := len(text)
	for i := 0; i+1 < len(text); i++ {
		if text[i] == '\n' && text[i+1] == '\n' {
			end = i + 2
			break
		}
	}
	rest, text = text[min(end, len(text)):], text[:end]
	if len(text) < len(word) || string(text[:len(word)]) != word {
		return 0, "", rest
	}
	i := len(word)
	for ; i < len(text) && '0' <= text[i] && text[i] <= '9'; i++ {
		id = 10*id + uint64(text[i]-'0')
	}
	for i < len(text) && text[i] != '[' {
		i++
	}
	from := min(i+1, len(text))
	for i = from; i < len(text) && text[i] != ',' && text[i] != ']'; i++ {
	}
	return id, string(text[from:i]), rest
}
