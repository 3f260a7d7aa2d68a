package probe

import "unsafe"

// Eval returns the published enhanced fitness of p for the live values: the least sum of the
// approximation level and the normalized distances over all products. It does not allocate once
// s is large enough.
func (p *Program) Eval(slots []Slot, s *Scratch) float64 {
	s.grow(p)
	s.program = p
	p.load(slots, s)
	s.run(p)
	return s.shortestPath(p)
}

// load fills the registers for constants, strings and slots.
func (p *Program) load(slots []Slot, scratch *Scratch) {
	if p.Partials {
		clear(scratch.undefinedReg[:p.Regs])
		clear(scratch.undefinedCost[:p.Clauses])
	}
	regs := scratch.regs[:p.Regs]
	n := copy(regs, p.Consts)
	for i, str := range p.Strings {
		regs[n+i] = uint64(len(str))
		scratch.ptrs[n+i] = unsafe.Pointer(unsafe.StringData(str))
	}
	for i := range p.Loads {
		l := &p.Loads[i]
		v := &slots[l.Slot]
		regs[l.Reg] = v.Bits
		if l.Handle {
			scratch.ptrs[l.Reg] = v.Ptr
		}
		if l.Partial {
			scratch.undefinedReg[l.Reg] = !v.Defined
		}
	}
}

// run computes every register and every cost.
func (s *Scratch) run(program *Program) {
	regs := s.regs[:program.Regs]
	for i := range program.Code {
		in := &program.Code[i]
		if in.Flags&Partial != 0 && s.runPartial(program, in) {
			continue
		}
		a, b := regs[in.A], regs[in.B]
		switch in.Op {
		case CodeAdd:
			a += b
		case CodeSub:
			a -= b
		case CodeMul:
			a *= b
		case CodeAnd:
			a &= b
		case CodeOr:
			a |= b
		case CodeXor:
			a ^= b
		case CodeAndNot:
			a &^= b
		case CodeWrap:
		case CodeNeg:
			a = -a
		case CodeCom:
			a = ^a
		case CodeShl:
			a <<= b
		case CodeRelU:
			a = word(holds(Rel(in.C), a, b))
		case CodeRelI:
			a = word(holds(Rel(in.C), int64(a), int64(b)))
		case CodeNot:
			a ^= 1
		case CodeBoth:
			a &= b
		case CodeEither:
			a |= b
		case CodeLen:
		case CodeIf:
			s.selectOperand(in)
			continue
		case CodeDistTrue:
			s.setExactCost(program, in, DistBool(a != 0))
			continue
		case CodeDistFalse:
			s.setExactCost(program, in, a)
			continue
		case CodeDistI:
			s.setExactCost(program, in, DistI(Rel(in.C), int64(a), int64(b)))
			continue
		case CodeDistU:
			s.setExactCost(program, in, DistU(Rel(in.C), a, b))
			continue
		default:
			s.runRare(program, in, a, b)
			continue
		}
		if in.Shift != 0 {
			if in.Flags&Signed != 0 {
				a = uint64(int64(a<<in.Shift) >> in.Shift)
			} else {
				a = a << in.Shift >> in.Shift
			}
		}
		regs[in.D] = a
	}
}

func word(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// setExactCost stores the distance of operands that are not floats.
func (s *Scratch) setExactCost(p *Program, in *Instr, exact uint64) {
	s.setCost(p, in, exact, PublishedI(exact))
}

// setCost stores an exact distance together with its published value.
func (s *Scratch) setCost(p *Program, in *Instr, exact uint64, published float64) {
	s.exact[in.D] = exact
	if in.Flags&Final != 0 && exact != 0 {
		published = p.Norm.Of(published)
	}
	s.cost[in.D] = published
}

func (s *Scratch) selectOperand(in *Instr) {
	from := in.B
	if s.regs[in.A] == 0 {
		from = in.C
	}
	s.regs[in.D] = s.regs[from]
	s.ptrs[in.D] = s.ptrs[from]
}

// str returns the string of a register.
func (s *Scratch) str(r uint16) string {
	return unsafe.String((*byte)(s.ptrs[r]), int(s.regs[r]))
}

// runRare executes an instruction that is slow or rare.
func (s *Scratch) runRare(program *Program, in *Instr, a, b uint64) {
	x, y := floatFrom(a), floatFrom(b)
	switch in.Op {
	case CodeDiv, CodeRem:
		s.divide(in, a, b)
	case CodeShr:
		s.shiftRight(in, a, b)
	case CodeAddF:
		s.setFloat(in, x+y)
	case CodeSubF:
		s.setFloat(in, x-y)
	case CodeMulF:
		s.setFloat(in, x*y)
	case CodeDivF:
		s.setFloat(in, x/y)
	case CodeNegF:
		s.setFloat(in, -x)
	case CodeIntToF:
		if in.Flags&Narrow != 0 {
			s.regs[in.D] = floatBits(float64(float32(int64(a))))
		} else {
			s.regs[in.D] = floatBits(float64(int64(a)))
		}
	case CodeUintToF:
		if in.Flags&Narrow != 0 {
			s.regs[in.D] = floatBits(float64(float32(a)))
		} else {
			s.regs[in.D] = floatBits(float64(a))
		}
	case CodeFToF:
		s.setFloat(in, x)
	case CodeFToInt:
		s.truncate(in, x)
	case CodeRelF:
		s.regs[in.D] = word(holds(Rel(in.C), x, y))
	case CodeRelS:
		s.regs[in.D] = word(holds(Rel(in.C), s.str(in.A), s.str(in.B)))
	case CodeIsNil:
		s.regs[in.D] = word(s.ptrs[in.A] == nil)
	case CodeIndex:
		s.readElement(in)
	case CodeSubstr:
		s.substring(in)
	case CodeDistJoin:
		s.joinCosts(program, in)
	case CodeDistS:
		s.setExactCost(program, in, DistS(Rel(in.C), s.str(in.A), s.str(in.B)))
	case CodeDistF:
		exact := DistF(Rel(in.C), x, y)
		s.setCost(program, in, exact, PublishedF(exact))
	case CodeDistNotF:
		exact := uint64(0)
		if holds(Rel(in.C), x, y) {
			exact = DistF(Rel(in.C).Negate(), x, y)
		}
		s.setCost(program, in, exact, PublishedF(exact))
	default:
		panic("probe: BUG: unknown instruction")
	}
}

func (s *Scratch) setFloat(in *Instr, f float64) {
	if in.Flags&Narrow != 0 {
		f = float64(float32(f))
	}
	s.regs[in.D] = floatBits(f)
}

func (s *Scratch) wrap(in *Instr, v uint64) {
	if in.Flags&Signed != 0 {
		s.regs[in.D] = uint64(int64(v<<in.Shift) >> in.Shift)
		return
	}
	s.regs[in.D] = v << in.Shift >> in.Shift
}

func (s *Scratch) divide(in *Instr, a, b uint64) {
	if b == 0 {
		s.undefinedReg[in.D] = true
		return
	}
	signed, quotient := in.Flags&Signed != 0, in.Op == CodeDiv
	switch {
	case signed && quotient:
		a = uint64(int64(a) / int64(b))
	case signed:
		a = uint64(int64(a) % int64(b))
	case quotient:
		a /= b
	default:
		a %= b
	}
	s.wrap(in, a)
}

func (s *Scratch) shiftRight(in *Instr, a, b uint64) {
	if in.Flags&Signed != 0 {
		s.regs[in.D] = uint64(int64(a) >> b)
		return
	}
	s.regs[in.D] = a >> b
}

// truncate converts a float to an integer. The result is undefined where Go leaves it
// implementation-dependent.
func (s *Scratch) truncate(in *Instr, number float64) {
	width := 64 - in.Shift
	signed := in.Flags&Signed != 0
	low, high := float64(-1), float64(uint64(1)<<(width-1))
	if signed {
		low = -high - 1 // exclusive; for 64 bits it is -high
	} else {
		high *= 2
	}
	if !(number > low && number < high) && !(signed && number == -high) {
		s.undefinedReg[in.D] = true
		return
	}
	if signed {
		s.regs[in.D] = uint64(int64(number))
		return
	}
	s.regs[in.D] = uint64(number)
}
