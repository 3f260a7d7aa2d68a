package symexec

import "slices"

// returnFrom returns from a frame. It reports whether the loop ends.
//
// The frame may still have deferred calls: SSA has no RunDefers instruction in a function that
// defers only within the body of a range over a function. Its recover block returns the results
// after the deferred calls.
func (m *machine) returnFrom(f *frame, in *instr) bool {
	if len(f.defers) > 0 {
		if f.pc--; f.fn.recover >= 0 {
			f.pc = f.fn.recover
		}
		m.startDeferred(f)
		return false
	}
	m.pop()
	if f.owner == nil && f.loop == 0 && len(m.current.frames) > 0 {
		to := m.current.top().regs[f.dst:]
		switch {
		case in.b == 1:
			to[0] = f.regs[in.a]
		case in.b > 0:
			copy(to[:in.b], f.regs[in.a:in.a+in.b])
		case in.b < 0:
			index := 0
			for _, s := range in.aux.([]span) {
				index += copy(to[index:], f.regs[s.reg:s.reg+s.size])
			}
		}
		m.release(f)
		return false
	}
	if f.loop > 0 {
		m.results = m.results[:0]
		if in.b >= 0 {
			m.results = append(m.results, f.regs[in.a:in.a+in.b]...)
		} else {
			for _, s := range in.aux.([]span) {
				m.results = append(m.results, f.regs[s.reg:s.reg+s.size]...)
			}
		}
	}
	return m.afterReturn(f)
}

// afterReturn continues after a popped frame that has no caller waiting for results.
func (m *machine) afterReturn(f *frame) bool {
	owner, loop := f.owner, f.loop
	m.release(f)
	switch {
	case loop > 0:
		return m.endLoop(loop)
	case owner != nil:
		m.afterDeferred(owner)
	case len(m.current.frames) == 0:
		m.schedule()
	}
	return false
}

// endLoop ends a loop, whose first frame has returned or was left by a panic. If it is not the
// innermost loop, a goroutine waits in that one: the path ends, and endLoop returns false.
func (m *machine) endLoop(loop int) bool {
	return loop == m.nested || m.stopAt(Unsupported, "a goroutine that waits in a call by the executor")
}

// afterDeferred continues after a deferred call.
func (m *machine) afterDeferred(owner *frame) {
	p := owner.unwinding
	switch {
	case p == nil && owner.recovered:
		m.returnRecovered(owner)
	case p == nil: // opRunDefer is executed again
	case p.recovered:
		m.current.dropPanics(p)
		owner.unwinding, owner.recovered = nil, true
		m.returnRecovered(owner)
	default:
		m.unwind()
	}
}

// dropPanics removes a panic and all later panics.
func (g *goroutine) dropPanics(p *panicking) {
	for i, q := range g.panics {
		if q == p {
			g.panics = g.panics[:i]
			return
		}
	}
}

// returnRecovered runs the remaining deferred calls of a frame with a recovered panic and
// returns from the frame.
func (m *machine) returnRecovered(f *frame) {
	for len(f.defers) > 0 {
		if m.startDeferred(f) || m.ended() {
			return
		}
	}
	f.recovered = false
	if f.fn.recover >= 0 {
		f.pc = f.fn.recover
		return
	}
	m.pop()
	if f.owner == nil && f.loop == 0 && len(m.current.frames) > 0 {
		clear(m.current.top().regs[f.dst : int(f.dst)+f.fn.results])
		m.release(f)
		return
	}
	m.results = make([]cell, f.fn.results)
	if m.afterReturn(f) {
		m.loopDone = true
	}
}

// startDeferred starts the last deferred call of f. It reports whether the call has a frame;
// otherwise the call is complete.
func (m *machine) startDeferred(f *frame) bool {
	d := f.defers[len(f.defers)-1]
	f.defers = f.defers[:len(f.defers)-1]
	if d.builtin != "" {
		m.builtinCall(f, d.call, d.args, nil)
		return m.ended() || m.current.top() != f
	}
	if d.fn == nil {
		m.throwNil()
		return true
	}
	fn := d.fn.fn
	if m.ensureReady(fn); fn.code == nil {
		m.runModel(fn, &modelCall{args: d.args, results: make([]cell, 8), owner: f})
		return m.ended() || m.current.top() != f
	}
	m.enter(fn, d.args, d.fn.free).owner = f
	return true
}

// runDefers executes opRunDefer, which repeats until the frame has no deferred calls.
func (m *machine) runDefers(f *frame) bool {
	if len(f.defers) == 0 {
		return true
	}
	f.pc--
	m.startDeferred(f)
	return false
}

// raise begins a panic.
func (m *machine) raise(v [2]cell, text string) bool {
	m.current.panics = append(m.current.panics, &panicking{value: v, text: text, pos: m.position()})
	m.unwind()
	return false
}

// unwind pops frames for the last panic until one has a deferred call, which it starts. When it pops
// the frame that a nested loop began with, it sets m.unwound and stops. If no frame is left, a panic
// ends the path, and runtime.Goexit ends the goroutine.
func (m *machine) unwind() {
	routine := m.current
	p := routine.panics[len(routine.panics)-1]
	for len(routine.frames) > 0 && m.end == nil {
		f := routine.top()
		if len(f.defers) > 0 {
			f.recovered = false
			f.unwinding = p
			if m.startDeferred(f) {
				return
			}
			continue
		}
		if f.loop > 1 {
			m.unwound = m.endLoop(f.loop)
			m.pop()
			m.release(f)
			return
		}
		if f.owner != nil && f.owner.unwinding != nil && f.owner.unwinding != p {
			q := f.owner.unwinding
			routine.panics = slices.DeleteFunc(routine.panics, func(r *panicking) bool { return r == q })
		}
		m.pop()
		m.release(f)
	}
	if m.end != nil {
		return
	}
	if p.goexit {
		m.schedule()
		return
	}
	m.uncaught(p)
}

// call runs a function to its end, in a nested loop. ok is false if the function did not
// return: the path has ended, or a panic continues. The caller takes a panic out of the initial state.
func (m *machine) call(fn *function, free, args []cell) (results []cell, ok bool) {
	if m.ensureReady(fn); fn.code == nil {
		results = make([]cell, 8)
		ok = m.runModel(fn, &modelCall{args: args, results: results, nested: true})
		return results, ok
	}
	if len(m.current.frames) >= m.limits.Calls {
		return nil, m.stopAt(TooDeep, "calls within calls")
	}
	m.enter(fn, args, free).loop = m.nested + 1
	if m.loop() {
		if m.end == nil && m.epoch != 0 {
			m.unwind() // continues in the outer frames
		}
		return nil, false
	}
	return m.results, m.end == nil
}

// enter pushes the frame of a function that has code.
func (m *machine) enter(fn *function, args, free []cell) *frame {
	f := m.push(fn)
	copy(f.regs[fn.params:], args)
	copy(f.regs[fn.firstFree:], free)
	return f
}

// loop runs a nested loop until its first frame returns or the path ends. It reports whether a panic
// has left the frame.
func (m *machine) loop() (unwound bool) {
	m.nested++
	m.run()
	m.nested--
	unwound = m.unwound
	m.loopDone, m.unwound = false, false
	return unwound
}
