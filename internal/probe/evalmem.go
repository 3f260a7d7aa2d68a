package probe

import "unsafe"

// partial handles an instruction of which something may be undefined. It
// reports whether nothing is left to do.
func (s *Scratch) partial(p *Program, in *Instr) bool {
	if in.Op >= CodeDistTrue {
		return s.partialDist(p, in)
	}
	ua, ub := s.undef[in.A], s.undef[in.B]
	a := s.regs[in.A]
	switch in.Op {
	case CodeBoth:
		s.undef[in.D] = ua || a != 0 && ub
		s.regs[in.D] = a & s.regs[in.B]
		return true
	case CodeEither:
		s.undef[in.D] = ua || a == 0 && ub
		s.regs[in.D] = a | s.regs[in.B]
		return true
	case CodeIf:
		s.undef[in.D] = ua || a != 0 && ub || a == 0 && s.undef[in.C]
		s.choose(in)
		return true
	case CodeSubstr:
		ub = ub || s.undef[in.C]
	case CodeShl, CodeShr:
		ub = ub || in.Flags&Narrow != 0 && int64(s.regs[in.B]) < 0
	}
	s.undef[in.D] = ua || ub
	return ua || ub
}

// partialDist is partial for a distance.
func (s *Scratch) partialDist(p *Program, in *Instr) bool {
	if in.Op == CodeDistJoin {
		s.join(p, in)
		return true
	}
	if s.undef[in.A] || s.undef[in.B] {
		s.lose(in)
		return true
	}
	return false
}

// lose marks a cost as undefined: as a clause it is a dropped condition.
func (s *Scratch) lose(in *Instr) {
	s.lost[in.D] = true
	s.cost[in.D] = 1
	s.exact[in.D] = 1
}

// join is the sum or the least of two costs, of which Go evaluates the second
// only if the first does not decide.
func (s *Scratch) join(p *Program, in *Instr) {
	all := in.Flags&All != 0
	if in.Flags&Partial != 0 {
		decided := s.exact[in.A] != 0 == all
		if s.lost[in.A] || s.lost[in.B] && !decided {
			s.lose(in)
			return
		}
	}
	x, y := in.A, in.B // a lost B has cost and exact distance 1
	switch {
	case all:
		s.set(p, in, DistAnd(s.exact[x], s.exact[y]), s.cost[x]+s.cost[y])
	case s.cost[x] <= s.cost[y]:
		s.set(p, in, s.exact[x], s.cost[x])
	default:
		s.set(p, in, s.exact[y], s.cost[y])
	}
}

// index reads an element; Partial has tested the operands.
func (s *Scratch) index(in *Instr) {
	i, n := s.regs[in.B], s.regs[in.A]
	if i >= n || in.Flags&Narrow != 0 && int64(i) < 0 {
		s.undef[in.D] = true
		return
	}
	size := uint64(1) << (in.Shift & 7)
	at := unsafe.Add(s.ptrs[in.A], i*size)
	s.regs[in.D] = loadElem(at, in.Shift)
}

// loadElem reads one element of a class and size, extended to 64 bits.
func loadElem(at unsafe.Pointer, shift uint8) uint64 {
	switch shift {
	case ElemUint:
		return uint64(*(*uint8)(at))
	case ElemUint | 1:
		return uint64(*(*uint16)(at))
	case ElemUint | 2:
		return uint64(*(*uint32)(at))
	case ElemInt:
		return uint64(*(*int8)(at))
	case ElemInt | 1:
		return uint64(*(*int16)(at))
	case ElemInt | 2:
		return uint64(*(*int32)(at))
	case ElemFloat | 2:
		return floatBits(float64(*(*float32)(at)))
	}
	return *(*uint64)(at)
}

func (s *Scratch) substr(in *Instr) {
	lo, hi, n := s.regs[in.B], s.regs[in.C], s.regs[in.A]
	if hi > n || lo > hi { // negative bounds are huge
		s.undef[in.D] = true
		return
	}
	s.regs[in.D] = hi - lo
	p := s.ptrs[in.A]
	if p != nil && lo < hi {
		p = unsafe.Add(p, lo<<(in.Shift&7))
	}
	s.ptrs[in.D] = p
}
