package wire

import (
	"errors"
	"math"
	"unsafe"
)

// An encoder appends fields to a body.
type encoder struct{ b []byte }

func (e *encoder) uint(v uint64) {
	for v >= 0x80 {
		e.b = append(e.b, byte(v)|0x80)
		v >>= 7
	}
	e.b = append(e.b, byte(v))
}

func (e *encoder) int(v int64) { e.uint(uint64(v)<<1 ^ uint64(v>>63)) }

func (e *encoder) bool(v bool) {
	if v {
		e.b = append(e.b, 1)
	} else {
		e.b = append(e.b, 0)
	}
}

func (e *encoder) byte(v byte) { e.b = append(e.b, v) }

func (e *encoder) float(v float64) { e.fixed(math.Float64bits(v)) }

func (e *encoder) fixed(v uint64) {
	e.b = append(e.b, byte(v), byte(v>>8), byte(v>>16), byte(v>>24),
		byte(v>>32), byte(v>>40), byte(v>>48), byte(v>>56))
}

func (e *encoder) string(s string) {
	e.uint(uint64(len(s)))
	e.b = append(e.b, s...)
}

// words writes genes: zig-zag, so that small negative numbers stay short.
func (e *encoder) words(ws []uint64) {
	e.uint(uint64(len(ws)))
	for _, w := range ws {
		e.int(int64(w))
	}
}

func (e *encoder) vectors(vs [][]uint64) {
	e.uint(uint64(len(vs)))
	for _, v := range vs {
		e.words(v)
	}
}

func (e *encoder) uint32s(vs []uint32) {
	e.uint(uint64(len(vs)))
	for _, v := range vs {
		e.uint(uint64(v))
	}
}

var (
	errTruncated = errors.New("wire: message ends early")
	errRange     = errors.New("wire: number out of range")
	errTrailing  = errors.New("wire: bytes after the end of the message")
	errType      = errors.New("wire: unknown message type")
	errMemory    = errors.New("wire: message takes too much memory")
	errShape     = errors.New("wire: malformed type description")
)

// A decoder reads fields of a body. The first fault sticks; from then on
// every read yields a zero value.
type decoder struct {
	b    []byte
	room int64 // bytes of memory that the message may still take
	err  error
}

// maxDecoded is how much memory a message takes at most: as much as a worker has for
// all it does, which bounds what it has to say.
const maxDecoded = 2 * MaxFrame

func (d *decoder) fail(err error) {
	if d.err == nil {
		d.err = err
	}
	d.b = nil
}

func (d *decoder) uint() uint64 {
	var v uint64
	for i := 0; i < len(d.b); i++ {
		c := d.b[i]
		if i == 9 && c > 1 {
			d.fail(errRange)
			return 0
		}
		v |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			d.b = d.b[i+1:]
			return v
		}
	}
	d.fail(errTruncated)
	return 0
}

// below reads a number that must be less than limit.
func (d *decoder) below(limit uint64) uint64 {
	v := d.uint()
	if v >= limit {
		d.fail(errRange)
		return 0
	}
	return v
}

func (d *decoder) uint32() uint32 { return uint32(d.below(1 << 32)) }

// small reads a count or an index that fits an int on every machine.
func (d *decoder) small() int { return int(d.below(1 << 31)) }

func (d *decoder) int() int64 {
	u := d.uint()
	return int64(u>>1) ^ -int64(u&1)
}

func (d *decoder) bool() bool { return d.byte2(2) == 1 }

func (d *decoder) byte2(limit int) byte {
	if len(d.b) == 0 {
		d.fail(errTruncated)
		return 0
	}
	c := d.b[0]
	if int(c) >= limit {
		d.fail(errRange)
		return 0
	}
	d.b = d.b[1:]
	return c
}

func (d *decoder) float() float64 { return math.Float64frombits(d.fixed()) }

func (d *decoder) fixed() uint64 {
	if len(d.b) < 8 {
		d.fail(errTruncated)
		return 0
	}
	b := d.b
	d.b = b[8:]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// count reads how many items follow, each at least size bytes long, so that
// no message makes the reader allocate for items it does not hold, nor more than
// there is room for.
func count[T any](d *decoder, size int) int {
	n := d.uint()
	if n > uint64(len(d.b)/size) {
		d.fail(errTruncated)
		return 0
	}
	held := int64(unsafe.Sizeof(*new(T)))
	if d.room -= int64(n) * held; d.room < 0 {
		d.fail(errMemory)
		return 0
	}
	return int(n)
}

func (d *decoder) string() string {
	n := count[byte](d, 1)
	s := string(d.b[:n])
	d.b = d.b[n:]
	return s
}

func (d *decoder) words() []uint64 {
	n := count[uint64](d, 1)
	if n == 0 {
		return nil
	}
	ws := make([]uint64, n)
	for i := range ws {
		ws[i] = uint64(d.int())
	}
	return ws
}

func (d *decoder) vectors() [][]uint64 {
	n := count[[]uint64](d, 1)
	if n == 0 {
		return nil
	}
	vs := make([][]uint64, n)
	for i := range vs {
		vs[i] = d.words()
	}
	return vs
}

func (d *decoder) uint32s() []uint32 {
	n := count[uint32](d, 1)
	if n == 0 {
		return nil
	}
	vs := make([]uint32, n)
	for i := range vs {
		vs[i] = d.uint32()
	}
	return vs
}
