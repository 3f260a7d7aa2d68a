package symexec

import "go/token"

// A frame is a call in progress.
type frame struct {
	fn        *function
	regs      []cell
	pc        int       // program counter to continue at
	dst       int32     // register of the caller that receives the results
	callsHash uint64    // hash of the enclosing calls
	mark      stackMark // top of the register stack before the call

	defers    []deferred
	owner     *frame     // for a deferred call: the frame that deferred the call, else nil
	unwinding *panicking // the panic for which the deferred calls of the frame run, else nil
	recovered bool       // a deferred call has recovered the panic: the frame returns after its deferred calls
	loop      int        // for the first frame of an interpreter loop: how many loops are active, else 0
}

// A deferred is a deferred call.
type deferred struct {
	fn      *closure
	builtin string // name of a deferred builtin, else ""
	call    *call
	args    []cell
}

// A panicking is a panic that unwinds the stack.
type panicking struct {
	value     [2]cell   // the value of the panic, an interface
	text      string    // message of a runtime error, else ""
	pos       token.Pos // position of the panic
	recovered bool      // a deferred call has recovered the panic
	goexit    bool      // runtime.Goexit unwinds the stack, not a panic
}

// A goroutine is a stack of frames.
type goroutine struct {
	frames []*frame
	spare  []*frame     // frames to reuse
	panics []*panicking // panics in progress, the latest last
	stack  regStack

	initial bool // the goroutine changes the initial state
}

func (g *goroutine) top() *frame { return g.frames[len(g.frames)-1] }

// A regStack allocates registers.
type regStack struct {
	chunks [][]cell
	top    stackMark // end of the registers in use
}

// A stackMark is a position in a regStack.
type stackMark struct{ chunk, off int }

// chunkCells is the number of registers of a chunk of a regStack.
const chunkCells = 1 << 12

func (s *regStack) take(count int) []cell {
	if len(s.chunks) == 0 {
		s.chunks = append(s.chunks, make([]cell, max(chunkCells, count)))
	}
	for {
		c := s.chunks[s.top.chunk]
		if s.top.off+count <= len(c) {
			r := c[s.top.off : s.top.off+count : s.top.off+count]
			s.top.off += count
			return r
		}
		if s.top.chunk+1 == len(s.chunks) {
			s.chunks = append(s.chunks, make([]cell, max(chunkCells, count)))
		} else if len(s.chunks[s.top.chunk+1]) < count {
			s.chunks[s.top.chunk+1] = make([]cell, count)
		}
		s.top = stackMark{s.top.chunk + 1, 0}
	}
}

// instructionNumber returns the number of the current SSA instruction in the program. It does not
// number compiled instructions: there are more of them, and executors may compile differently.
func (f *frame) instructionNumber() int {
	if f.pc == 0 {
		return f.fn.number
	}
	return f.fn.number + int(f.fn.ordinals[f.pc-1])
}

// push begins a call. The caller fills in arguments and free variables.
func (m *machine) push(fn *function) *frame {
	routine := m.current
	var f *frame
	if n := len(routine.spare); n > 0 {
		f = routine.spare[n-1]
		routine.spare = routine.spare[:n-1]
	} else {
		f = new(frame)
	}
	f.mark = routine.stack.top
	f.fn, f.regs, f.pc, f.callsHash = fn, routine.stack.take(fn.numRegs), 0, 0
	if n := len(routine.frames); n > 0 {
		from := routine.frames[n-1]
		f.callsHash = (from.callsHash + uint64(from.instructionNumber())) * hashMultiplier
		f.callsHash ^= f.callsHash >> 29
	}
	copy(f.regs, fn.consts)
	routine.frames = append(routine.frames, f)
	return f
}

// pop ends a call. The registers stay readable until the next push.
func (m *machine) pop() {
	g := m.current
	g.stack.top = g.top().mark
	g.frames = g.frames[:len(g.frames)-1]
}

// release makes a popped frame available again.
func (m *machine) release(f *frame) {
	defers := f.defers[:0]
	*f = frame{defers: defers}
	m.current.spare = append(m.current.spare, f)
}
