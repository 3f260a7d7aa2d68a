package symexec

// syncModels are the calls of packages sync and internal/sync into the runtime to block or wake
// a goroutine. A sync.Pool always makes a new value.
func syncModels() map[string]Model {
	q := &queues{}
	table := map[string]Model{
		"(*sync.Pool).Put":                 noEffect,
		"sync.runtime_registerPoolCleanup": noEffect,
		"sync.runtime_notifyListCheck":     noEffect,
		"sync.runtime_notifyListAdd":       notifyAdd,
		"sync.runtime_notifyListWait":      q.notifyWait,
		"sync.runtime_notifyListNotifyOne": func(c *Call) bool { return q.notify(c, false) },
		"sync.runtime_notifyListNotifyAll": func(c *Call) bool { return q.notify(c, true) },
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
		table[name] = q.acquire
	}
	for _, name := range []string{"sync.runtime_Semrelease", "internal/sync.runtime_Semrelease"} {
		table[name] = q.release
	}
	return table
}

// fatal models a fatal error of the runtime, which would end the process.
func fatal(c *Call) bool {
	s, ok := c.text(0)
	return ok && c.machine.stopAt(Unsupported, "fatal error: "+s)
}

// queues holds the goroutines that wait for semaphores and notifications, by the address of the
// variable.
type queues struct {
	epoch uint32
	wait  map[cell][]*goroutine
}

// ofCurrentRun returns the queues of the current run.
func (q *queues) ofCurrentRun(m *machine) map[cell][]*goroutine {
	if q.wait == nil || q.epoch != m.epoch {
		q.epoch, q.wait = m.epoch, map[cell][]*goroutine{}
	}
	return q.wait
}

// sleep blocks the current goroutine.
func (q *queues) sleep(m *machine, p cell) bool {
	list := q.ofCurrentRun(m)
	list[p] = append(list[p], m.current)
	return m.schedule()
}

// wakeOne wakes the goroutine that has waited longest. It reports whether there was one.
func (q *queues) wakeOne(m *machine, p cell) bool {
	list := q.ofCurrentRun(m)
	if len(list[p]) == 0 {
		return false
	}
	m.wake(list[p][0])
	list[p] = list[p][1:]
	return true
}

// acquire decrements a semaphore, or blocks the goroutine while it is 0.
func (q *queues) acquire(c *Call) bool {
	cells := c.machine.writable(c.Args[0], 1)
	if cells == nil {
		return false
	}
	if cells[0].n > 0 {
		cells[0].n--
		return true
	}
	return q.sleep(c.machine, c.Args[0])
}

// release wakes a goroutine that waits for the semaphore, or increments the semaphore.
func (q *queues) release(c *Call) bool {
	cells := c.machine.writable(c.Args[0], 1)
	if cells == nil {
		return false
	}
	if !q.wakeOne(c.machine, c.Args[0]) {
		cells[0].n++
	}
	return true
}

// notifyAdd returns the ticket of a new waiter. A notifyList begins with two counters: the
// ticket of the next waiter to arrive, and the ticket of the next waiter to wake.
func notifyAdd(c *Call) bool {
	cells := c.machine.writable(c.Args[0], 2)
	if cells == nil {
		return false
	}
	c.Results[0] = cells[0]
	cells[0] = word(kUint32.wrap(cells[0].n + 1))
	return true
}

func (q *queues) notifyWait(c *Call) bool {
	cells := c.machine.variable(c.Args[0], 2)
	if cells == nil {
		return false
	}
	if int32(c.Args[1].n-cells[1].n) < 0 {
		return true // was notified before
	}
	return q.sleep(c.machine, c.Args[0])
}

func (q *queues) notify(c *Call, all bool) bool {
	cells := c.machine.writable(c.Args[0], 2)
	if cells == nil {
		return false
	}
	for cells[1].n != cells[0].n {
		cells[1] = word(kUint32.wrap(cells[1].n + 1))
		q.wakeOne(c.machine, c.Args[0])
		if !all {
			break
		}
	}
	return true
}

// onceModels move the effects of a sync.Once into the initial state: machine code starts each
// run in the state that earlier runs have left, as far as package sync is concerned.
func onceModels() map[string]Model {
	return map[string]Model{"(*sync.Once).doSlow": doOnce}
}

// doOnce calls the function. If the Once belongs to the initial state, the effects of the call
// become part of the initial state.
func doOnce(c *Call) bool {
	typ := c.machine.types.target(c.machine.types.rtypeOf(c.fn.ssa.Signature.Recv().Type()))
	cells := c.machine.variable(c.Args[0], typ.size)
	if cells == nil {
		return false
	}
	f, ok := c.Args[1].r.(*closure)
	if !ok {
		return c.machine.throwNil()
	}
	done := fieldOf(typ, "done")
	flag := done.offset + done.typ.size - 1
	if c.Args[0].r.(*object).epoch == c.machine.epoch {
		c.machine.writable(c.Args[0], typ.size)[flag] = truth(true) // other goroutines cannot run before the call is over
		_, ok := c.machine.call(f.fn, f.free, nil)
		return ok
	}
	chooser, saved := c.machine.chooser, c.machine.beginInit()
	c.machine.chooser = nil
	cells[flag] = truth(true)
	_, ok = c.machine.call(f.fn, f.free, nil)
	c.machine.endInit(saved)
	c.machine.chooser = chooser
	if c.machine.end != nil {
		cells[flag] = cell{} // the call failed: the next run repeats it
	}
	return ok
}
