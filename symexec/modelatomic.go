package symexec

import "go/token"

// atomicModels are the operations of sync/atomic. Plain loads and stores suffice, because
// goroutines switch only where they wait.
func atomicModels() map[string]model {
	table := map[string]model{}
	for _, t := range []struct {
		name string
		kind kind
	}{
		{"Int32", kInt32}, {"Int64", kInt64}, {"Uint32", kUint32}, {"Uint64", kUint64}, {"Uintptr", kUint64}, {"Pointer", kPointer},
	} {
		table["sync/atomic.Load"+t.name] = atomicLoad
		table["sync/atomic.Store"+t.name] = atomicStore
		table["sync/atomic.Swap"+t.name] = atomicSwap
		table["sync/atomic.CompareAndSwap"+t.name] = atomicCompareAndSwap
		if t.kind != kPointer {
			table["sync/atomic.Add"+t.name] = atomicUpdate(t.kind, token.ADD, true)
			table["sync/atomic.And"+t.name] = atomicUpdate(t.kind, token.AND, false)
			table["sync/atomic.Or"+t.name] = atomicUpdate(t.kind, token.OR, false)
		}
	}
	return table
}

// variable returns the n cells that a pointer refers to, or nil after a panic.
func (m *machine) variable(p cell, n int) []cell {
	o, ok := p.r.(*object)
	if !ok || p.n+uint64(n) > uint64(len(o.cells)) {
		m.badPointer(p)
		return nil
	}
	return o.cells[p.n : p.n+uint64(n)]
}

// writable returns the cells of variable for a caller that writes to them.
func (m *machine) writable(p cell, n int) []cell {
	cells := m.variable(p, n)
	if cells != nil {
		m.save(p.r.(*object))
	}
	return cells
}

func atomicLoad(c *modelCall) bool {
	cells := c.machine.variable(c.args[0], 1)
	if cells == nil {
		return false
	}
	c.results[0] = cells[0]
	return true
}

func atomicStore(c *modelCall) bool {
	cells := c.machine.writable(c.args[0], 1)
	if cells == nil {
		return false
	}
	cells[0] = c.args[1]
	return true
}

func atomicSwap(c *modelCall) bool {
	cells := c.machine.writable(c.args[0], 1)
	if cells == nil {
		return false
	}
	c.results[0], cells[0] = cells[0], c.args[1]
	return true
}

// atomicCompareAndSwap compares concrete words, and symbolic words as terms. It makes two
// different terms concrete first.
func atomicCompareAndSwap(call *modelCall) bool {
	cells := call.machine.writable(call.args[0], 1)
	if cells == nil {
		return false
	}
	same := cells[0] == call.args[1]
	if !same && (symbolic(cells[0]) || symbolic(call.args[1])) {
		k := call.param(1).kind
		x, ok := call.machine.concretize(k, cells[0])
		if !ok {
			return false
		}
		y, ok := call.machine.concretize(k, call.args[1])
		if !ok {
			return false
		}
		same = x == y
	}
	call.results[0] = truth(same)
	if same {
		cells[0] = call.args[2]
	}
	return true
}

// atomicUpdate models x op= y. after selects the new value as the result instead of the old
// one.
func atomicUpdate(k kind, op token.Token, after bool) model {
	return func(call *modelCall) bool {
		cells := call.machine.writable(call.args[0], 1)
		if cells == nil {
			return false
		}
		r := []cell{cells[0], call.args[1], {}}
		in := instr{k: k, a: 0, b: 1, dst: 2}
		if !call.machine.arith(r, &in, op) {
			return false
		}
		call.results[0], cells[0] = r[0], r[2]
		if after {
			call.results[0] = r[2]
		}
		return true
	}
}
