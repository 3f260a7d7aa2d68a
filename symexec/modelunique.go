package symexec

// uniqueModels have one pointer for each value.
func uniqueModels() map[string]Model {
	made := map[*rtype]map[any]*object{}
	return map[string]Model{
		"unique.Make": func(c *Call) bool {
			t := c.param(0)
			id, ok := c.m.keyOf(t, c.Args[:t.size])
			if !ok {
				return false
			}
			if made[t] == nil {
				made[t] = map[any]*object{}
			}
			o := made[t][id]
			if o == nil {
				if o = c.m.alloc(t, t.size); o == nil {
					return false
				}
				copy(o.cells, c.Args[:t.size])
				made[t][id] = o
			}
			c.Results[0] = cell{r: o}
			return true
		},
	}
}
