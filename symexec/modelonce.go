package symexec

// onceModels have what happens only once in a process happen before the run:
// machine code starts its runs from the state that the ones before have left,
// as far as package sync is concerned.
func onceModels() map[string]Model {
	return map[string]Model{"(*sync.Once).doSlow": doOnce}
}

// doOnce calls the function. If the Once is part of the initial state, so is
// what the call does from now on.
func doOnce(c *Call) bool {
	t := c.m.types.target(c.m.types.of(c.fn.ssa.Signature.Recv().Type()))
	at := c.m.variable(c.Args[0], t.size)
	if at == nil {
		return false
	}
	f, ok := c.Args[1].r.(*closure)
	if !ok {
		return c.m.throwNil()
	}
	done := fieldOf(t, "done")
	flag := done.off + done.typ.size - 1
	if c.Args[0].r.(*object).epoch == c.m.epoch {
		c.m.writable(c.Args[0], t.size)[flag] = truth(true) // nobody looks before the call is over
		_, ok := c.m.call(f.fn, f.free, nil)
		return ok
	}
	chooser, saved := c.m.chooser, c.m.beginInit()
	c.m.chooser = nil
	at[flag] = truth(true)
	_, ok = c.m.call(f.fn, f.free, nil)
	c.m.endInit(saved)
	c.m.chooser = chooser
	if c.m.end != nil {
		at[flag] = cell{} // it did not get done: the next run finds that out for itself
	}
	return ok
}
