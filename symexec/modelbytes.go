package symexec

import (
	"bytes"
	"strings"
)

// bytealgModels are the functions of internal/bytealg in assembly. Concrete
// bytes are searched here, symbolic ones by package standin.
func bytealgModels() map[string]Model {
	const at = "internal/bytealg."
	return map[string]Model{
		at + "IndexByte": bytesAndByte("IndexByte", bytes.IndexByte),
		at + "Count":     bytesAndByte("Count", func(b []byte, c byte) int { return bytes.Count(b, []byte{c}) }),
		at + "Index":     twoBytes("Index", bytes.Index),
		at + "Compare":   twoBytes("Compare", bytes.Compare),

		at + "IndexByteString": textAndByte("IndexByteString", strings.IndexByte),
		at + "CountString":     textAndByte("CountString", func(s string, c byte) int { return strings.Count(s, string([]byte{c})) }),
		at + "IndexString":     twoTexts("IndexString", strings.Index),

		at + "abigen_runtime_cmpstring": twoTexts("CompareString", strings.Compare),

		at + "MakeNoZero": makeNoZero,
	}
}

// bytes is the slice of bytes in the arguments from i on, if all are concrete.
// A pointer that leads nowhere ends it with ok false and nil.
func (c *Call) bytes(i int) (b []byte, ok bool) {
	if isOpen(c.Args[i+1]) {
		return nil, false
	}
	cells, ok := c.m.readSlice(c.Args[i:], 1)
	if !ok {
		return nil, false
	}
	b = make([]byte, len(cells))
	for j := range cells {
		if cells[j].r != nil {
			return nil, false
		}
		b[j] = byte(cells[j].n)
	}
	return b, true
}

func (c *Call) giveInt(n int) bool {
	c.Results[0] = word(uint64(n))
	return true
}

func bytesAndByte(name string, f func([]byte, byte) int) Model {
	return func(c *Call) bool {
		if b, ok := c.bytes(0); ok && c.Args[3].r == nil {
			return c.giveInt(f(b, byte(c.Args[3].n)))
		}
		return !c.m.over() && c.standIn(name)
	}
}

func twoBytes(name string, f func(a, b []byte) int) Model {
	return func(c *Call) bool {
		if a, ok := c.bytes(0); ok {
			if b, ok := c.bytes(3); ok {
				return c.giveInt(f(a, b))
			}
		}
		return !c.m.over() && c.standIn(name)
	}
}

func textAndByte(name string, f func(string, byte) int) Model {
	return func(c *Call) bool {
		if s, ok := concreteStr(c.Args[0]); ok && c.Args[1].r == nil {
			return c.giveInt(f(s, byte(c.Args[1].n)))
		}
		return c.standIn(name)
	}
}

func twoTexts(name string, f func(a, b string) int) Model {
	return func(c *Call) bool {
		if a, ok := concreteStr(c.Args[0]); ok {
			if b, ok := concreteStr(c.Args[1]); ok {
				return c.giveInt(f(a, b))
			}
		}
		return c.standIn(name)
	}
}

// makeNoZero makes a slice of bytes with the capacity that the runtime rounds
// to.
func makeNoZero(c *Call) bool {
	n, ok := c.m.size(kInt64, c.Args[0], 1, "makeslice: len")
	if !ok {
		return false
	}
	capacity := cap(append([]byte(nil), make([]byte, n)...))
	o := c.m.alloc(c.m.types.target(c.m.types.of(c.fn.ssa.Signature.Results().At(0).Type())), capacity)
	if o == nil {
		return false
	}
	c.Results[0], c.Results[1], c.Results[2] = cell{r: o}, word(uint64(n)), word(uint64(capacity))
	return true
}
