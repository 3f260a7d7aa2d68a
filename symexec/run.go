package symexec

import "go/token"

// run executes the current goroutine until the first frame of the loop returns or the path ends. It
// is one switch over opcodes. Functions handle rare and long instructions; they return false if
// the stack has changed or the path has ended.
func (m *machine) run() {
	var (
		f            *frame
		regs         []cell
		code         []instr
		pc           int
		instructions int64
	)
	instructions = m.untilCheck
reload:
	if m.untilCheck = instructions; m.ended() {
		return
	}
	f = m.current.top()
	regs, code, pc = f.regs, f.fn.code, f.pc
	for {
		in := &code[pc]
		pc++
		instructions--
		switch in.op {
		case opMove1:
			regs[in.dst] = regs[in.a]
		case opMove:
			copy(regs[in.dst:in.dst+in.c], regs[in.a:in.a+in.c])
		case opJump:
			pc = int(in.c)
			if instructions < 0 {
				f.pc, m.untilCheck = pc, instructions
				if !m.checkLimits() {
					return
				}
				instructions = m.untilCheck
			}
		case opIf:
			x := &regs[in.a]
			if x.r != nil {
				f.pc = pc
				side, ok := m.decide(f, *x)
				if !ok {
					goto reload
				}
				if side {
					pc = int(in.b)
				} else {
					pc = int(in.c)
				}
				continue
			}
			if x.n != 0 {
				pc = int(in.b)
			} else {
				pc = int(in.c)
			}
		case opReturn:
			f.pc = pc
			if m.returnFrom(f, in) {
				m.untilCheck = instructions
				return
			}
			goto reload
		case opCall:
			f.pc = pc
			operands := in.aux.(*call)
			fn := operands.fn
			if !fn.ready {
				m.prepare(fn)
			}
			if fn.code == nil {
				m.untilCheck = instructions
				ok := m.runModel(fn, &modelCall{args: gather(regs, operands), results: regs[in.dst:], dst: in.dst})
				if instructions = m.untilCheck; !ok {
					goto reload
				}
				continue
			}
			if instructions < 0 || len(m.current.frames) >= m.limits.Calls {
				m.untilCheck = instructions
				if !m.checkCall() {
					goto reload
				}
				instructions = m.untilCheck
			}
			callee := m.push(fn)
			callee.dst = in.dst
			register := fn.params
			for _, s := range operands.args {
				if s.size == 1 {
					callee.regs[register] = regs[s.reg]
					register++
					continue
				}
				register += copy(callee.regs[register:], regs[s.reg:s.reg+s.size])
			}
			f, regs, code, pc = callee, callee.regs, fn.code, 0
		case opAlloc:
			o := m.alloc(in.aux.(*rtype), int(in.c))
			if o == nil {
				f.pc = pc
				goto reload
			}
			regs[in.dst] = cell{r: o}
		case opLoad1:
			p := &regs[in.a]
			if o, ok := p.r.(*object); ok && p.n < uint64(len(o.cells)) {
				regs[in.dst] = o.cells[p.n]
				continue
			}
			f.pc = pc
			m.badPointer(*p)
			goto reload
		case opLoad:
			p := &regs[in.a]
			if o, ok := p.r.(*object); ok && p.n+uint64(in.c) <= uint64(len(o.cells)) {
				copy(regs[in.dst:in.dst+in.c], o.cells[p.n:])
				continue
			}
			f.pc = pc
			m.badPointer(*p)
			goto reload
		case opLoadField:
			p := &regs[in.a]
			offset := p.n + uint64(in.c)
			if o, ok := p.r.(*object); ok && offset+uint64(in.b) <= uint64(len(o.cells)) {
				if in.b == 1 {
					regs[in.dst] = o.cells[offset]
				} else {
					copy(regs[in.dst:in.dst+in.b], o.cells[offset:])
				}
				continue
			}
			f.pc = pc
			m.badPointer(*p)
			goto reload
		case opStore1:
			p := &regs[in.a]
			if o, ok := p.r.(*object); ok && p.n < uint64(len(o.cells)) {
				if o.epoch != m.epoch {
					m.save(o)
				}
				o.cells[p.n] = regs[in.b]
				continue
			}
			f.pc = pc
			m.badPointer(*p)
			goto reload
		case opStore:
			p := &regs[in.a]
			if o, ok := p.r.(*object); ok && p.n+uint64(in.c) <= uint64(len(o.cells)) {
				if o.epoch != m.epoch {
					m.save(o)
				}
				copy(o.cells[p.n:], regs[in.b:in.b+in.c])
				continue
			}
			f.pc = pc
			m.badPointer(*p)
			goto reload
		case opField:
			p := &regs[in.a]
			if p.r == nil {
				f.pc = pc
				m.badPointer(*p)
				goto reload
			}
			regs[in.dst] = cell{n: p.n + uint64(in.c), r: p.r}
		case opElem:
			s, i := &regs[in.a], &regs[in.b]
			if i.r == nil && i.n < regs[in.a+1].n {
				regs[in.dst] = cell{n: s.n + i.n*uint64(in.c), r: s.r}
				continue
			}
			f.pc = pc
			if !m.elem(regs, in) {
				goto reload
			}
		case opLoadElem:
			s, i := &regs[in.a], &regs[in.b]
			if i.r == nil && i.n < regs[in.a+1].n {
				if o, ok := s.r.(*object); ok {
					at := s.n + i.n*uint64(in.c)
					if in.c == 1 {
						regs[in.dst] = o.cells[at]
					} else {
						copy(regs[in.dst:in.dst+in.c], o.cells[at:])
					}
					continue
				}
			}
			f.pc = pc
			if !m.loadElem(regs, in) {
				goto reload
			}
		case opElemPtr, opLoadElemPtr, opIndex, opIndexStr:
			f.pc = pc
			if !m.index(regs, in) {
				goto reload
			}
		case opAdd64:
			x, y := &regs[in.a], &regs[in.b]
			if x.r == nil && y.r == nil {
				d := &regs[in.dst]
				if d.n = x.n + y.n; d.r != nil {
					d.r = nil
				}
				continue
			}
			f.pc = pc
			if !m.arith(regs, in, token.ADD) {
				goto reload
			}
		case opSub64:
			x, y := &regs[in.a], &regs[in.b]
			if x.r == nil && y.r == nil {
				d := &regs[in.dst]
				if d.n = x.n - y.n; d.r != nil {
					d.r = nil
				}
				continue
			}
			f.pc = pc
			if !m.arith(regs, in, token.SUB) {
				goto reload
			}
		case opAdd, opSub, opMul, opAnd, opOr, opXor, opAndNot:
			x, y := &regs[in.a], &regs[in.b]
			if x.r == nil && y.r == nil {
				d := &regs[in.dst]
				if d.n = in.k.wrap(wordOp(in.op, x.n, y.n)); d.r != nil {
					d.r = nil
				}
				continue
			}
			f.pc = pc
			if !m.arith(regs, in, token.Token(in.f)) {
				goto reload
			}
		case opEqWord, opNeWord, opLtInt, opLeInt, opGtInt, opGeInt, opLtUint, opLeUint, opGtUint, opGeUint:
			x, y := &regs[in.a], &regs[in.b]
			if x.r == nil && y.r == nil {
				d := &regs[in.dst]
				d.n = 0
				if compareWords(in.op, x.n, y.n) {
					d.n = 1
				}
				if d.r != nil {
					d.r = nil
				}
				continue
			}
			f.pc = pc
			if !m.arith(regs, in, token.Token(in.f)) {
				goto reload
			}
		case opNot:
			x := regs[in.a]
			if isUnknown(x) {
				f.pc = pc
				m.rejectUnusable(x)
				goto reload
			}
			regs[in.dst] = m.negation(x)
		case opCost:
			f.pc = pc
			if !m.countStatements(uint64(in.c)) {
				goto reload
			}
		case opCond:
			f.pc = pc
			if !m.cond(regs, in) {
				goto reload
			}
		case opNop:
		default:
			f.pc = pc
			m.untilCheck = instructions
			if !m.executeRare(f, in) {
				instructions = m.untilCheck
				goto reload
			}
			instructions = m.untilCheck
		}
	}
}

func wordOp(op opcode, x, y uint64) uint64 {
	switch op {
	case opAdd:
		return x + y
	case opSub:
		return x - y
	case opMul:
		return x * y
	case opAnd:
		return x & y
	case opOr:
		return x | y
	case opXor:
		return x ^ y
	}
	return x &^ y
}

func compareWords(op opcode, x, y uint64) bool {
	switch op {
	case opEqWord:
		return x == y
	case opNeWord:
		return x != y
	case opLtInt:
		return int64(x) < int64(y)
	case opLeInt:
		return int64(x) <= int64(y)
	case opGtInt:
		return int64(x) > int64(y)
	case opGeInt:
		return int64(x) >= int64(y)
	case opLtUint:
		return x < y
	case opLeUint:
		return x <= y
	case opGtUint:
		return x > y
	}
	return x >= y
}
