package probe

import "unsafe"

// OperandKind says what an Operand is.
type OperandKind uint8

const (
	OperandInt OperandKind = iota
	OperandUint
	OperandFloat
	OperandString
)

// Operand is a value that a run compared where it turned away from the
// target, and so a value worth trying as an input.
type Operand struct {
	Kind OperandKind
	Bits uint64 // of an integer or of a float64; the length of a string
	Text string
}

const (
	maxOperandText = 256 // longer strings are not kept
	seenOperands   = 256
)

var (
	operands    []Operand
	numOperands int
	seen        [seenOperands]uint64 // by hash: the last one met
)

// RecordOperands keeps up to n operands over all runs from here on; 0 keeps
// none. Repeated values are mostly left out.
func RecordOperands(n int) {
	numOperands = 0
	operands = make([]Operand, n)
	seen = [seenOperands]uint64{}
}

// Operands returns what was kept since RecordOperands, oldest first.
func Operands() []Operand { return operands[:numOperands] }

// unseen reports whether a value has not been met lately.
func unseen(kind OperandKind, bits uint64) bool {
	h := (bits ^ uint64(kind)<<61) * 0x9e3779b97f4a7c15
	h |= 1 // never the zero of an empty entry
	e := &seen[h>>56]
	if *e == h {
		return false
	}
	*e = h
	return true
}

func operand(kind OperandKind, bits uint64, text string) {
	n := numOperands
	if n >= len(operands) || len(text) > maxOperandText {
		return
	}
	h := bits
	for i := 0; i < len(text); i++ {
		h = (h ^ uint64(text[i])) * 0x100000001b3
	}
	if !unseen(kind, h) {
		return
	}
	var kept string
	if text != "" { // a copy: the original may be of a buffer that changes, and must not escape
		b := make([]byte, len(text))
		copy(b, text)
		kept = unsafe.String(unsafe.SliceData(b), len(b))
	}
	operands[n] = Operand{kind, bits, kept}
	numOperands = n + 1
}
