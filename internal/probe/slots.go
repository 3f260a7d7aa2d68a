package probe

import "unsafe"

// MaxHeld is the greatest size in bytes of a string, slice or array in a slot.
const MaxHeld = 1 << 16

// The hook of a condition stores the live values in slots and evaluates the condition's program.
// It is an expression with the value false:
//
//	Want(id) && SetI(0, I(x)) && (p == nil && Undef(1, 1) || SetF(1, F(p.f))) && Eval(id)
var (
	slots      []Slot
	slotCopies [][]byte // by slot: the copy of its elements

	// Once a run for the target has started goroutines, hooks exclude each
	// other, and skip strings and slices, whose pointer and length another
	// goroutine may be writing; the length of an array is constant. The next
	// target begins without goroutines, so that the runs for it do not depend
	// on what the process has run before.
	hasGoroutines bool // a run for the target has started goroutines
	hookLock      chan struct{}

	currentValue Value   // of the condition under evaluation
	scratch      Scratch // for all programs
)

func initSlots(n int) {
	slots = make([]Slot, n)
	slotCopies = make([][]byte, n)
	hookLock = make(chan struct{}, 1)
	hasGoroutines = false
}

func beginSlots() {
	if hasGoroutines {
		unlockHooks() // a panic may have interrupted a hook
	}
}

// Go announces that the code under test is about to start a goroutine.
func Go() { hasGoroutines = true }

// lockHooks locks the slots and reports whether it succeeded. It does not wait.
//
//go:noinline
func lockHooks() bool {
	if staleExist && onStaleGoroutine() {
		return false
	}
	if !hasGoroutines {
		return true
	}
	select {
	case hookLock <- struct{}{}:
		return true
	default:
		return false
	}
}

func unlockHooks() {
	select {
	case <-hookLock:
	default:
	}
}

// Want reports whether the live values at condition id are requested, and locks the slots then.
func Want(id uint32) bool { return wantsValues[id] > threshold && lockHooks() }

// Eval evaluates the program of condition id over the slots, unlocks the slots and returns false.
//
//go:noinline
func Eval(id uint32) bool {
	evaluate(id)
	if hasGoroutines {
		unlockHooks()
	}
	return false
}

// evaluate computes the enhanced fitness at condition id from the live values in the slots, and
// keeps the least value of the run in outcome.
func evaluate(id uint32) {
	if int(id) >= len(programs) {
		return
	}
	p := programs[id]
	if p == nil || len(p.First) < 2 {
		return
	}
	currentValue.Value = p.Eval(slots, &scratch)
	if outcome.Visited && currentValue.Value > outcome.Value.Value {
		return
	}
	currentValue.Level = scratch.Level()
	currentValue.N = scratch.Exact(currentValue.Exact[:])
	if !outcome.Visited || currentValue.less(&outcome.Value) {
		outcome.Value = currentValue
	}
	outcome.Visited = true
}

// Undef marks the slots from first to last as undefined, because a nil pointer is on the way to
// their values. It returns true.
//
//go:noinline
func Undef(first, last uint32) bool {
	for slot := first; slot <= last; slot++ {
		setSlot(slot, Slot{})
	}
	return true
}

func setSlot(slot uint32, s Slot) {
	if int(slot) < len(slots) {
		slots[slot] = s
	}
}

// SetI stores a signed integer in a slot. Like all Set functions below it returns true.
func SetI(slot uint32, v int64) bool {
	if slot < uint32(len(slots)) {
		s := &slots[slot]
		s.Bits, s.Defined = uint64(v), true
	}
	return true
}

// SetU stores an unsigned integer.
func SetU(slot uint32, v uint64) bool {
	if slot < uint32(len(slots)) {
		s := &slots[slot]
		s.Bits, s.Defined = v, true
	}
	return true
}

// SetF stores a float.
func SetF(slot uint32, v float64) bool {
	if slot < uint32(len(slots)) {
		s := &slots[slot]
		s.Bits, s.Defined = floatBits(v), true
	}
	return true
}

// SetB stores a bool, or whether a value is nil.
func SetB(slot uint32, v bool) bool {
	bits := uint64(0)
	if v {
		bits = 1
	}
	return SetU(slot, bits)
}

// SetS stores a string.
//
//go:noinline
func SetS(slot uint32, v string) bool {
	if hasGoroutines {
		return Undef(slot, slot)
	}
	copyToSlot(slot, unsafe.Pointer(unsafe.StringData(v)), len(v), len(v))
	return true
}

// header is the memory layout of a slice.
type header struct {
	data unsafe.Pointer
	len  int
	cap  int
}

// eface is the memory layout of an empty interface.
type eface struct {
	typ  unsafe.Pointer
	data unsafe.Pointer
}

// SetSlice stores the slice in v, with elements of size bytes. With size 0 it stores only the
// length.
//
//go:noinline
func SetSlice(slot uint32, size int, v any) bool {
	if hasGoroutines {
		return Undef(slot, slot)
	}
	e := (*eface)(unsafe.Pointer(&v))
	h := (*header)(e.data)
	if h.data == nil {
		setSlot(slot, Slot{Defined: true})
		return true
	}
	copyToSlot(slot, h.data, h.len, h.len*size)
	return true
}

// SetArray stores an array of n elements of size bytes; v holds a pointer to the array.
//
//go:noinline
func SetArray(slot uint32, n, size int, v any) bool {
	e := (*eface)(unsafe.Pointer(&v))
	copyToSlot(slot, e.data, n, n*size)
	return true
}

// copyToSlot copies count elements, of bytes bytes in all, into memory of the slot. A slot must not
// point into a stack, which may move, or into a buffer, which may change.
func copyToSlot(slot uint32, data unsafe.Pointer, count, bytes int) {
	if int(slot) >= len(slots) {
		return
	}
	if bytes > MaxHeld || bytes < 0 {
		slots[slot] = Slot{}
		return
	}
	b := slotCopies[slot]
	if b == nil || len(b) < bytes {
		b = make([]byte, (bytes+64)&^63)
		slotCopies[slot] = b
	}
	if bytes > 0 {
		copy(b, unsafe.Slice((*byte)(data), bytes))
	}
	slots[slot] = Slot{Bits: uint64(count), Ptr: unsafe.Pointer(&b[0]), Defined: true}
}
