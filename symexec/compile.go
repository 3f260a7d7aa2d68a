package symexec

import (
	"go/constant"
	"go/token"
	"go/types"
	"math"

	"golang.org/x/tools/go/ssa"
)

// A compiler compiles one function.
type compiler struct {
	m      *machine
	fn     *function
	regs   map[ssa.Value]int32   // first register of each value
	next   int32                 // the next free register
	consts map[constKey]int32    // register of each constant
	starts []int32               // program counters of the blocks, by index
	patch  []patch               // jumps whose targets are not compiled yet
	inits  map[*ssa.Package]bool // packages for which the current block has an opInit already
	used   map[ssa.Value]int     // number of uses of a value as an operand
	pos    token.Pos
	block  *ssa.BasicBlock

	ordinal int32 // number of the current SSA instruction in the function, from 1
}

// A constKey identifies a constant by type and text.
type constKey struct {
	typ  *rtype
	text string
}

// A patch is a jump to a block whose program counter is not known yet.
type patch struct {
	pc       int  // program counter of the jump
	thenEdge bool // the target is the true side of an opIf, else its false side or the target of an opJump
	block    *ssa.BasicBlock
}

// compile emits the code of a function with a body.
func (m *machine) compile(fn *function) {
	c := &compiler{m: m, fn: fn, regs: map[ssa.Value]int32{}, consts: map[constKey]int32{}, used: map[ssa.Value]int{}}
	ssaFunc := fn.ssa
	c.constants(ssaFunc)
	fn.params = int(c.next)
	for _, p := range ssaFunc.Params {
		c.define(p)
	}
	fn.firstFree = int(c.next)
	for _, v := range ssaFunc.FreeVars {
		c.define(v)
	}
	for _, b := range ssaFunc.Blocks {
		for _, in := range b.Instrs {
			if v, ok := in.(ssa.Value); ok {
				c.value(v)
			}
		}
	}
	c.watch()
	c.starts = make([]int32, len(ssaFunc.Blocks))
	for _, block := range ssaFunc.Blocks {
		c.starts[block.Index] = int32(len(fn.code))
		c.block = block
		c.inits = map[*ssa.Package]bool{}
		for j := 0; j < len(block.Instrs); j++ {
			c.ordinal++
			c.checkSwap(block, j)
			if c.fuse(block, j) {
				j++
				c.ordinal++
				continue
			}
			c.instruction(block.Instrs[j])
		}
	}
	for _, p := range c.patch {
		if in := &fn.code[p.pc]; p.thenEdge {
			in.b = c.starts[p.block.Index]
		} else {
			in.c = c.starts[p.block.Index]
		}
	}
	fn.recover = -1
	if ssaFunc.Recover != nil {
		fn.recover = int(c.starts[ssaFunc.Recover.Index])
	}
	fn.numRegs = int(c.next)
	if ssaFunc.Signature.Results().Len() > 0 {
		fn.results = m.types.rtypeOf(ssaFunc.Signature.Results()).size
	}
	fn.number = m.prog.number(ssaFunc)
}

// constants allocates registers for the constants, before all others.
func (c *compiler) constants(f *ssa.Function) {
	var rands []*ssa.Value
	for _, b := range f.Blocks {
		for _, in := range b.Instrs {
			rands = in.Operands(rands[:0])
			for _, r := range rands {
				if *r == nil {
					continue
				}
				c.used[*r]++
				switch v := (*r).(type) {
				case *ssa.Const:
					c.constant(v, v)
				case *ssa.Global:
					c.addConstant(v, cell{r: c.m.globalObject(v)})
				case *ssa.Function:
					c.addConstant(v, cell{r: c.m.closureOf(v)})
				}
			}
		}
	}
}

// addConstant allocates the register of a constant of one cell, x, for the value v.
func (c *compiler) addConstant(v ssa.Value, x cell) {
	if _, ok := c.regs[v]; !ok {
		c.regs[v] = c.next
		c.fn.consts = append(c.fn.consts, x)
		c.next++
	}
}

func (c *compiler) constant(value ssa.Value, k *ssa.Const) {
	if _, ok := c.regs[value]; ok {
		return
	}
	t := c.m.types.rtypeOf(k.Type())
	key := constKey{typ: t}
	if k.Value != nil {
		key.text = k.Value.ExactString()
	}
	if at, ok := c.consts[key]; ok {
		c.regs[value] = at
		return
	}
	c.consts[key], c.regs[value] = c.next, c.next
	cells := constCells(t, k.Value)
	c.fn.consts = append(c.fn.consts, cells...)
	c.next += int32(len(cells))
}

// constCells returns a constant of type typ; nil is the zero value.
func constCells(typ *rtype, constValue constant.Value) []cell {
	cells := make([]cell, typ.size)
	if constValue == nil {
		return cells
	}
	switch {
	case typ.kind == kBool:
		cells[0] = truth(constant.BoolVal(constValue))
	case typ.kind.integer():
		constValue = constant.ToInt(constValue)
		if n, exact := constant.Int64Val(constValue); exact {
			cells[0] = word(typ.kind.wrap(uint64(n)))
		} else {
			n, _ := constant.Uint64Val(constValue)
			cells[0] = word(typ.kind.wrap(n))
		}
	case typ.kind.float():
		cells[0] = word(constFloat(typ.kind, constValue))
	case typ.kind.complex():
		constValue = constant.ToComplex(constValue)
		cells[0] = word(constFloat(typ.kind.part(), constant.Real(constValue)))
		cells[1] = word(constFloat(typ.kind.part(), constant.Imag(constValue)))
	case typ.kind == kString:
		if constValue.Kind() == constant.Int { // converted from a rune
			n, _ := constant.Int64Val(constValue)
			cells[0] = makeStr(string(rune(n)))
		} else {
			cells[0] = makeStr(constant.StringVal(constValue))
		}
	case typ.kind == kPointer: // unsafe.Pointer(0)
	default:
		panic("symexec: BUG: constant of type " + typ.String())
	}
	return cells
}

func constFloat(k kind, v constant.Value) uint64 {
	if k == kFloat32 {
		f, _ := constant.Float32Val(v)
		return math.Float64bits(float64(f))
	}
	f, _ := constant.Float64Val(v)
	return math.Float64bits(f)
}

// define allocates the registers of a value and returns the first.
func (c *compiler) define(v ssa.Value) int32 {
	r := c.next
	c.regs[v] = r
	c.next += int32(c.m.types.rtypeOf(v.Type()).size)
	return r
}

// value allocates registers for the result of an instruction. A part of another value and a
// change of type share the registers of their operand.
func (c *compiler) value(v ssa.Value) {
	switch in := v.(type) {
	case *ssa.ChangeType, *ssa.ChangeInterface, *ssa.Extract, *ssa.Field:
	case *ssa.Convert:
		if !c.keepsCells(in) {
			c.define(v)
		}
	case *ssa.Next:
		c.regs[v] = c.next
		c.next += c.nextSize(in)
	case *ssa.Range:
		c.regs[v] = c.next
		c.next++
	default:
		c.define(v)
	}
}

// nextSize returns the number of cells of the result (ok, key, value) of a range step. SSA gives
// an unused key or value an invalid type; it has no cells.
func (c *compiler) nextSize(in *ssa.Next) int32 {
	return 1 + c.sizeOf(in.Type().(*types.Tuple).At(1).Type()) + c.sizeOf(in.Type().(*types.Tuple).At(2).Type())
}

func (c *compiler) sizeOf(t types.Type) int32 {
	if b, ok := t.(*types.Basic); ok && b.Kind() == types.Invalid {
		return 0
	}
	return int32(c.m.types.rtypeOf(t).size)
}

// reg returns the first register of an operand.
func (c *compiler) reg(value ssa.Value) int32 {
	switch in := value.(type) {
	case *ssa.ChangeType:
		return c.reg(in.X)
	case *ssa.ChangeInterface:
		return c.reg(in.X)
	case *ssa.Extract:
		return c.reg(in.Tuple) + c.offset(in)
	case *ssa.Field:
		return c.reg(in.X) + int32(c.typ(in.X).fields[in.Field].offset)
	case *ssa.Convert:
		if c.keepsCells(in) {
			return c.reg(in.X)
		}
	}
	r, ok := c.regs[value]
	if !ok {
		panic("symexec: BUG: no register for " + value.String())
	}
	return r
}

// offset returns the offset of a component in a tuple, in cells.
func (c *compiler) offset(in *ssa.Extract) int32 {
	if n, ok := in.Tuple.(*ssa.Next); ok {
		switch in.Index {
		case 0:
			return 0
		case 1:
			return 1
		}
		return 1 + c.sizeOf(n.Type().(*types.Tuple).At(1).Type())
	}
	return int32(c.typ(in.Tuple).fields[in.Index].offset)
}

// keepsCells reports whether a conversion leaves the cells unchanged.
func (c *compiler) keepsCells(in *ssa.Convert) bool {
	x, y := c.typ(in.X).kind, c.typ(in).kind
	switch {
	case x.scalar() && y.scalar():
		return x == y
	case x == kPointer || y == kPointer:
		return x == y || x == kUint64 || y == kUint64
	}
	return x == y
}

func (c *compiler) typ(v ssa.Value) *rtype { return c.m.types.rtypeOf(v.Type()) }

func (c *compiler) span(v ssa.Value) span { return span{c.reg(v), int32(c.typ(v).size)} }

// emit appends an instruction and returns its program counter.
func (c *compiler) emit(in instr) int {
	c.fn.code = append(c.fn.code, in)
	c.fn.pos = append(c.fn.pos, c.pos)
	c.fn.ordinals = append(c.fn.ordinals, c.ordinal)
	return len(c.fn.code) - 1
}

// initBefore emits the initialization of a global's package before the current instruction.
func (c *compiler) initBefore(v ssa.Value) {
	g, ok := v.(*ssa.Global)
	if !ok || g.Pkg == nil || c.inits[g.Pkg] || !c.m.needsInit(g.Pkg) {
		return
	}
	c.inits[g.Pkg] = true
	c.emit(instr{op: opInit, aux: g.Pkg})
}

// edge emits the moves for the phis of the block's i-th successor. It reports whether there are
// any.
func (c *compiler) edge(i int) bool {
	succ := c.block.Succs[i]
	pred := -1
	for j, p := range succ.Preds { // a block may occur twice among the predecessors: take the matching occurrence
		if p == c.block {
			if pred = j; i == 0 || c.block.Succs[0] != succ {
				break
			}
		}
	}
	var moves []move
	for _, in := range succ.Instrs {
		phi, ok := in.(*ssa.Phi)
		if !ok {
			break
		}
		c.initBefore(phi.Edges[pred])
		m := move{to: c.regs[phi], from: c.span(phi.Edges[pred])}
		if m.to != m.from.reg && m.from.size > 0 {
			moves = append(moves, m)
		}
	}
	c.moves(moves)
	return len(moves) > 0
}

// A move copies a range of registers.
type move struct {
	to   int32
	from span
}

// moves emits moves that happen in parallel.
func (c *compiler) moves(list []move) {
	for len(list) > 0 {
		index := -1
		for i := range list {
			if !overwrites(list, i) {
				index = i
				break
			}
		}
		if index < 0 { // a cycle: save one source in a new register
			m := &list[0]
			temp := c.next
			c.next += m.from.size
			c.move(temp, m.from)
			m.from.reg = temp
			continue
		}
		c.move(list[index].to, list[index].from)
		list = append(list[:index], list[index+1:]...)
	}
}

// overwrites reports whether move i would overwrite the source of another move.
func overwrites(list []move, i int) bool {
	lo, hi := list[i].to, list[i].to+list[i].from.size
	for j := range list {
		if j != i && list[j].from.reg < hi && lo < list[j].from.reg+list[j].from.size {
			return true
		}
	}
	return false
}

func (c *compiler) move(to int32, from span) {
	switch from.size {
	case 0:
	case 1:
		c.emit(instr{op: opMove1, dst: to, a: from.reg})
	default:
		c.emit(instr{op: opMove, dst: to, a: from.reg, c: from.size})
	}
}

func (c *compiler) jump(to *ssa.BasicBlock) {
	index := c.emit(instr{op: opJump})
	c.patch = append(c.patch, patch{pc: index, block: to})
}
