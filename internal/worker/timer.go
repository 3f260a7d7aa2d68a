package worker

import (
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
)

// timers holds the timers of a run that call a function: see time.AfterFunc. A timer may be started by any
// goroutine.
type timers struct {
	mu   sync.Mutex
	list []timer
}

type timer struct {
	waits func() bool
	f     func()
}

// add adds a timer of the run, which calls f. waits reports whether it is still to do so.
func (t *timers) add(waits func() bool, f func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.list = append(t.list, timer{waits, f})
}

// forget forgets the timers.
func (t *timers) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.list = nil
}

// left returns the names of the functions that timers are still to call.
func (t *timers) left() (names []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, one := range t.list {
		if len(names) < maxStackFunctions && one.waits() {
			name := strings.TrimSuffix(runtime.FuncForPC(reflect.ValueOf(one.f).Pointer()).Name(), "-fm") // of a method value
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}
