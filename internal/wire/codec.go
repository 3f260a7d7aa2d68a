package wire

import (
	"encoding/binary"
	"errors"
	"math"
	"unsafe"
)

// A coder goes through the fields of a message in order and appends each to a body, or
// reads each from one. So a message states its format once. Writing changes nothing of a
// message: several goroutines may send what they share.
type coder struct {
	b       []byte // what was written, or what is still to be read
	reading bool
	room    int64 // bytes of memory that a message that is read may still take
	err     error // the first fault of reading: it sticks, and every later field reads as zero
}

// maxDecoded is how much memory a message takes at most: as much as a worker has for
// all it does, which bounds what it has to say.
const maxDecoded = 2 * MaxFrame

var (
	errTruncated = errors.New("wire: message ends early")
	errRange     = errors.New("wire: number out of range")
	errTrailing  = errors.New("wire: bytes after the end of the message")
	errType      = errors.New("wire: unknown message type")
	errMemory    = errors.New("wire: message takes too much memory")
	errShape     = errors.New("wire: malformed type description")
)

func (c *coder) fail(err error) {
	if c.err == nil {
		c.err = err
	}
	c.b = nil
}

// An integer is any type of integers.
type integer interface {
	~int | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// number codes an unsigned number as a varint.
func (c *coder) number(v uint64) uint64 {
	if c.reading {
		return c.varint()
	}
	for v >= 0x80 {
		c.b = append(c.b, byte(v)|0x80)
		v >>= 7
	}
	c.b = append(c.b, byte(v))
	return v
}

func (c *coder) varint() (v uint64) {
	for i := 0; i < len(c.b); i++ {
		b := c.b[i]
		if i == 9 && b > 1 {
			c.fail(errRange)
			return 0
		}
		v |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			c.b = c.b[i+1:]
			return v
		}
	}
	c.fail(errTruncated)
	return 0
}

// below codes a number that is less than limit.
func below[T integer](c *coder, v *T, limit uint64) {
	if !c.reading {
		c.number(uint64(*v))
		return
	}
	n := c.varint()
	if n >= limit {
		c.fail(errRange)
		n = 0
	}
	*v = T(n)
}

// small codes a count or an index that fits an int on every machine.
func (c *coder) small(v *int) { below(c, v, 1<<31) }

func (c *coder) uint64(v *uint64) {
	if c.reading {
		*v = c.varint()
	} else {
		c.number(*v)
	}
}

func uint32s[T ~uint32](c *coder, v *T) { below(c, v, 1<<32) }

// signed codes a number that may be negative: zig-zag, so that small ones stay short.
func signed[T ~int64 | ~uint64](c *coder, v *T) {
	if c.reading {
		u := c.varint()
		*v = T(int64(u>>1) ^ -int64(u&1))
		return
	}
	c.number(uint64(*v)<<1 ^ uint64(int64(*v)>>63))
}

// kind codes a byte that is less than limit.
func kind[T ~uint8 | ~int](c *coder, v *T, limit T) {
	if !c.reading {
		c.b = append(c.b, byte(*v))
		return
	}
	*v = 0
	switch {
	case len(c.b) == 0:
		c.fail(errTruncated)
	case T(c.b[0]) >= limit:
		c.fail(errRange)
	default:
		*v = T(c.b[0])
		c.b = c.b[1:]
	}
}

func (c *coder) bools(vs ...*bool) {
	for _, v := range vs {
		var b byte
		if *v {
			b = 1
		}
		if kind(c, &b, 2); c.reading {
			*v = b == 1
		}
	}
}

// fixed codes eight bytes.
func (c *coder) fixed(v *uint64) {
	if !c.reading {
		c.b = binary.LittleEndian.AppendUint64(c.b, *v)
		return
	}
	if len(c.b) < 8 {
		c.fail(errTruncated)
		*v = 0
		return
	}
	*v = binary.LittleEndian.Uint64(c.b)
	c.b = c.b[8:]
}

func (c *coder) float(v *float64) {
	bits := math.Float64bits(*v)
	if c.fixed(&bits); c.reading {
		*v = math.Float64frombits(bits)
	}
}

func (c *coder) string(s *string) {
	if !c.reading {
		c.number(uint64(len(*s)))
		c.b = append(c.b, *s...)
		return
	}
	n := count[byte](c, 1)
	*s = string(c.b[:n])
	c.b = c.b[n:]
}

// count reads how many items follow, each at least size bytes long, so that
// no message makes the reader allocate for items it does not hold, nor more than
// there is room for.
func count[T any](c *coder, size int) int {
	n := c.varint()
	if n > uint64(len(c.b)/size) {
		c.fail(errTruncated)
		return 0
	}
	if c.room -= int64(n) * int64(unsafe.Sizeof(*new(T))); c.room < 0 {
		c.fail(errMemory)
		return 0
	}
	return int(n)
}

// list codes a slice whose items take at least size bytes each. An empty one is read
// as nil.
func list[T any](c *coder, s *[]T, size int, item func(*coder, *T)) {
	if !c.reading {
		c.number(uint64(len(*s)))
	} else if n := count[T](c, size); n > 0 {
		*s = make([]T, n)
	}
	for i := range *s {
		item(c, &(*s)[i])
	}
}

// words codes genes.
func (c *coder) words(ws *[]uint64) { list(c, ws, 1, signed[uint64]) }

func (c *coder) vectors(vs *[][]uint64) { list(c, vs, 1, (*coder).words) }

// numbers codes branches, sites and panics.
func numbers[T ~uint32](c *coder, vs *[]T) { list(c, vs, 1, uint32s[T]) }
