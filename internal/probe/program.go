package probe

import "unsafe"

// Program is the compiled enhanced fitness of one critical node for one
// target: straight-line code that computes the distance of every condition
// once, and the graph of the products, whose shortest way is the fitness.
// Package fitness compiles it from terms. A Program is not changed by Eval.
type Program struct {
	Norm     Norm
	Consts   []uint64 // the first registers
	Strings  []string // the registers after them
	Loads    []Load
	Regs     int // registers, those of Consts, Strings and Loads first; with a CodeDistJoin no fewer than Clauses
	Code     []Instr
	Clauses  int      // costs, the fixed two first
	First    []uint32 // by node: where its edges begin; then where the last ones end
	Edges    []Edge
	Partials bool // something may be undefined
}

// The two costs that every program has.
const (
	ClauseNone    = 0 // no condition, or one that always holds
	ClauseDropped = 1 // a destroyed condition
)

// Load copies a slot into a register.
type Load struct {
	Slot, Reg uint16
	Handle    bool // with its pointer
	Partial   bool // may be undefined
}

// Edge is one condition on the way and the node behind it. Node 0 is the
// target, which has no edges; edges lead to smaller numbers; the last node is
// the critical node.
type Edge struct{ Clause, To uint32 }

// Instr is one instruction: D gets Op of A, B and C.
type Instr struct {
	Op      Code
	Flags   Flag
	Shift   uint8 // 64 less the width of the result
	A, B, C uint16
	D       uint16
}

// Flag changes an instruction.
type Flag uint8

const (
	Signed  Flag = 1 << iota // wrap and divide as signed integers
	Partial                  // an operand or the result may be undefined
	Final                    // the cost is a clause, to be normalized
	Narrow                   // round to float32; or, of a shift count or index, signed
	All                      // of CodeJoin: both must hold
)

// Code is the operator of an instruction.
type Code uint8

const (
	CodeAdd Code = iota
	CodeSub
	CodeMul
	CodeAnd
	CodeOr
	CodeXor
	CodeAndNot
	CodeDiv
	CodeRem
	CodeShl
	CodeShr
	CodeWrap // conversion between integers
	CodeNeg
	CodeCom
	CodeAddF
	CodeSubF
	CodeMulF
	CodeDivF
	CodeNegF
	CodeIntToF
	CodeUintToF
	CodeFToF
	CodeFToInt

	CodeRelU // whether A and B have the relation C: words
	CodeRelI
	CodeRelF
	CodeRelS
	CodeNot
	CodeBoth
	CodeEither
	CodeIf

	CodeLen
	CodeIsNil
	CodeIndex  // Shift: log2 of the element size in bits 0-2, its class from there
	CodeSubstr // Shift as of CodeIndex

	// Distances: D is a cost.
	CodeDistTrue
	CodeDistFalse
	CodeDistI // that of A and B from the relation C
	CodeDistU
	CodeDistF
	CodeDistNotF // from not having it: with NaN an order and its negation both fail
	CodeDistS
	CodeDistJoin // A and B are costs: their sum (All) or the least of them
)

// Classes of elements for CodeIndex, in Shift from bit 3.
const (
	ElemUint = iota << 3
	ElemInt
	ElemFloat
)

// Scratch is the memory of Eval. It grows as programs need it and is then
// used again; the zero value is ready. After Eval it knows the way taken.
type Scratch struct {
	regs   []uint64
	ptrs   []unsafe.Pointer
	undef  []bool
	cost   []float64 // by clause: normalized; the published distance if not Final
	exact  []uint64
	lost   []bool // by clause: undefined in this run
	val    []float64
	choice []uint32 // by node: the edge taken
	p      *Program
}

// fit makes the scratch large enough for p.
func (s *Scratch) fit(p *Program) {
	if len(s.regs) < p.Regs {
		n := p.Regs + p.Regs/2
		s.regs, s.ptrs, s.undef = make([]uint64, n), make([]unsafe.Pointer, n), make([]bool, n)
	}
	if len(s.cost) < p.Clauses {
		n := p.Clauses + p.Clauses/2
		s.cost, s.exact, s.lost = make([]float64, n), make([]uint64, n), make([]bool, n)
	}
	if len(s.val) < len(p.First) {
		n := len(p.First) + len(p.First)/2
		s.val, s.choice = make([]float64, n), make([]uint32, n)
	}
}

// Level returns the approximation level of the way that the last Eval took:
// its dropped conditions and those that were undefined.
func (s *Scratch) Level() int {
	level := 0
	for n := len(s.p.First) - 2; n > 0; {
		e := s.p.Edges[s.choice[n]]
		if e.Clause == ClauseDropped || s.p.Partials && s.lost[e.Clause] {
			level++
		}
		n = int(e.To)
	}
	return level
}

// Exact stores the exact distances of the conditions on the way that the last
// Eval took, in path order, dropped ones left out and undefined ones as 1,
// and returns how many. What does not fit is added to the last one.
func (s *Scratch) Exact(dst []uint64) int {
	k := 0
	for n := len(s.p.First) - 2; n > 0; {
		e := s.p.Edges[s.choice[n]]
		if e.Clause > ClauseDropped {
			switch {
			case k < len(dst):
				dst[k] = s.exact[e.Clause]
				k++
			case k > 0:
				dst[k-1] = DistAnd(dst[k-1], s.exact[e.Clause])
			}
		}
		n = int(e.To)
	}
	return k
}
