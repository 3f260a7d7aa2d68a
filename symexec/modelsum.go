package symexec

import "hash/crc32"

// sumModels are the checksums that package hash/crc32 has in assembly. They
// leave out the negation that comes before and after.
func sumModels() map[string]Model {
	castagnoli := crc32.MakeTable(crc32.Castagnoli)
	raw := func(table *crc32.Table) func(uint32, []byte) uint32 {
		return func(crc uint32, b []byte) uint32 { return ^crc32.Update(^crc, table, b) }
	}
	return map[string]Model{
		"hash/crc32.ieeeCLMUL":       sum(raw(crc32.IEEETable)),
		"hash/crc32.castagnoliSSE42": sum(raw(castagnoli)),
		"hash/crc32.castagnoliSSE42Triple": func(c *Call) bool {
			rounds, ok := c.word(12, kUint32)
			for i := range 3 {
				if !ok {
					return false
				}
				var crc uint64
				if crc, ok = c.word(i, kUint32); !ok {
					return false
				}
				var b []byte
				if b, ok = c.concreteBytes(3 + 3*i); ok {
					c.Results[i] = word(uint64(raw(castagnoli)(uint32(crc), b[:24*rounds])))
				}
			}
			return ok
		},
	}
}

func sum(f func(uint32, []byte) uint32) Model {
	return func(c *Call) bool {
		crc, ok := c.word(0, kUint32)
		if !ok {
			return false
		}
		b, ok := c.concreteBytes(1)
		if ok {
			c.Results[0] = word(uint64(f(uint32(crc), b)))
		}
		return ok
	}
}

// concreteBytes makes the slice of bytes in the arguments from i on concrete.
func (c *Call) concreteBytes(i int) ([]byte, bool) {
	cells, ok := c.m.readSlice(c.Args[i:], 1)
	if !ok {
		return nil, false
	}
	b := make([]byte, len(cells))
	for j := range cells {
		n, ok := c.m.concretize(kUint8, cells[j], becauseModel)
		if !ok {
			return nil, false
		}
		b[j] = byte(n)
	}
	return b, true
}
