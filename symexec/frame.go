package symexec

import "go/token"

// A frame is a call in progress.
type frame struct {
	fn        *function
	regs      []cell
	pc        int
	dst       int32     // register of the caller for the results
	callsHash uint64    // hash of the enclosing calls
	mark      stackMark // top of the register stack before the call

	defers    []deferred
	owner     *frame     // for a deferred call: the frame that deferred it
	unwinding *panicking // the panic for which deferred calls run
	recovered bool       // a panic was recovered: return after the deferred calls
	stopsLoop bool       // the loop ends when this frame returns
}

// A deferred is a deferred call.
type deferred struct {
	fn      *closure
	builtin string
	call    *call
	args    []cell
}

// A panicking is a panic that unwinds the stack.
type panicking struct {
	value     [2]cell   // an interface
	text      string    // message of a runtime error
	pos       token.Pos // position of the panic
	recovered bool
	goexit    bool
}

// A goroutine is a stack of frames.
type goroutine struct {
	frames []*frame
	spare  []*frame
	panics []*panicking
	stack  regStack
}

func (g *goroutine) top() *frame { return g.frames[len(g.frames)-1] }

// A regStack allocates registers.
type regStack struct {
	chunks [][]cell
	top    stackMark
}

type stackMark struct{ chunk, off int }

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

// instructionNumber returns the number of the current SSA instruction in the program. It does not number
// compiled instructions: there are more of them, and executors may compile differently.
func (f *frame) instructionNumber() int {
	if f.pc == 0 {
		return f.fn.firstNumber
	}
	return f.fn.firstNumber + int(f.fn.ordinals[f.pc-1])
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
		f.callsHash = (from.callsHash + uint64(from.instructionNumber())) * 0x9e3779b97f4a7c15
		f.callsHash ^= f.callsHash >> 29
	}
	copy(f.regs, fn.consts)
	routine.frames = append(routine.frames, f)
	return f
}

// pop ends a call. The registers stay readable until the next push.
func (m *machine) pop() *frame {
	g := m.current
	f := g.top()
	g.frames = g.frames[:len(g.frames)-1]
	g.stack.top = f.mark
	return f
}

// release makes a popped frame available again.
func (m *machine) release(f *frame) {
	defers := f.defers[:0]
	*f = frame{defers: defers}
	m.current.spare = append(m.current.spare, f)
}
