package probe

// A Case is one case of a switch over constants: the condition's false branch and the
// constant.
type Case[T int64 | uint64 | string] struct {
	F Branch
	V T
}

// The classes of cases.
type (
	CaseI = Case[int64]
	CaseU = Case[uint64]
	CaseS = Case[string]
)

// SwI returns v, the tag of a switch with the given cases, of which the first
// has the condition lead. Comparisons are recorded in order up to the match.
// pending: the live values are in the slots, and the programs of the visited
// cases have yet to be evaluated.
func SwI(lead uint32, pending bool, v int64, cases []CaseI) int64 {
	if head[lead] > off {
		visitCases(lead, pending, cases, v)
	}
	return v
}

// SwU is SwI over unsigned integers.
func SwU(lead uint32, pending bool, v uint64, cases []CaseU) uint64 {
	if head[lead] > off {
		visitCases(lead, pending, cases, v)
	}
	return v
}

// SwS is SwI over strings.
func SwS(lead uint32, pending bool, v string, cases []CaseS) string {
	if head[lead] > off {
		visitCases(lead, pending, cases, v)
	}
	return v
}

//go:noinline
func visitCases[T int64 | uint64 | string](lead uint32, pending bool, cases []Case[T], v T) {
	w := walk{pending: pending}
	for i := range cases {
		if c := &cases[i]; w.visit(c.F) {
			w.matched = relate(c.F, EQ, v, c.V, v == c.V)
		}
	}
	w.settle(lead)
}

// walk goes through the cases of a switch.
type walk struct {
	pending bool // evaluate the programs of the cases visited
	matched bool // the rest is not compared
	needed  bool // something is asked of some case
}

// visit comes to the case whose false branch is f and reports whether it is
// compared.
func (w *walk) visit(f Branch) bool {
	w.needed = w.needed || asked(f)
	if w.matched {
		return false
	}
	if w.pending {
		evaluate(f >> 1)
	}
	return true
}

// settle ends the walk: where nothing is asked of any case, the next visit
// need not look.
func (w *walk) settle(lead uint32) {
	if !w.needed {
		head[lead] = 0
	}
	if w.pending && shared {
		release()
	}
}

// asked reports whether anything is asked of the condition whose false
// branch is f.
func asked(f Branch) bool {
	return hot[f] != 0 || hot[f+1] != 0 || want[f>>1] != 0
}

// Clause says that the comparisons before position k of a switch, whose false
// branches are given in order, failed, and that the one at k, if there is
// one, held. lead is the condition of the first.
func Clause(lead uint32, falses []Branch, k int) {
	if head[lead] > off {
		clause(lead, falses, k, true)
	}
}

// Passed is Clause without a word about the comparison at k.
func Passed(lead uint32, falses []Branch, k int) {
	if head[lead] > off {
		clause(lead, falses, k, false)
	}
}

//go:noinline
func clause(lead uint32, falses []Branch, k int, holds bool) {
	needed := false
	for i, f := range falses {
		needed = needed || asked(f)
		switch {
		case i < k:
			Taken(f)
		case i == k && holds:
			Taken(f + 1)
		}
	}
	if !needed {
		head[lead] = 0
	}
}

// WantCases reports whether the live values are asked for at some case of a
// switch.
func WantCases(lead uint32, falses []Branch) bool {
	return head[lead] > off && wantCases(falses)
}

//go:noinline
func wantCases(falses []Branch) bool {
	for _, f := range falses {
		if want[f>>1] != 0 {
			return acquire()
		}
	}
	return false
}

// How the clauses of a switch are entered by fallthrough.
var fell bool

// Fall comes before a fallthrough.
func Fall() { fell = true }

// Fell reports whether the clause was entered by a fallthrough.
func Fell() bool {
	if fell {
		fell = false
		return true
	}
	return false
}

// How range loops are left: Broke comes before a break.
var broke bool

// Broke comes before a break that leaves a range loop.
func Broke() { broke = true }

// Ended comes after a range loop with breaks: unless one of them led here,
// the loop ran out of elements, and its branch f is taken.
func Ended(f Branch) {
	if broke {
		broke = false
		return
	}
	Taken(f)
}
