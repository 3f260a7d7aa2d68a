package probe

import "unsafe"

// MaxHeld is how many bytes of a string, slice or array are handed over.
const MaxHeld = 1 << 16

// The hook of a condition hands over the live values and has its program
// evaluated; it is one expression that is false:
//
//	Want(id) && SetI(0, I(x)) && (p == nil && Undef(1) || SetF(1, F(p.f))) && Eval(id)
var (
	slots []Slot
	held  [][]byte // by slot: the copy of its elements

	// shared: the code under test has started goroutines, so hooks take
	// turns and read nothing of several words that another goroutine may
	// be writing.
	shared bool
	turn   chan struct{}

	node    Value   // of the program at hand
	scratch Scratch // of the programs
)

func initSlots(n int) {
	slots = make([]Slot, n)
	held = make([][]byte, n)
	turn = make(chan struct{}, 1)
	shared = false
}

func beginSlots() {
	if shared {
		release() // a panic may have left a hook half-way
	}
}

// Go says that the code under test is about to start a goroutine.
func Go() { shared = true }

// acquire reports whether the slots are free, and takes them.
//
//go:noinline
func acquire() bool {
	if !shared {
		return true
	}
	if left && stale() {
		return false
	}
	select {
	case turn <- struct{}{}:
		return true
	default:
		return false
	}
}

func release() {
	select {
	case <-turn:
	default:
	}
}

// Want reports whether the live values at condition id are asked for.
func Want(id uint32) bool { return want[id] > off && acquire() }

// Eval evaluates the program of condition id over the slots and returns false.
//
//go:noinline
func Eval(id uint32) bool {
	evaluate(id)
	if shared {
		release()
	}
	return false
}

// evaluate runs the program of one visited node and keeps the least value.
func evaluate(id uint32) {
	if int(id) >= len(progs) {
		return
	}
	p := progs[id]
	if p == nil || len(p.First) < 2 {
		return
	}
	node.Value = p.Eval(slots, &scratch)
	if best.Visited && node.Value > best.Value.Value {
		return
	}
	node.Level = scratch.Level()
	node.N = scratch.Exact(node.Exact[:])
	if !best.Visited || node.less(&best.Value) {
		best.Value = node
	}
	best.Visited = true
}

// Undef says that the path of a slot cannot be read here.
//
//go:noinline
func Undef(slot uint32) bool {
	set(slot, Slot{})
	return true
}

func set(slot uint32, s Slot) {
	if int(slot) < len(slots) {
		slots[slot] = s
	}
}

// SetI hands over a signed integer.
func SetI(slot uint32, v int64) bool {
	if slot < uint32(len(slots)) {
		s := &slots[slot]
		s.Bits, s.Defined = uint64(v), true
	}
	return true
}

// SetU hands over an unsigned integer.
func SetU(slot uint32, v uint64) bool {
	if slot < uint32(len(slots)) {
		s := &slots[slot]
		s.Bits, s.Defined = v, true
	}
	return true
}

// SetF hands over a float.
func SetF(slot uint32, v float64) bool {
	if slot < uint32(len(slots)) {
		s := &slots[slot]
		s.Bits, s.Defined = floatBits(v), true
	}
	return true
}

// SetB hands over a bool, or whether something is nil.
func SetB(slot uint32, v bool) bool {
	bits := uint64(0)
	if v {
		bits = 1
	}
	return SetU(slot, bits)
}

// SetS hands over a string.
//
//go:noinline
func SetS(slot uint32, v string) bool {
	if shared {
		return Undef(slot)
	}
	hold(slot, unsafe.Pointer(unsafe.StringData(v)), len(v), len(v))
	return true
}

// header is how Go lays out a slice.
type header struct {
	data unsafe.Pointer
	len  int
	cap  int
}

// eface is how Go lays out an empty interface.
type eface struct {
	typ  unsafe.Pointer
	data unsafe.Pointer
}

// SetSlice hands over a slice, given as an interface, of elements of size
// bytes; size 0 hands over no content.
//
//go:noinline
func SetSlice(slot uint32, size int, v any) bool {
	if shared {
		return Undef(slot)
	}
	e := (*eface)(unsafe.Pointer(&v))
	h := (*header)(e.data)
	if h.data == nil {
		set(slot, Slot{Defined: true})
		return true
	}
	hold(slot, h.data, h.len, h.len*size)
	return true
}

// SetArray hands over an array of n elements of size bytes, given as an
// interface that holds a pointer to it.
//
//go:noinline
func SetArray(slot uint32, n, size int, v any) bool {
	e := (*eface)(unsafe.Pointer(&v))
	hold(slot, e.data, n, n*size)
	return true
}

// hold copies bytes into the slot's own memory, so that no slot points into
// a stack that may move or a buffer that may change.
func hold(slot uint32, data unsafe.Pointer, n, bytes int) {
	if int(slot) >= len(slots) {
		return
	}
	if bytes > MaxHeld || bytes < 0 {
		slots[slot] = Slot{}
		return
	}
	b := held[slot]
	if b == nil || len(b) < bytes {
		b = make([]byte, (bytes+64)&^63)
		held[slot] = b
	}
	if bytes > 0 {
		copy(b, unsafe.Slice((*byte)(data), bytes))
	}
	slots[slot] = Slot{Bits: uint64(n), Ptr: unsafe.Pointer(&b[0]), Defined: true}
}
