package bitvec

import (
	"nearmiss/smt/internal/interval"
	"nearmiss/term"
)

// A value is the circuit of a term. A boolean has one bit.
type value struct {
	bits    vector
	defined lit // holds where the term is defined
}

// encoder translates terms into circuits, each term once.
type encoder struct {
	*circuit
	memo        map[*term.Term]value // circuits of the terms encoded so far
	slots       map[int]vector       // by slot: the inputs of its circuit
	sorts       map[int]term.Sort
	box         interval.Box                // bounds of the slots that hold on the path
	quotients   map[[2]*term.Term][2]vector // quotient and remainder of each pair of terms that is divided
	sums        *interval.Sums
	reasons     map[*term.Term]string // reason why a term cannot be encoded, or "" if it can
	firstNode   int                   // number of nodes of the circuit before the query
	maxNodes    int                   // largest number of nodes; beyond it, terms are encoded as 0
	restriction nearness              // restricts the values of slots to a neighbourhood of the witness
}

func newEncoder(box interval.Box) *encoder {
	return &encoder{
		circuit:   newCircuit(),
		memo:      make(map[*term.Term]value),
		slots:     make(map[int]vector),
		sorts:     make(map[int]term.Sort),
		box:       box,
		quotients: make(map[[2]*term.Term][2]vector),
		sums:      interval.NewSums(maxParts),
		reasons:   make(map[*term.Term]string),
	}
}

// clause returns the literal of "t is defined and true", or the reason why there is none.
func (e *encoder) clause(t *term.Term) (l lit, reason string) {
	if reason = e.reason(t); reason != "" {
		return 0, reason
	}
	v := e.encode(t)
	l = e.and(v.defined, v.bits[0])
	e.countUse(l)
	e.countUse(l)
	return l, ""
}

// reason returns the reason why expr is not a term over integers and booleans, or "".
func (e *encoder) reason(expr *term.Term) string {
	why, ok := e.reasons[expr]
	if ok {
		return why
	}
	switch k := expr.Sort.Kind; {
	case k != term.Bool && k != term.Int && k != term.Uint:
		why = "there is a " + expr.Sort.String()
	default:
		for _, a := range expr.Args {
			if why = e.reason(a); why != "" {
				break
			}
		}
	}
	e.reasons[expr] = why
	return why
}

// width returns the number of bits of the circuit of a sort.
func width(s term.Sort) int {
	if s.Kind == term.Bool {
		return 1
	}
	return int(s.Bits)
}

func (e *encoder) encode(t *term.Term) value {
	v, ok := e.memo[t]
	if !ok {
		if len(e.nodes) > e.maxNodes {
			return value{constant(0, width(t.Sort)), constTrue}
		}
		v = e.apply(t)
		e.memo[t] = v
	}
	return v
}

func (e *encoder) apply(expr *term.Term) value {
	n := width(expr.Sort)
	switch expr.Op {
	case term.Const:
		return value{constant(expr.Bits, n), constTrue}
	case term.Slot:
		return value{e.slot(expr), constTrue}
	}
	if v, ok := e.shortcut(expr); ok {
		return value{v, constTrue}
	}
	x := e.encode(expr.Args[0])
	switch expr.Op {
	case term.Not, term.Com:
		return value{x.bits.not(), x.defined}
	case term.Neg:
		return value{e.negate(x.bits), x.defined}
	case term.Convert:
		return value{convert(x.bits, expr.Args[0].Sort, n), x.defined}
	}
	y := e.encode(expr.Args[1])
	switch expr.Op {
	case term.AndAlso:
		return value{vector{e.and(x.bits[0], y.bits[0])}, e.and(x.defined, e.or(x.bits[0].not(), y.defined))}
	case term.OrElse:
		return value{vector{e.or(x.bits[0], y.bits[0])}, e.and(x.defined, e.or(x.bits[0], y.defined))}
	case term.Ite:
		z := e.encode(expr.Args[2])
		return value{e.muxes(x.bits[0], y.bits, z.bits), e.and(x.defined, e.mux(x.bits[0], y.defined, z.defined))}
	}
	def := e.and(x.defined, y.defined)
	if _, ok := expr.Op.Rel(); ok {
		return value{vector{e.relation(expr.Op, x.bits, y.bits, expr.Args[0].Sort)}, def}
	}
	z, own := e.binary(expr, x.bits, y.bits)
	return value{z, e.and(def, own)}
}

// shortcut encodes a defined term by its linear normal form, if that is cheaper.
func (e *encoder) shortcut(t *term.Term) (vector, bool) {
	switch t.Op {
	case term.Add, term.Sub, term.Neg, term.Mul, term.Shl:
		return e.encodeSum(t)
	case term.Eq:
		l, ok := e.encodeEquality(t.Args[0], t.Args[1])
		return vector{l}, ok
	case term.Ne:
		l, ok := e.encodeEquality(t.Args[0], t.Args[1])
		return vector{l.not()}, ok
	}
	return nil, false
}

func (e *encoder) slot(expr *term.Term) vector {
	i := int(expr.Bits)
	if v, ok := e.slots[i]; ok {
		if e.sorts[i] != expr.Sort {
			panic("bitvec: BUG: a slot has two sorts")
		}
		return v
	}
	n := width(expr.Sort)
	var v vector
	if s, ok := e.box[i]; ok {
		v = e.boundedInputs(s, expr.Sort)
	} else {
		v = e.inputs(n)
	}
	v = e.restriction.restrict(v, i, expr.Sort)
	e.slots[i], e.sorts[i] = v, expr.Sort
	return v
}

func convert(x vector, from term.Sort, n int) vector {
	if from.Kind == term.Int {
		return x.signed(n)
	}
	return x.resize(n, constFalse)
}

func (e *encoder) relation(op term.Op, x, y vector, s term.Sort) lit {
	signed := s.Kind == term.Int
	switch op {
	case term.Eq:
		return e.equal(x, y)
	case term.Ne:
		return e.equal(x, y).not()
	case term.Lt:
		return e.lessThan(x, y, signed)
	case term.Le:
		return e.lessThan(y, x, signed).not()
	case term.Gt:
		return e.lessThan(y, x, signed)
	}
	return e.lessThan(x, y, signed).not()
}

// binary returns x op y, and whether the operation is defined for defined operands.
func (e *encoder) binary(expr *term.Term, x, y vector) (vector, lit) {
	signed := expr.Sort.Kind == term.Int
	switch expr.Op {
	case term.Add:
		return e.plus(x, y, constFalse), constTrue
	case term.Sub:
		return e.minus(x, y), constTrue
	case term.Mul:
		return e.times(x, y), constTrue
	case term.Div, term.Rem:
		if e.isZero(y) == constTrue {
			return x, constFalse
		}
		q, r := e.division(expr.Args[0], expr.Args[1])
		if expr.Op == term.Rem {
			q = r
		}
		return q, e.isZero(y).not()
	case term.And:
		return bitwise(e.and, x, y), constTrue
	case term.Or:
		return bitwise(e.or, x, y), constTrue
	case term.Xor:
		return bitwise(e.xor, x, y), constTrue
	case term.AndNot:
		return bitwise(e.and, x, y.not()), constTrue
	case term.Shl, term.Shr:
		fill, own := constFalse, constTrue
		if expr.Op == term.Shr && signed {
			fill = x.signBit()
		}
		if expr.Args[1].Sort.Kind == term.Int {
			own, y = y.signBit().not(), y[:len(y)-1]
		}
		return e.shift(x, y, expr.Op == term.Shl, fill), own
	}
	panic("bitvec: BUG: " + expr.Op.String() + " of integers")
}

// division returns x / y and x % y, which share a circuit.
func (e *encoder) division(x, y *term.Term) (q, r vector) {
	v, ok := e.quotients[[2]*term.Term{x, y}]
	if !ok {
		v[0], v[1] = e.quotient(e.encode(x).bits, e.encode(y).bits, x.Sort.Kind == term.Int)
		e.quotients[[2]*term.Term{x, y}] = v
	}
	return v[0], v[1]
}
