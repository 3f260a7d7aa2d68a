package symexec

import "slices"

// syncModels are the calls of packages sync and internal/sync into the runtime to block or wake
// a goroutine. A sync.Pool always makes a new value.
func syncModels() map[string]model {
	table := map[string]model{
		"(*sync.Pool).Put":                 noEffect,
		"sync.runtime_registerPoolCleanup": noEffect,
		"sync.runtime_notifyListCheck":     noEffect,
		"sync.runtime_notifyListAdd":       notifyAdd,
		"sync.runtime_notifyListWait":      notifyWait,
		"sync.runtime_notifyListNotifyOne": func(c *modelCall) bool { return notify(c, false) },
		"sync.runtime_notifyListNotifyAll": func(c *modelCall) bool { return notify(c, true) },
		"internal/sync.runtime_canSpin":    noEffect,
		"internal/sync.runtime_doSpin":     noEffect,
		"internal/sync.runtime_nanotime":   noEffect,
		"sync.throw":                       fatal,
		"sync.fatal":                       fatal,
		"internal/sync.throw":              fatal,
		"internal/sync.fatal":              fatal,
		"internal/synctest.IsInBubble":     noEffect,
		"internal/synctest.isAssociated":   noEffect,
		"internal/synctest.associate":      noEffect,
	}
	for _, name := range []string{"sync.runtime_Semacquire", "sync.runtime_SemacquireRWMutex", "sync.runtime_SemacquireRWMutexR", "sync.runtime_SemacquireWaitGroup", "internal/sync.runtime_SemacquireMutex"} {
		table[name] = semAcquire
	}
	for _, name := range []string{"sync.runtime_Semrelease", "internal/sync.runtime_Semrelease"} {
		table[name] = semRelease
	}
	return table
}

// fatal models a fatal error of the runtime, which would end the process.
func fatal(c *modelCall) bool {
	s, ok := c.text(0)
	return ok && c.machine.stopAt(Unsupported, "fatal error: "+s)
}

// sleep blocks the current goroutine until its turn in the queue of a variable.
func (m *machine) sleep(p cell) bool {
	m.waiting[p] = append(m.waiting[p], m.current)
	return m.schedule()
}

// wakeOne wakes the goroutine that has waited longest. It reports whether there was one.
func (m *machine) wakeOne(p cell) bool {
	list := m.waiting[p]
	if len(list) == 0 {
		return false
	}
	m.wake(list[0])
	m.waiting[p] = list[1:]
	return true
}

// semAcquire decrements a semaphore, or blocks the goroutine while it is 0.
func semAcquire(c *modelCall) bool {
	cells := c.machine.writable(c.args[0], 1)
	if cells == nil {
		return false
	}
	if cells[0].n > 0 {
		cells[0].n--
		return true
	}
	return c.machine.sleep(c.args[0])
}

// semRelease wakes a goroutine that waits for the semaphore, or increments the semaphore.
func semRelease(c *modelCall) bool {
	cells := c.machine.writable(c.args[0], 1)
	if cells == nil {
		return false
	}
	if !c.machine.wakeOne(c.args[0]) {
		cells[0].n++
	}
	return true
}

// notifyAdd returns the ticket of a new waiter. A notifyList begins with two counters: the
// ticket of the next waiter to arrive, and the ticket of the next waiter to wake.
func notifyAdd(c *modelCall) bool {
	cells := c.machine.writable(c.args[0], 2)
	if cells == nil {
		return false
	}
	c.results[0] = cells[0]
	cells[0] = word(kUint32.wrap(cells[0].n + 1))
	return true
}

func notifyWait(c *modelCall) bool {
	cells := c.machine.variable(c.args[0], 2)
	if cells == nil {
		return false
	}
	if int32(c.args[1].n-cells[1].n) < 0 {
		return true // was notified before
	}
	return c.machine.sleep(c.args[0])
}

func notify(c *modelCall, all bool) bool {
	cells := c.machine.writable(c.args[0], 2)
	if cells == nil {
		return false
	}
	for cells[1].n != cells[0].n {
		cells[1] = word(kUint32.wrap(cells[1].n + 1))
		c.machine.wakeOne(c.args[0])
		if !all {
			break
		}
	}
	return true
}

// onceModels move the effects of a sync.Once into the initial state: machine code starts each
// run in the state that earlier runs have left, as far as package sync is concerned.
func onceModels() map[string]model {
	return map[string]model{"(*sync.Once).doSlow": doOnce}
}

// doOnce runs the code of the function. If the Once belongs to the initial state, the effects of the
// call become part of the initial state.
func doOnce(c *modelCall) (ok bool) {
	m := c.machine
	typ := m.types.target(m.types.rtypeOf(c.fn.ssa.Signature.Recv().Type()))
	cells := m.variable(c.args[0], typ.size)
	if cells == nil {
		return false
	}
	if c.args[0].r.(*object).epoch == m.epoch {
		return c.runBody()
	}
	before, done := slices.Clone(cells), false
	f, _ := c.args[1].r.(*closure)
	pure := m.unchanged() && f != nil && len(f.free) == 0 // every run would do the same
	defer func() {
		if !done { // the next run repeats the call
			copy(cells, before)
		}
		m.private = m.private || !pure || !done
	}()
	m.inInitialState(func() { ok = c.runNested(c.body()) })
	if !ok && m.end == nil {
		m.unwind()
	}
	if done = m.end == nil; done {
		m.untilCheck += 2 // the call of this function and its return, which a run after this one does not make
	}
	return ok
}
