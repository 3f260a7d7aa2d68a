package symexec

import "go/types"

// A sync.Map keeps a map of the executor in the first word of its memory,
// which the code in Go would look at only by methods that are modelled.

// syncMap is the map of a sync.Map, made if need be.
func (c *Call) syncMap() (*hashmap, bool) {
	at := c.m.variable(c.Args[0], 1)
	if at == nil {
		return nil, false
	}
	h, ok := at[0].r.(*hashmap)
	if !ok {
		anyType := types.Universe.Lookup("any").Type()
		h = &hashmap{typ: c.m.types.of(types.NewMap(anyType, anyType)), epoch: c.m.epoch}
		c.m.writable(c.Args[0], 1)[0] = cell{r: h}
	}
	return h, true
}

// key is the key in the arguments from 1 on.
func (c *Call) key() (id any, ok bool) {
	return c.m.keyOf(c.m.types.of(types.Universe.Lookup("any").Type()), c.Args[1:3])
}

// entry is the map, the key in the arguments, and the value that it has.
func (c *Call) entry() (h *hashmap, id any, value []cell, ok bool) {
	if h, ok = c.syncMap(); !ok {
		return nil, nil, nil, false
	}
	if id, ok = c.key(); !ok {
		return nil, nil, nil, false
	}
	return h, id, h.get(id), true
}

// give returns a value, zero if it is nil, and whether something was there.
func (c *Call) give(value []cell, found bool) bool {
	clear(c.Results[:2])
	copy(c.Results[:2], value)
	c.Results[2] = truth(found)
	return true
}

func mapLoad(c *Call) bool {
	_, _, v, ok := c.entry()
	return ok && c.give(v, v != nil)
}

func mapStore(c *Call) bool {
	h, id, _, ok := c.entry()
	if ok {
		c.m.put(h, id, c.Args[1:3], c.Args[3:5])
	}
	return ok
}

func mapLoadOrStore(c *Call) bool {
	h, id, v, ok := c.entry()
	if !ok {
		return false
	}
	if v != nil {
		return c.give(v, true)
	}
	c.m.put(h, id, c.Args[1:3], c.Args[3:5])
	return c.give(c.Args[3:5], false)
}

func mapSwap(c *Call) bool {
	h, id, v, ok := c.entry()
	if !ok {
		return false
	}
	was := append([]cell(nil), v...)
	c.m.put(h, id, c.Args[1:3], c.Args[3:5])
	return c.give(was, v != nil)
}

// mapLoadAndDelete is Delete as well, which has no results.
func mapLoadAndDelete(c *Call) bool {
	h, id, v, ok := c.entry()
	if !ok {
		return false
	}
	was, found := append([]cell(nil), v...), v != nil
	c.m.remove(h, id)
	if c.fn.ssa.Signature.Results().Len() == 0 {
		return true
	}
	return c.give(was, found)
}

func mapClear(c *Call) bool {
	h, ok := c.syncMap()
	if ok {
		c.m.clearMap(h)
	}
	return ok
}

// mapRange calls a function for each entry, in the order of insertion.
func mapRange(c *Call) bool {
	h, ok := c.syncMap()
	f, isFunc := c.Args[1].r.(*closure)
	switch {
	case !ok:
		return false
	case !isFunc:
		return c.m.throwNil()
	case h.len() > 1:
		c.m.relies(orderOfMaps)
	}
	for i := 0; i < len(h.entries); i++ {
		e := &h.entries[i]
		if e.deleted {
			continue
		}
		r, ok := c.m.call(f.fn, f.free, append(append([]cell(nil), e.key...), e.val...))
		if !ok {
			return false
		}
		more, ok := c.m.concretize(kBool, r[0], becauseModel)
		if !ok || more == 0 {
			return ok
		}
	}
	return true
}

// holds reports whether the entry of the key has the value in the arguments
// from 3 on.
func (c *Call) holds() (h *hashmap, id any, same, ok bool) {
	h, id, v, ok := c.entry()
	if !ok || v == nil {
		return h, id, false, ok
	}
	equal, ok := c.m.equalIfaces(v, c.Args[3:5])
	if !ok {
		return h, id, false, false
	}
	n, ok := c.m.concretize(kBool, equal, becauseModel)
	return h, id, n != 0, ok
}

func mapCompareAndSwap(c *Call) bool {
	h, id, same, ok := c.holds()
	if !ok {
		return false
	}
	if same {
		c.m.put(h, id, c.Args[1:3], c.Args[5:7])
	}
	c.Results[0] = truth(same)
	return true
}

func mapCompareAndDelete(c *Call) bool {
	h, id, same, ok := c.holds()
	if !ok {
		return false
	}
	if same {
		c.m.remove(h, id)
	}
	c.Results[0] = truth(same)
	return true
}
