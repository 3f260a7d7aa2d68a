package symexec

import "golang.org/x/tools/go/ssa"

// executeRare executes the instructions that the main loop does not.
func (m *machine) executeRare(f *frame, in *instr) bool {
	regs := f.regs
	switch in.op {
	case opCallDyn:
		return m.callDynamic(f, in)
	case opBuiltin:
		c := in.aux.(*call)
		return m.builtinCall(f, c, gather(regs, c), regs[in.dst:])
	case opGet:
		return m.nextWord(&regs[in.dst], regs[in.a])
	case opPut:
		return m.putWord(regs[in.a], regs[in.b])
	case opDefer:
		return m.deferCall(f, in)
	case opRunDefer:
		return m.runDefers(f)
	case opGo:
		return m.spawn(f, in.aux.(*call))
	case opPanic:
		return m.raise([2]cell(regs[in.a:in.a+2]), "")
	case opInit:
		if !m.initialize(in.aux.(*ssa.Package)) {
			return false
		}
		in.op = opNop
		return true
	case opLoadAs:
		return m.loadAs(regs, in)
	case opBinary:
		return m.binary(regs, in)
	case opEqual:
		return m.equality(regs, in)
	case opUnary:
		return m.unary(regs, in)
	case opConvert:
		return m.convertNumber(regs, in)
	case opConvertOther:
		return m.convertOther(regs, in)
	case opMakeIface:
		return m.makeIface(regs, in)
	case opTypeAssert:
		return m.typeAssert(regs, in)
	case opMakeClosure:
		m.makeClosure(regs, in)
		return true
	case opMakeSlice:
		return m.makeSlice(regs, in)
	case opMakeMap:
		m.cellsLeft -= 2
		regs[in.dst] = cell{r: &hashmap{epoch: m.epoch}}
		return true
	case opMakeChan:
		return m.makeChan(regs, in)
	case opSlice:
		return m.slice(regs, in)
	case opToArrayPtr:
		return m.toArrayPtr(regs, in)
	case opLookup:
		return m.mapLookup(regs, in)
	case opMapUpdate:
		return m.mapUpdate(regs, in)
	case opRange:
		return m.rangeOver(regs, in)
	case opNext:
		return m.next(regs, in)
	case opSend:
		return m.send(f, in)
	case opReceive:
		return m.receive(f, in)
	case opSelect:
		return m.selectCase(f, in)
	case opWatch:
		m.watchCall(regs, in)
		return true
	case opNotModelled:
		return m.stopAt(Unsupported, in.aux.(string))
	}
	panic("symexec: BUG: opcode")
}

// gather copies the arguments of a call.
func gather(r []cell, c *call) []cell {
	args := make([]cell, 0, c.cells)
	for _, s := range c.args {
		args = append(args, r[s.reg:s.reg+s.size]...)
	}
	return args
}

// callDynamic calls a closure or a method of an interface.
func (m *machine) callDynamic(f *frame, in *instr) bool {
	operands := in.aux.(*call)
	fn, free, recv, ok := m.calleeOf(f, operands)
	if !ok {
		return false
	}
	if m.ensureReady(fn); fn.code == nil {
		return m.runModel(fn, &modelCall{args: append(recv, gather(f.regs, operands)...), results: f.regs[in.dst:], dst: in.dst})
	}
	if !m.checkCall() {
		return false
	}
	n := m.push(fn)
	n.dst = in.dst
	index := fn.params
	index += copy(n.regs[index:], recv)
	for _, s := range operands.args {
		index += copy(n.regs[index:], f.regs[s.reg:s.reg+s.size])
	}
	copy(n.regs[fn.firstFree:], free)
	return false
}

// calleeOf finds the callee of a call.
func (m *machine) calleeOf(f *frame, operands *call) (fn *function, free, recv []cell, ok bool) {
	if operands.fn != nil {
		return operands.fn, nil, nil, true
	}
	if operands.method == nil {
		cl := referent[closure](f.regs[operands.fun])
		if cl == nil {
			return nil, nil, nil, m.throwNil()
		}
		return cl.fn, cl.free, nil, true
	}
	t := referent[rtype](f.regs[operands.fun])
	if t == nil {
		return nil, nil, nil, m.throwNil()
	}
	return m.methodOf(t, operands.method), nil, unbox(t, f.regs[operands.fun+1]), true
}

// runModel calls the model of fn, a function without code. Without a model, the path ends.
func (m *machine) runModel(fn *function, c *modelCall) bool {
	if fn.model == nil {
		return m.stopAt(Unsupported, fn.missingReason)
	}
	c.machine, c.fn = m, fn
	return fn.model(c)
}

func (m *machine) deferCall(f *frame, in *instr) bool {
	operands := in.aux.(*call)
	d := deferred{builtin: operands.builtin, call: operands}
	if operands.builtin == "" {
		fn, free, recv, ok := m.deferredCallee(f, operands)
		if !ok {
			return false
		}
		if fn != nil {
			d.fn = &closure{fn, free}
		}
		d.args = append(d.args, recv...)
	}
	d.args = append(d.args, gather(f.regs, operands)...)
	to := f
	if in.b >= 0 {
		to = f.regs[in.b].r.(*frame)
	}
	to.defers = append(to.defers, d)
	return true
}

// deferredCallee is calleeOf for a defer: a nil function panics only when it is called.
func (m *machine) deferredCallee(f *frame, c *call) (fn *function, free, recv []cell, ok bool) {
	if c.fn == nil && c.method == nil && f.regs[c.fun].r == nil {
		return nil, nil, nil, true
	}
	return m.calleeOf(f, c)
}

func (m *machine) makeClosure(r []cell, in *instr) {
	x := in.aux.(*closing)
	cl := &closure{fn: x.fn}
	for _, s := range x.free {
		cl.free = append(cl.free, r[s.reg:s.reg+s.size]...)
	}
	m.cellsLeft -= int64(len(cl.free)) + 2
	r[in.dst] = cell{r: cl}
}
