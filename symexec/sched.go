package symexec

import "slices"

// Goroutines run one at a time, each until it waits or ends, in the order in which they became
// ready.

// scheduler holds the goroutines of a run.
type scheduler struct {
	current       *goroutine            // the running goroutine
	mainGoroutine *goroutine            // the first goroutine of each run, reused
	ready         []*goroutine          // the other goroutines that can run, in the order in which they became ready
	waiting       map[cell][]*goroutine // goroutines that wait for semaphores and notifications, by the address of the variable
}

// A channel is a Go channel.
type channel struct {
	cap    int      // number of values that the channel buffers
	buf    [][]cell // buffered values
	closed bool
	epoch  uint32 // run that made or saved the channel; 0 for the initial state

	senders, receivers []*waiter
}

// A waiter is a goroutine that waits for a channel. A goroutine in a select has one waiter per
// case.
type waiter struct {
	goroutine *goroutine
	value     []cell         // value to send
	regs      []cell         // registers for the received value; nil if it is unused
	okAt      int            // index in regs of the ok result, or -1 if it is unused
	selecting *pendingSelect // the select that waits; nil for a single send or receive
	index     int            // number of the case of the select
}

// A pendingSelect is a select statement that waits.
type pendingSelect struct {
	done bool   // one of its cases has happened
	regs []cell // registers for the result
}

// spawn starts a goroutine.
func (m *machine) spawn(f *frame, operands *call) bool {
	if operands.builtin != "" {
		return m.stopAt(Unsupported, "go with the builtin "+operands.builtin)
	}
	fn, free, recv, ok := m.calleeOf(f, operands)
	if !ok {
		return false
	}
	if m.ensureReady(fn); fn.code == nil {
		return m.stopAt(Unsupported, "go with a function without Go code")
	}
	m.relyOn(orderOfGoroutines)
	args := append(append([]cell(nil), recv...), gather(f.regs, operands)...)
	old := m.current
	m.current = &goroutine{initial: m.epoch == 0}
	m.enter(fn, args, free)
	m.ready = append(m.ready, m.current)
	m.current = old
	return true
}

// schedule switches to the next ready goroutine. Until code that changes the initial state is over,
// no goroutine of the run is next.
func (m *machine) schedule() bool {
	if len(m.ready) == 0 {
		return m.stopAt(Deadlocked, "all goroutines are asleep")
	}
	next := slices.IndexFunc(m.ready, func(g *goroutine) bool { return g.initial || m.epoch != 0 })
	if next < 0 {
		return m.stopAt(Unsupported, "initialization that waits for a goroutine of the run")
	}
	m.current = m.ready[next]
	m.ready = slices.Delete(m.ready, next, next+1)
	return false
}

// yield lets the other ready goroutines run first.
func (m *machine) yield() bool {
	if len(m.ready) == 0 {
		return true
	}
	m.ready = append(m.ready, m.current)
	return m.schedule()
}

func (m *machine) wake(g *goroutine) { m.ready = append(m.ready, g) }

func (m *machine) makeChan(r []cell, in *instr) bool {
	n, ok := m.allocSize(in.k, r[in.a], m.prog.sizes.Sizeof(in.aux.(*rtype).goType), "makechan: size")
	if ok {
		r[in.dst] = cell{r: &channel{cap: n, epoch: m.epoch}}
	}
	return ok
}

// dequeue removes and returns the first goroutine that still waits, or nil.
func dequeue(q *[]*waiter) *waiter {
	for len(*q) > 0 {
		w := (*q)[0]
		*q = (*q)[1:]
		if w.selecting == nil || !w.selecting.done {
			return w
		}
	}
	return nil
}

func hasWaiter(q []*waiter) bool {
	return slices.ContainsFunc(q, func(w *waiter) bool { return w.selecting == nil || !w.selecting.done })
}

// complete ends the waiting of w. A receiver gets value.
func (m *machine) complete(w *waiter, value []cell, ok bool) {
	if w.selecting != nil {
		w.selecting.done = true
		w.selecting.regs[0], w.selecting.regs[1] = word(uint64(w.index)), truth(ok)
	}
	if w.regs != nil {
		n := len(w.regs)
		if w.okAt >= 0 {
			w.regs[w.okAt] = truth(ok)
			n = w.okAt
		}
		clear(w.regs[:n])
		copy(w.regs[:n], value)
	}
	m.wake(w.goroutine)
}

// trySend sends a value if that is possible without waiting.
func (m *machine) trySend(c *channel, v []cell) (done bool) {
	m.saveChan(c)
	if w := dequeue(&c.receivers); w != nil {
		m.complete(w, v, true)
		return true
	}
	if len(c.buf) < c.cap {
		c.buf = append(c.buf, append([]cell(nil), v...))
		return true
	}
	return false
}

// tryReceive receives a value if that is possible without waiting.
func (m *machine) tryReceive(ch *channel) (v []cell, ok, done bool) {
	m.saveChan(ch)
	if len(ch.buf) > 0 {
		v = ch.buf[0]
		ch.buf = ch.buf[1:]
		if w := dequeue(&ch.senders); w != nil {
			ch.buf = append(ch.buf, w.value)
			m.complete(w, nil, false)
		}
		return v, true, true
	}
	if w := dequeue(&ch.senders); w != nil {
		m.complete(w, nil, false)
		return w.value, true, true
	}
	return nil, false, ch.closed
}

func (m *machine) send(f *frame, in *instr) bool {
	ch := referent[channel](f.regs[in.a])
	if ch == nil {
		return m.schedule()
	}
	if ch.closed {
		return m.throwPlain("send on closed channel")
	}
	v := f.regs[in.b : in.b+in.c]
	if m.trySend(ch, v) {
		return true
	}
	ch.senders = append(ch.senders, &waiter{goroutine: m.current, value: append([]cell(nil), v...)})
	return m.schedule()
}

func (m *machine) receive(f *frame, in *instr) bool {
	c := referent[channel](f.regs[in.a])
	if c == nil {
		return m.schedule()
	}
	regs, okAt := f.regs[in.dst:in.dst+in.c+int32(in.f)], -1
	if in.f != 0 {
		okAt = int(in.c)
	}
	v, ok, done := m.tryReceive(c)
	if !done {
		c.receivers = append(c.receivers, &waiter{goroutine: m.current, regs: regs, okAt: okAt})
		return m.schedule()
	}
	clear(regs)
	copy(regs, v)
	if okAt >= 0 {
		regs[okAt] = truth(ok)
	}
	return true
}

// selectCase takes the first ready case in the order of the source.
func (m *machine) selectCase(f *frame, in *instr) bool {
	x := in.aux.(*selection)
	dst := f.regs[in.dst:]
	if len(x.states) > 1 {
		m.relyOn(orderOfCases)
	}
	for _, s := range x.states {
		clear(dst[s.off : s.off+s.size])
	}
	for i, s := range x.states {
		ch := referent[channel](f.regs[s.ch])
		if ch == nil {
			continue
		}
		if s.send {
			if ch.closed {
				return m.throwPlain("send on closed channel")
			}
			if !m.trySend(ch, f.regs[s.val.reg:s.val.reg+s.val.size]) {
				continue
			}
			dst[0], dst[1] = word(uint64(i)), truth(false)
			return true
		}
		v, ok, done := m.tryReceive(ch)
		if !done {
			continue
		}
		dst[0], dst[1] = word(uint64(i)), truth(ok)
		copy(dst[s.off:s.off+s.size], v)
		return true
	}
	if !x.blocking {
		dst[0], dst[1] = word(^uint64(0)), truth(false)
		return true
	}
	return m.selectWait(f, x, dst)
}

func (m *machine) selectWait(f *frame, x *selection, dst []cell) bool {
	sel := &pendingSelect{regs: dst[:2]}
	for i, s := range x.states {
		c := referent[channel](f.regs[s.ch])
		if c == nil {
			continue
		}
		w := &waiter{goroutine: m.current, selecting: sel, index: i, okAt: -1}
		if s.send {
			w.value = append([]cell(nil), f.regs[s.val.reg:s.val.reg+s.val.size]...)
			c.senders = append(c.senders, w)
		} else {
			w.regs = dst[s.off : s.off+s.size]
			c.receivers = append(c.receivers, w)
		}
	}
	return m.schedule()
}

// closeChan closes a channel. If a goroutine waits to send, it would panic; the path ends here.
func (m *machine) closeChan(c cell) bool {
	ch := referent[channel](c)
	switch {
	case ch == nil:
		return m.throwPlain("close of nil channel")
	case ch.closed:
		return m.throwPlain("close of closed channel")
	case hasWaiter(ch.senders):
		return m.stopAt(Panicked, "send on closed channel")
	}
	m.saveChan(ch)
	ch.closed = true
	for w := dequeue(&ch.receivers); w != nil; w = dequeue(&ch.receivers) {
		m.complete(w, nil, false)
	}
	return true
}
