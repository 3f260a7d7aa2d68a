package symexec

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// fuse emits instructions j and j+1 of a block as one, if j makes an address that only j+1
// reads.
func (c *compiler) fuse(b *ssa.BasicBlock, j int) bool {
	if j+1 >= len(b.Instrs) {
		return false
	}
	load, ok := b.Instrs[j+1].(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	size := int32(c.typ(load).size)
	switch in := b.Instrs[j].(type) {
	case *ssa.FieldAddr:
		if load.X != ssa.Value(in) || c.used[in] != 1 {
			return false
		}
		c.pos = in.Pos()
		c.initBefore(in.X)
		f := c.m.types.target(c.typ(in.X)).fields[in.Field]
		c.emit(instr{op: opLoadField, dst: c.reg(load), a: c.reg(in.X), b: size, c: int32(f.offset)})
		return true
	case *ssa.IndexAddr:
		if load.X != ssa.Value(in) || c.used[in] != 1 {
			return false
		}
		c.pos = in.Pos()
		c.initBefore(in.X)
		if t := c.typ(in.X); t.kind == kSlice {
			c.emit(instr{op: opLoadElem, k: c.typ(in.Index).kind, dst: c.reg(load), a: c.reg(in.X), b: c.reg(in.Index), c: size, aux: c.typ(load)})
		} else {
			c.emit(instr{op: opLoadElemPtr, k: c.typ(in.Index).kind, dst: c.reg(load), a: c.reg(in.X), b: c.reg(in.Index), c: size, aux: c.m.types.target(t)})
		}
		return true
	}
	return false
}

// instruction emits the code of one SSA instruction.
func (c *compiler) instruction(in ssa.Instruction) {
	if p := in.Pos(); p.IsValid() {
		c.pos = p
	}
	var rands [8]*ssa.Value
	for _, r := range in.Operands(rands[:0]) {
		if _, phi := in.(*ssa.Phi); *r != nil && !phi {
			c.initBefore(*r)
		}
	}
	switch in := in.(type) {
	case *ssa.Phi, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.Extract, *ssa.Field, *ssa.DebugRef:
	case *ssa.Jump:
		c.edge(0)
		c.jump(c.block.Succs[0])
	case *ssa.If:
		c.branch(in)
	case *ssa.Return:
		c.results(in)
	case *ssa.Call:
		c.call(in)
	case *ssa.Defer:
		c.deferred(in)
	case *ssa.Go:
		c.emit(instr{op: opGo, aux: c.callOperands(&in.Call)})
	case *ssa.RunDefers:
		c.emit(instr{op: opRunDefer})
	case *ssa.Panic:
		c.emit(instr{op: opPanic, a: c.reg(in.X)})
	case *ssa.Alloc:
		t := c.m.types.target(c.typ(in))
		c.emit(instr{op: opAlloc, dst: c.reg(in), aux: t, c: int32(t.size)})
	case *ssa.Store:
		c.store(in)
	case *ssa.FieldAddr:
		f := c.m.types.target(c.typ(in.X)).fields[in.Field]
		c.emit(instr{op: opField, dst: c.reg(in), a: c.reg(in.X), c: int32(f.offset)})
	case *ssa.IndexAddr:
		c.indexAddr(in)
	case *ssa.Index:
		c.index(in)
	case *ssa.BinOp:
		c.binary(in)
	case *ssa.UnOp:
		c.unary(in)
	default:
		c.emitRare(in)
	}
}

// emitRare emits the less frequent instructions.
func (c *compiler) emitRare(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.Convert:
		c.convert(in)
	case *ssa.MultiConvert:
		c.emit(instr{op: opNotModelled, aux: "a conversion of type parameters"})
	case *ssa.MakeInterface:
		c.emit(instr{op: opMakeIface, dst: c.reg(in), a: c.reg(in.X), aux: c.typ(in.X)})
	case *ssa.TypeAssert:
		c.emit(instr{op: opTypeAssert, dst: c.reg(in), a: c.reg(in.X), aux: &assertion{to: c.m.types.rtypeOf(in.AssertedType), commaOk: in.CommaOk, from: c.typ(in.X)}})
	case *ssa.MakeClosure:
		x := &closing{fn: c.m.functionOf(in.Fn.(*ssa.Function))}
		for _, b := range in.Bindings {
			x.free = append(x.free, c.span(b))
		}
		c.emit(instr{op: opMakeClosure, dst: c.reg(in), aux: x})
	case *ssa.MakeSlice:
		c.emit(instr{op: opMakeSlice, f: uint8(b2i(onlyAppended(in))), dst: c.reg(in), a: c.reg(in.Len), b: c.reg(in.Cap), k: c.typ(in.Len).kind, c: int32(c.typ(in.Cap).kind), aux: c.m.types.target(c.typ(in))})
	case *ssa.MakeMap:
		c.emit(instr{op: opMakeMap, dst: c.reg(in), aux: c.typ(in)})
	case *ssa.MakeChan:
		c.emit(instr{op: opMakeChan, dst: c.reg(in), a: c.reg(in.Size), k: c.typ(in.Size).kind, aux: c.m.types.target(c.typ(in))})
	case *ssa.Slice:
		c.slice(in)
	case *ssa.SliceToArrayPointer:
		c.emit(instr{op: opToArrayPtr, dst: c.reg(in), a: c.reg(in.X), c: int32(c.m.types.target(c.typ(in)).length)})
	case *ssa.Lookup:
		c.lookup(in)
	case *ssa.MapUpdate:
		t := c.typ(in.Map)
		c.emit(instr{op: opMapUpdate, a: c.reg(in.Map), b: c.reg(in.Key), aux: c.mapAccess(t, c.reg(in.Value))})
	case *ssa.Range:
		c.emit(instr{op: opRange, dst: c.reg(in), a: c.reg(in.X), aux: c.typ(in.X)})
	case *ssa.Next:
		c.nextInstr(in)
	case *ssa.Send:
		c.emit(instr{op: opSend, a: c.reg(in.Chan), b: c.reg(in.X), c: int32(c.typ(in.X).size)})
	case *ssa.Select:
		c.selectInstr(in)
	default:
		c.emit(instr{op: opNotModelled, aux: "instruction " + in.String()})
	}
}

// branch emits an if. The moves for phis are on the edges.
func (c *compiler) branch(in *ssa.If) {
	index := c.emit(instr{op: opIf, a: c.reg(in.Cond)})
	for i, then := range []bool{true, false} {
		start := int32(len(c.fn.code))
		if !c.edge(i) && int(start) == len(c.fn.code) {
			c.patch = append(c.patch, patch{pc: index, thenEdge: then, block: c.block.Succs[i]})
			continue
		}
		c.jump(c.block.Succs[i])
		if then {
			c.fn.code[index].b = start
		} else {
			c.fn.code[index].c = start
		}
	}
}

func (c *compiler) results(in *ssa.Return) {
	var list []span
	for _, r := range in.Results {
		list = append(list, c.span(r))
	}
	switch {
	case len(list) == 0:
		c.emit(instr{op: opReturn, b: 0})
	case len(list) == 1:
		c.emit(instr{op: opReturn, a: list[0].reg, b: list[0].size})
	default:
		c.emit(instr{op: opReturn, b: -1, aux: list})
	}
}

func (c *compiler) store(in *ssa.Store) {
	n := int32(c.typ(in.Val).size)
	if n == 1 {
		c.emit(instr{op: opStore1, a: c.reg(in.Addr), b: c.reg(in.Val)})
		return
	}
	c.emit(instr{op: opStore, a: c.reg(in.Addr), b: c.reg(in.Val), c: n})
}

func (c *compiler) indexAddr(in *ssa.IndexAddr) {
	t, k := c.typ(in.X), c.typ(in.Index).kind
	if t.kind == kSlice {
		c.emit(instr{op: opElem, k: k, dst: c.reg(in), a: c.reg(in.X), b: c.reg(in.Index), c: int32(c.m.types.target(t).size)})
		return
	}
	c.emit(instr{op: opElemPtr, k: k, dst: c.reg(in), a: c.reg(in.X), b: c.reg(in.Index), aux: c.m.types.target(t)})
}

func (c *compiler) index(in *ssa.Index) {
	t, k := c.typ(in.X), c.typ(in.Index).kind
	if t.kind == kString {
		c.emit(instr{op: opIndexStr, k: k, dst: c.reg(in), a: c.reg(in.X), b: c.reg(in.Index)})
		return
	}
	c.emit(instr{op: opIndex, k: k, dst: c.reg(in), a: c.reg(in.X), b: c.reg(in.Index), aux: t})
}

var wordOps = map[token.Token]opcode{token.ADD: opAdd, token.SUB: opSub, token.MUL: opMul, token.AND: opAnd, token.OR: opOr, token.XOR: opXor, token.AND_NOT: opAndNot, token.EQL: opEqWord, token.NEQ: opNeWord}
var intOrders = map[token.Token]opcode{token.LSS: opLtInt, token.LEQ: opLeInt, token.GTR: opGtInt, token.GEQ: opGeInt}
var uintOrders = map[token.Token]opcode{token.LSS: opLtUint, token.LEQ: opLeUint, token.GTR: opGtUint, token.GEQ: opGeUint}

func (c *compiler) binary(in *ssa.BinOp) {
	t := c.typ(in.X)
	k := t.kind
	i := instr{k: k, f: uint8(in.Op), dst: c.reg(in), a: c.reg(in.X), b: c.reg(in.Y), c: int32(c.typ(in.Y).kind)}
	op, word := wordOps[in.Op]
	switch {
	case in.Op == token.EQL || in.Op == token.NEQ:
		switch {
		case k == kBool || k.integer():
			i.op = op
		case t != c.typ(in.Y):
			c.emit(instr{op: opNotModelled, aux: "a comparison of different types"})
			return
		default:
			i.op, i.aux, i.f = opEqual, t, uint8(b2i(in.Op == token.NEQ))
		}
	case word && k.integer():
		if i.op = op; k.bits() == 64 && op == opAdd {
			i.op = opAdd64
		} else if k.bits() == 64 && op == opSub {
			i.op = opSub64
		}
	case k.signed() && intOrders[in.Op] != 0:
		i.op = intOrders[in.Op]
	case k.integer() && uintOrders[in.Op] != 0:
		i.op = uintOrders[in.Op]
	default:
		i.op = opBinary
	}
	c.emit(i)
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (c *compiler) unary(in *ssa.UnOp) {
	t := c.typ(in.X)
	switch in.Op {
	case token.MUL:
		c.load(in)
	case token.NOT:
		c.emit(instr{op: opNot, dst: c.reg(in), a: c.reg(in.X)})
	case token.ARROW:
		e := c.m.types.target(t)
		c.emit(instr{op: opReceive, dst: c.reg(in), a: c.reg(in.X), c: int32(e.size), f: uint8(b2i(in.CommaOk))})
	default:
		c.emit(instr{op: opUnary, k: t.kind, f: uint8(in.Op), dst: c.reg(in), a: c.reg(in.X)})
	}
}

func (c *compiler) load(in *ssa.UnOp) {
	t := c.typ(in)
	if fromUnsafe(in.X) {
		c.emit(instr{op: opLoadAs, dst: c.reg(in), a: c.reg(in.X), aux: t})
		return
	}
	if t.size == 1 {
		c.emit(instr{op: opLoad1, dst: c.reg(in), a: c.reg(in.X)})
		return
	}
	c.emit(instr{op: opLoad, dst: c.reg(in), a: c.reg(in.X), c: int32(t.size)})
}

// fromUnsafe reports whether a pointer was just converted from unsafe.Pointer or uintptr.
func fromUnsafe(v ssa.Value) bool {
	switch in := v.(type) {
	case *ssa.ChangeType:
		return fromUnsafe(in.X)
	case *ssa.Convert:
		b, ok := in.X.Type().Underlying().(*types.Basic)
		return ok && (b.Kind() == types.UnsafePointer || b.Kind() == types.Uintptr)
	}
	return false
}

func (c *compiler) convert(in *ssa.Convert) {
	if c.keepsCells(in) {
		return
	}
	from, to := c.typ(in.X), c.typ(in)
	if from.kind.scalar() && to.kind.scalar() {
		c.emit(instr{op: opConvert, k: from.kind, c: int32(to.kind), dst: c.reg(in), a: c.reg(in.X)})
		return
	}
	c.emit(instr{op: opConvertOther, dst: c.reg(in), a: c.reg(in.X), aux: &conversion{from, to}})
}

func (c *compiler) slice(in *ssa.Slice) {
	bounds := &slicing{from: c.typ(in.X), low: -1, hi: -1, max: -1}
	if in.Low != nil {
		bounds.low, bounds.kinds[0] = c.reg(in.Low), c.typ(in.Low).kind
	}
	if in.High != nil {
		bounds.hi, bounds.kinds[1] = c.reg(in.High), c.typ(in.High).kind
	}
	if in.Max != nil {
		bounds.max, bounds.kinds[2] = c.reg(in.Max), c.typ(in.Max).kind
	}
	c.m.types.target(bounds.from)
	c.emit(instr{op: opSlice, dst: c.reg(in), a: c.reg(in.X), aux: bounds})
}

func (c *compiler) mapAccess(t *rtype, value int32) *access {
	m := t.goType.Underlying().(*types.Map)
	return &access{key: c.m.types.rtypeOf(m.Key()), elem: c.m.types.rtypeOf(m.Elem()), value: value}
}

func (c *compiler) lookup(in *ssa.Lookup) {
	if t := c.typ(in.X); t.kind == kString {
		c.emit(instr{op: opIndexStr, k: c.typ(in.Index).kind, dst: c.reg(in), a: c.reg(in.X), b: c.reg(in.Index)})
		return
	}
	x := c.mapAccess(c.typ(in.X), -1)
	x.commaOk = in.CommaOk
	c.emit(instr{op: opLookup, dst: c.reg(in), a: c.reg(in.X), b: c.reg(in.Index), aux: x})
}

func (c *compiler) nextInstr(in *ssa.Next) {
	tup := in.Type().(*types.Tuple)
	x := &access{str: in.IsString}
	x.keySize, x.valSize = c.sizeOf(tup.At(1).Type()), c.sizeOf(tup.At(2).Type())
	x.keyOff, x.valOff = 1, 1+x.keySize
	c.emit(instr{op: opNext, dst: c.reg(in), a: c.reg(in.Iter), aux: x})
}

func (c *compiler) selectInstr(in *ssa.Select) {
	x := &selection{blocking: in.Blocking}
	off := int32(2)
	for _, s := range in.States {
		st := selectState{send: s.Dir == types.SendOnly, ch: c.reg(s.Chan)}
		if st.send {
			st.val = c.span(s.Send)
		} else {
			st.off, st.size = off, int32(c.m.types.target(c.typ(s.Chan)).size)
			off += st.size
		}
		x.states = append(x.states, st)
	}
	c.emit(instr{op: opSelect, dst: c.reg(in), aux: x})
}

// callOperands compiles the callee and the arguments of a call.
func (c *compiler) callOperands(cc *ssa.CallCommon) *call {
	x := &call{fun: -1}
	if cc.IsInvoke() {
		x.fun = c.reg(cc.Value)
		x.method = &methodKey{id: cc.Method.Id(), name: cc.Method.Name(), pkg: cc.Method.Pkg()}
	} else {
		switch f := cc.Value.(type) {
		case *ssa.Builtin:
			x.builtin = f.Name()
		case *ssa.Function:
			x.fn = c.m.functionOf(f)
		default:
			x.fun = c.reg(f)
		}
	}
	for _, a := range cc.Args {
		s := c.span(a)
		x.args = append(x.args, s)
		x.cells += int(s.size)
		x.types = append(x.types, c.typ(a))
	}
	for i := range cc.Signature().Results().Len() {
		x.size += int32(c.m.types.rtypeOf(cc.Signature().Results().At(i).Type()).size)
	}
	return x
}

func (c *compiler) call(in *ssa.Call) {
	x := c.callOperands(&in.Call)
	i := instr{op: opCallDyn, dst: c.reg(in), aux: x}
	switch {
	case x.builtin == "len" && x.types[0].kind == kSlice:
		i = instr{op: opMove1, dst: i.dst, a: x.args[0].reg + 1}
	case x.builtin == "cap" && x.types[0].kind == kSlice:
		i = instr{op: opMove1, dst: i.dst, a: x.args[0].reg + 2}
	case x.builtin != "":
		i.op = opBuiltin
	case x.fn != nil && initializer(x.fn.ssa, c.fn.ssa):
		if i = (instr{op: opNop}); c.m.prog.counts[x.fn.ssa.Pkg] {
			i = instr{op: opInit, aux: x.fn.ssa.Pkg}
		}
	case x.fn != nil && x.fn.isProbe:
		i = c.probeCall(in, x)
	case x.fn != nil:
		i.op = opCall
	}
	c.emit(i)
}

func (c *compiler) deferred(in *ssa.Defer) {
	stack := int32(-1)
	if in.DeferStack != nil {
		stack = c.reg(in.DeferStack)
	}
	c.emit(instr{op: opDefer, b: stack, aux: c.callOperands(&in.Call)})
}

// constInt returns the value of a constant operand.
func constInt(v ssa.Value) (int64, bool) {
	k, ok := v.(*ssa.Const)
	if !ok || k.Value == nil || k.Value.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(k.Value)
}

// initializer reports whether f initializes another package than that of its caller.
func initializer(f, caller *ssa.Function) bool {
	return f.Synthetic == "package initializer" && f.Pkg != caller.Pkg
}

// onlyAppended reports whether the only use of a new slice is as an operand of append.
func onlyAppended(in *ssa.MakeSlice) bool {
	users := in.Referrers()
	if users == nil || len(*users) != 1 || in.Len != in.Cap {
		return false
	}
	call, ok := (*users)[0].(*ssa.Call)
	if !ok || len(call.Call.Args) != 2 || call.Call.Args[1] != ssa.Value(in) {
		return false
	}
	b, ok := call.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == "append"
}
