package symexec

// reflectModels are the few things that packages want of reflection without
// looking further: how long a slice is, and to exchange two of its elements.
func reflectModels() map[string]Model {
	return map[string]Model{
		"internal/reflectlite.Swapper":     swapper,
		"internal/reflectlite.ValueOf":     reflectValue,
		"(internal/reflectlite.Value).Len": reflectLen,
	}
}

// reflectValue keeps the type and the word of an interface in the first two
// words of a Value.
func reflectValue(c *Call) bool {
	c.Results[0], c.Results[1], c.Results[2] = c.Args[0], c.Args[1], cell{}
	return true
}

func reflectLen(c *Call) bool {
	t, ok := c.Args[0].r.(*rtype)
	if !ok {
		return c.m.stopAt(Unsupported, "reflection on nil")
	}
	switch v := unbox(t, c.Args[1]); t.kind {
	case kSlice:
		c.Results[0] = v[1]
	case kString:
		c.Results[0] = word(uint64(strLen(v[0])))
	case kArray:
		c.Results[0] = word(uint64(t.length))
	case kMap:
		h, _ := v[0].r.(*hashmap)
		c.Results[0] = word(uint64(h.len()))
	default:
		return c.m.stopAt(Unsupported, "reflection on a value of type "+t.String())
	}
	return true
}

// swapper returns a function that exchanges elements i and j of a slice.
func swapper(c *Call) bool {
	t, ok := c.Args[0].r.(*rtype)
	if !ok || t.kind != kSlice {
		return c.m.stopAt(Unsupported, "reflection on a value that is no slice")
	}
	s := append([]cell(nil), unbox(t, c.Args[1])...)
	size := t.elemSize(c.m)
	exchange := &function{name: "a function of reflectlite.Swapper", ssa: c.fn.ssa, ready: true, recover: -1, model: func(c *Call) bool {
		var at [2][]cell
		for k := range at {
			i, ok := c.m.position(kInt64, c.Args[k], s[1].n)
			if !ok {
				return false
			}
			if at[k] = c.m.writable(cell{n: s[0].n + i*uint64(size), r: s[0].r}, size); at[k] == nil {
				return false
			}
		}
		for k := range size {
			at[0][k], at[1][k] = at[1][k], at[0][k]
		}
		return true
	}}
	c.Results[0] = cell{r: &closure{fn: exchange}}
	return true
}
