package probe

import "unsafe"

// runPartial handles an instruction with an operand or result that may be undefined. It reports
// whether the instruction is complete.
func (s *Scratch) runPartial(p *Program, in *Instr) bool {
	if in.Op >= CodeDistTrue {
		return s.runPartialDist(p, in)
	}
	ua, ub := s.undefinedReg[in.A], s.undefinedReg[in.B]
	a := s.regs[in.A]
	switch in.Op {
	case CodeBoth:
		s.undefinedReg[in.D] = ua || a != 0 && ub
		s.regs[in.D] = a & s.regs[in.B]
		return true
	case CodeEither:
		s.undefinedReg[in.D] = ua || a == 0 && ub
		s.regs[in.D] = a | s.regs[in.B]
		return true
	case CodeIf:
		s.undefinedReg[in.D] = ua || a != 0 && ub || a == 0 && s.undefinedReg[in.C]
		s.selectOperand(in)
		return true
	case CodeSubstr:
		ub = ub || s.undefinedReg[in.C]
	case CodeShl, CodeShr:
		ub = ub || in.Flags&Narrow != 0 && int64(s.regs[in.B]) < 0
	}
	s.undefinedReg[in.D] = ua || ub
	return ua || ub
}

// runPartialDist is runPartial for a distance.
func (s *Scratch) runPartialDist(p *Program, in *Instr) bool {
	if in.Op == CodeDistJoin {
		s.joinCosts(p, in)
		return true
	}
	if s.undefinedReg[in.A] || s.undefinedReg[in.B] {
		s.markUndefined(in)
		return true
	}
	return false
}

// markUndefined marks the cost that in computes as undefined, and sets it to 1. A clause with an
// undefined cost counts as a dropped condition.
func (s *Scratch) markUndefined(in *Instr) {
	s.undefinedCost[in.D] = true
	s.cost[in.D] = 1
	s.exact[in.D] = 1
}

// joinCosts computes the sum or the least of the costs of two conditions joined by && or ||. Go
// does not evaluate the second condition if the first decides.
func (s *Scratch) joinCosts(program *Program, in *Instr) {
	all := in.Flags&All != 0
	if in.Flags&Partial != 0 {
		decided := s.exact[in.A] != 0 == all
		if s.undefinedCost[in.A] || s.undefinedCost[in.B] && !decided {
			s.markUndefined(in)
			return
		}
	}
	x, y := in.A, in.B // an undefined B has cost and exact distance 1
	switch {
	case all:
		s.setCost(program, in, DistAnd(s.exact[x], s.exact[y]), s.cost[x]+s.cost[y])
	case s.cost[x] <= s.cost[y]:
		s.setCost(program, in, s.exact[x], s.cost[x])
	default:
		s.setCost(program, in, s.exact[y], s.cost[y])
	}
}

// readElement reads an element of a string, slice or array. runPartial has tested that the
// operands are defined.
func (s *Scratch) readElement(in *Instr) {
	i, n := s.regs[in.B], s.regs[in.A]
	if i >= n || in.Flags&Narrow != 0 && int64(i) < 0 {
		s.undefinedReg[in.D] = true
		return
	}
	size := uint64(1) << (in.Shift & 7)
	address := unsafe.Add(s.ptrs[in.A], i*size)
	s.regs[in.D] = loadElem(address, in.Shift)
}

// loadElem reads the element at address, extended to 64 bits. shift holds its class and size, as
// the Shift of a CodeIndex does.
func loadElem(address unsafe.Pointer, shift uint8) uint64 {
	switch shift {
	case ElemUint:
		return uint64(*(*uint8)(address))
	case ElemUint | 1:
		return uint64(*(*uint16)(address))
	case ElemUint | 2:
		return uint64(*(*uint32)(address))
	case ElemInt:
		return uint64(*(*int8)(address))
	case ElemInt | 1:
		return uint64(*(*int16)(address))
	case ElemInt | 2:
		return uint64(*(*int32)(address))
	case ElemFloat | 2:
		return floatBits(float64(*(*float32)(address)))
	}
	return *(*uint64)(address)
}

func (s *Scratch) substring(in *Instr) {
	lo, hi, n := s.regs[in.B], s.regs[in.C], s.regs[in.A]
	if hi > n || lo > hi { // a negative bound is a huge unsigned number
		s.undefinedReg[in.D] = true
		return
	}
	s.regs[in.D] = hi - lo
	p := s.ptrs[in.A]
	if p != nil && lo < hi {
		p = unsafe.Add(p, lo<<(in.Shift&7))
	}
	s.ptrs[in.D] = p
}
