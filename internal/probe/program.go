package probe

import "unsafe"

// Program is the compiled enhanced fitness of one critical node for one target. Its
// straight-line code computes the distance of every condition once. The length of the shortest
// path in the graph of the products is the fitness. Package fitness compiles programs from
// terms. Eval does not change a Program.
type Program struct {
	Norm     Norm
	Consts   []uint64 // values of the first registers
	Strings  []string // values of the registers behind Consts
	Loads    []Load
	Regs     int // number of registers, those of Consts, Strings and Loads first; at least Clauses if Code has a CodeDistJoin
	Code     []Instr
	Clauses  int      // number of costs; ClauseNone and ClauseDropped come first
	First    []uint32 // by node: index of its first edge; the last element is len(Edges)
	Edges    []Edge
	Partials bool // some value may be undefined
}

// Costs that every program has.
const (
	ClauseNone    = 0 // no condition, or a condition that always holds
	ClauseDropped = 1 // a dropped condition
)

// Load copies a slot into a register.
type Load struct {
	Slot, Reg uint16
	Handle    bool // also copy the pointer to the list or text whose length the slot holds
	Partial   bool // the slot may be undefined
}

// Edge leads from a node of the product graph over one condition to the next node. Node 0 is
// the target and has no edges. An edge leads to a node with a smaller number. The last node is
// the critical node.
type Edge struct{ Clause, To uint32 }

// Instr is one instruction: it stores the result of Op on A, B and C in D.
type Instr struct {
	Op      Code
	Flags   Flag
	Shift   uint8 // 64 minus the width of the result in bits
	A, B, C uint16
	D       uint16
}

// Flag modifies an instruction.
type Flag uint8

const (
	Signed  Flag = 1 << iota // wrap and divide as signed integers
	Partial                  // an operand or the result may be undefined
	Final                    // the cost belongs to a clause and is normalized
	Narrow                   // the result is rounded to float32; for a shift count or an index: it is signed
	All                      // for CodeDistJoin: both conditions must hold
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

	// Relations: D is 1 if A and B have the relation C, else 0.
	CodeRelU
	CodeRelI
	CodeRelF
	CodeRelS
	CodeNot
	CodeBoth
	CodeEither
	CodeIf

	CodeLen
	CodeIsNil
	CodeIndex  // Shift has log2 of the element size in bits 0-2 and the class from bit 3
	CodeSubstr // Shift as for CodeIndex

	// Distances: D is a cost.
	CodeDistTrue
	CodeDistFalse
	CodeDistI // distance of A and B from the relation C
	CodeDistU
	CodeDistF
	CodeDistNotF // distance from the failure of the relation; with NaN an ordered relation and its negation both fail
	CodeDistS
	CodeDistJoin // sum (All) or least of the costs A and B
)

// Classes of elements for CodeIndex, in Shift from bit 3.
const (
	ElemUint = iota << 3
	ElemInt
	ElemFloat
)

// Scratch is the working memory of Eval. It grows as programs need and is reused. The zero value
// is ready for use. After Eval it holds the shortest path.
type Scratch struct {
	regs          []uint64         // by register: its word
	ptrs          []unsafe.Pointer // by register: the pointer of a string, slice or array
	undefinedReg  []bool           // by register: it is undefined in this evaluation
	cost          []float64        // by clause: normalized distance, or the published distance if the cost is not Final
	exact         []uint64         // by clause: exact distance
	undefinedCost []bool           // by clause: the cost is undefined in this evaluation
	pathCost      []float64        // by node: length of the shortest path to the target
	choice        []uint32         // by node: index of the edge on the shortest path
	program       *Program         // program of the last evaluation
}

// grow makes the scratch large enough for p.
func (s *Scratch) grow(p *Program) {
	if len(s.regs) < p.Regs {
		n := p.Regs + p.Regs/2
		s.regs, s.ptrs, s.undefinedReg = make([]uint64, n), make([]unsafe.Pointer, n), make([]bool, n)
	}
	if len(s.cost) < p.Clauses {
		n := p.Clauses + p.Clauses/2
		s.cost, s.exact, s.undefinedCost = make([]float64, n), make([]uint64, n), make([]bool, n)
	}
	if len(s.pathCost) < len(p.First) {
		n := len(p.First) + len(p.First)/2
		s.pathCost, s.choice = make([]float64, n), make([]uint32, n)
	}
}

// Level returns the approximation level of the shortest path of the last Eval: the number of
// its dropped and undefined conditions.
func (s *Scratch) Level() int {
	level := 0
	for n := len(s.program.First) - 2; n > 0; {
		e := s.program.Edges[s.choice[n]]
		if e.Clause == ClauseDropped || s.program.Partials && s.undefinedCost[e.Clause] {
			level++
		}
		n = int(e.To)
	}
	return level
}

// Exact stores the exact distances of the conditions on the shortest path of the last Eval in
// dst, in path order, and returns their number. It leaves out dropped conditions and stores 1
// for undefined ones. The last element of a full dst is the sum of the remaining distances.
func (s *Scratch) Exact(dst []uint64) int {
	count := 0
	for n := len(s.program.First) - 2; n > 0; {
		e := s.program.Edges[s.choice[n]]
		if e.Clause > ClauseDropped {
			switch {
			case count < len(dst):
				dst[count] = s.exact[e.Clause]
				count++
			case count > 0:
				dst[count-1] = DistAnd(dst[count-1], s.exact[e.Clause])
			}
		}
		n = int(e.To)
	}
	return count
}
