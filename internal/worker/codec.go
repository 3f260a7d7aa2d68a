package worker

import (
	"encoding/binary"
	"errors"
	"math"
	"reflect"

	"nearmiss/input"
	"nearmiss/internal/probe"
	"nearmiss/search"
)

// A coder writes or reads a message field by field, in the order of its type. Counts and
// unsigned numbers are varints, int64 and genes are zig-zag varints, floats are eight bytes.
// The target of a pointer is written at its first occurrence and later replaced by its number,
// so that recursive types end. Interfaces and fields with the tag wire:"-" are not sent.
// Writing does not change the message: several goroutines may send shared data.
type coder struct {
	buf        []byte // the bytes written, or the bytes still to be read
	reading    bool   // the coder reads a message, else it writes one
	memoryLeft int64  // bytes of memory that the message being read may still take
	depth      int    // nesting depth of the current value
	err        error  // the first read error; all later fields read as zero

	fields        map[reflect.Type][]int // indices of the fields that are sent, by struct type
	objectNumbers map[object]uint64      // numbers of the objects written so far
	objects       []reflect.Value        // the objects read so far, by number
}

// An object identifies the target of a pointer of one type.
type object struct {
	typ     reflect.Type
	address uintptr
}

// The limits of a message that is read.
const (
	maxDecodedBytes = 2 * MaxFrame // bytes of memory: the default memory of a worker
	maxNested       = 1 << 14      // depth of nested values
)

var (
	errTruncated = errors.New("worker: message ends early")
	errRange     = errors.New("worker: number out of range")
	errTrailing  = errors.New("worker: bytes after the end of the message")
	errType      = errors.New("worker: unknown message type")
	errMemory    = errors.New("worker: message takes too much memory")
	errObject    = errors.New("worker: reference to another kind of object")
)

// enumSizes maps an enumeration type to the number of its values. A byte that is not less is
// invalid.
var enumSizes = map[reflect.Type]byte{
	reflect.TypeFor[Outcome]():       byte(NumOutcomes),
	reflect.TypeFor[SiteKind]():      byte(NumSiteKinds),
	reflect.TypeFor[probe.Norm]():    byte(probe.NormRaw) + 1,
	reflect.TypeFor[search.Mode]():   byte(search.NumModes),
	reflect.TypeFor[search.Status](): byte(search.NumStatus),
	reflect.TypeFor[input.Kind]():    byte(input.Earlier) + 1,
}

func (c *coder) fail(err error) {
	if c.err == nil {
		c.err = err
	}
	c.buf = nil
}

// value writes or reads any value. v must be settable.
func (c *coder) value(v reflect.Value) {
	if c.depth++; c.depth > maxNested {
		c.fail(errMemory)
	}
	switch v.Kind() {
	case reflect.Struct:
		if f, ok := v.Addr().Interface().(*search.Fitness); ok {
			c.fitness(f)
			break
		}
		for _, i := range c.fieldsOf(v.Type()) {
			c.value(v.Field(i))
		}
	case reflect.Slice:
		c.list(v)
	case reflect.Pointer:
		c.pointer(v)
	case reflect.String:
		c.string(v)
	default:
		c.scalar(v)
	}
	c.depth--
}

// fieldsOf lists the fields of a struct that are sent.
func (c *coder) fieldsOf(typ reflect.Type) []int {
	list, ok := c.fields[typ]
	if !ok {
		for i := range typ.NumField() {
			if f := typ.Field(i); f.Type.Kind() != reflect.Interface && f.Tag.Get("wire") != "-" {
				list = append(list, i)
			}
		}
		if c.fields == nil {
			c.fields = map[reflect.Type][]int{}
		}
		c.fields[typ] = list
	}
	return list
}

// scalar writes or reads a number or a bool.
func (c *coder) scalar(value reflect.Value) {
	switch value.Kind() {
	case reflect.Bool:
		if b := c.bool(value.Bool()); c.reading {
			value.SetBool(b)
		}
	case reflect.Int:
		if n := c.int(int(value.Int())); c.reading {
			value.SetInt(int64(n))
		}
	case reflect.Int64:
		if w := c.signed(uint64(value.Int())); c.reading {
			value.SetInt(int64(w))
		}
	case reflect.Float64:
		if f := c.float(value.Float()); c.reading {
			value.SetFloat(f)
		}
	case reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		if c.reading {
			value.SetUint(c.readUnsigned(value.Type()))
		} else {
			c.writeVarint(value.Uint())
		}
	default:
		panic("worker: BUG: no message holds a " + value.Type().String())
	}
}

// readUnsigned reads a number that is valid for type t.
func (c *coder) readUnsigned(t reflect.Type) uint64 {
	if limit, ok := enumSizes[t]; ok {
		return c.readBelow(uint64(limit))
	}
	if bits := t.Bits(); bits < 64 {
		return c.readBelow(1 << bits)
	}
	return c.readVarint()
}

// writeVarint writes an unsigned number as a varint.
func (c *coder) writeVarint(v uint64) { c.buf = binary.AppendUvarint(c.buf, v) }

// readVarint reads an unsigned number.
func (c *coder) readVarint() uint64 {
	v, n := binary.Uvarint(c.buf)
	switch {
	case n == 0:
		c.fail(errTruncated)
	case n < 0:
		c.fail(errRange)
	default:
		c.buf = c.buf[n:]
		return v
	}
	return 0
}

// readBelow reads a number that is less than a limit.
func (c *coder) readBelow(limit uint64) uint64 {
	n := c.readVarint()
	if n >= limit {
		c.fail(errRange)
		return 0
	}
	return n
}

// signed writes or reads a signed number by zig-zag encoding, so that numbers near zero stay short.
func (c *coder) signed(v uint64) uint64 {
	if !c.reading {
		c.writeVarint(v<<1 ^ uint64(int64(v)>>63))
		return v
	}
	v = c.readVarint()
	return v>>1 ^ -(v & 1)
}

// bool writes or reads a bool.
func (c *coder) bool(v bool) bool {
	switch {
	case c.reading:
		return c.readBelow(2) == 1
	case v:
		c.writeVarint(1)
	default:
		c.writeVarint(0)
	}
	return v
}

// int writes or reads a number that is not negative.
func (c *coder) int(n int) int {
	if c.reading {
		return int(c.readBelow(1 << 31))
	}
	c.writeVarint(uint64(n))
	return n
}

// float writes or reads a float as eight bytes.
func (c *coder) float(number float64) float64 {
	if !c.reading {
		c.buf = binary.LittleEndian.AppendUint64(c.buf, math.Float64bits(number))
		return number
	}
	if len(c.buf) < 8 {
		c.fail(errTruncated)
		return 0
	}
	number = math.Float64frombits(binary.LittleEndian.Uint64(c.buf))
	c.buf = c.buf[8:]
	return number
}

// fitness writes or reads the first N exact distances of a fitness and not the unused ones.
func (c *coder) fitness(fitnessOut *search.Fitness) {
	if !c.reading {
		c.float(fitnessOut.Value)
		c.int(fitnessOut.Level)
		c.int(fitnessOut.N)
		for _, d := range fitnessOut.Exact[:fitnessOut.N] {
			c.writeVarint(d)
		}
		return
	}
	fitnessOut.Value, fitnessOut.Level = c.float(0), c.int(0)
	fitnessOut.N = int(c.readBelow(search.MaxExact + 1))
	for i := range fitnessOut.N {
		fitnessOut.Exact[i] = c.readVarint()
	}
	fitnessOut.Sane()
}

// readCount reads the number of the following items, which take size bytes of memory each. It
// fails before memory is allocated for more items than the message holds or than c.room
// allows.
func (c *coder) readCount(size uintptr) int {
	n := c.readVarint()
	if n > uint64(len(c.buf)) { // an item takes at least one byte
		c.fail(errTruncated)
		return 0
	}
	if c.memoryLeft -= int64(n) * int64(size); c.memoryLeft < 0 {
		c.fail(errMemory)
		return 0
	}
	return int(n)
}

func (c *coder) string(v reflect.Value) {
	if !c.reading {
		c.writeVarint(uint64(v.Len()))
		c.buf = append(c.buf, v.String()...)
		return
	}
	n := c.readCount(1)
	v.SetString(string(c.buf[:n]))
	c.buf = c.buf[n:]
}

// list writes or reads a slice. An empty slice is read as nil.
func (c *coder) list(v reflect.Value) {
	if !c.reading {
		c.writeVarint(uint64(v.Len()))
	} else if n := c.readCount(v.Type().Elem().Size()); n > 0 {
		v.Set(reflect.MakeSlice(v.Type(), n, n))
	}
	switch items := v.Addr().Interface().(type) { // the common item types need no reflection
	case *[]uint64:
		for i, w := range *items {
			if w = c.signed(w); c.reading {
				(*items)[i] = w
			}
		}
	case *[]search.Fitness:
		for i := range *items {
			c.fitness(&(*items)[i])
		}
	default:
		for i := range v.Len() {
			c.value(v.Index(i))
		}
	}
}

// pointer codes nil as 0, the first occurrence of an object as 1 followed by its value, and
// later occurrences as the object's number, from 2 on.
func (c *coder) pointer(v reflect.Value) {
	if !c.reading {
		c.writePointer(v)
		return
	}
	t := v.Type().Elem()
	switch n := c.readVarint(); {
	case n == 0:
	case n == 1:
		if c.memoryLeft -= int64(t.Size()); c.memoryLeft < 0 {
			c.fail(errMemory)
			return
		}
		p := reflect.New(t)
		v.Set(p)
		c.objects = append(c.objects, p)
		c.value(p.Elem())
	case n-2 >= uint64(len(c.objects)) || c.objects[n-2].Type() != v.Type():
		c.fail(errObject)
	default:
		v.Set(c.objects[n-2])
	}
}

// writePointer writes a pointer.
func (c *coder) writePointer(v reflect.Value) {
	if v.IsNil() {
		c.writeVarint(0)
		return
	}
	x := object{v.Type(), v.Pointer()}
	if n, ok := c.objectNumbers[x]; ok {
		c.writeVarint(n)
		return
	}
	if c.objectNumbers == nil {
		c.objectNumbers = map[object]uint64{}
	}
	c.objectNumbers[x] = uint64(len(c.objectNumbers)) + 2
	c.writeVarint(1)
	c.value(v.Elem())
}
