package symexec

import (
	"go/token"
	"math"

	"nearmiss/term"
)

var termOps = [...]term.Op{
	token.ADD: term.Add, token.SUB: term.Sub, token.MUL: term.Mul, token.QUO: term.Div, token.REM: term.Rem,
	token.AND: term.And, token.OR: term.Or, token.XOR: term.Xor, token.AND_NOT: term.AndNot, token.SHL: term.Shl, token.SHR: term.Shr,
}

// constTerm returns a concrete scalar as a term.
func (m *machine) constTerm(k kind, n uint64) *term.Term {
	switch {
	case k == kBool:
		return m.builder.Bool(n != 0)
	case k.integer():
		return m.builder.Int(kindSorts[k], n)
	}
	return m.builder.Float(kindSorts[k], math.Float64frombits(n))
}

// termOf returns a scalar as a term, or nil for an address.
func (m *machine) termOf(k kind, c cell) *term.Term {
	switch t := c.r.(type) {
	case nil:
		return m.constTerm(k, c.n)
	case *term.Term:
		return m.asSort(t, kindSorts[k])
	}
	return nil
}

// asSort returns t as a value of sort s. The sorts differ if memory is read as another type than it
// was written as.
func (m *machine) asSort(t *term.Term, s term.Sort) *term.Term {
	if t.Sort == s {
		return t
	}
	return m.reinterpret(t, s)
}

// cellOf returns a term as a cell; a constant becomes concrete.
func cellOf(t *term.Term) cell {
	if t.IsConst() {
		return cell{n: t.Bits}
	}
	return cell{r: t}
}

// arith executes a binary operation of scalars that the main loop does not: one operand is not
// concrete, or the operation is rare.
func (m *machine) arith(regs []cell, in *instr, op token.Token) bool {
	x, y := regs[in.a], regs[in.b]
	ky := in.k
	if op == token.SHL || op == token.SHR {
		ky = kind(in.c)
	}
	if x.r == nil && y.r == nil {
		v, ok := m.concreteBinary(op, in.k, ky, x.n, y.n)
		regs[in.dst] = word(v)
		return ok
	}
	if v, done, ok := m.addressArith(op, x, y); done {
		regs[in.dst] = v
		return ok
	}
	if rel, ok := term.RelOf(op); ok {
		if t := m.compare(rel, in.k, x, y); t != nil {
			regs[in.dst] = cellOf(t)
			return true
		}
	}
	tx, ty := m.termOf(in.k, x), m.termOf(ky, y)
	if tx == nil {
		return m.rejectUnusable(x)
	}
	if ty == nil {
		return m.rejectUnusable(y)
	}
	t, ok := m.symbolicBinary(op, in.k, tx, ty)
	if ok {
		regs[in.dst] = cellOf(t)
	}
	return ok
}

// addressArith executes the few operations that are supported on addresses as numbers: == and !=, an
// operation that leaves the address unchanged, and a test of alignment, which every address passes.
func (m *machine) addressArith(op token.Token, x, y cell) (v cell, done, ok bool) {
	_, tx := x.r.(*term.Term)
	_, ty := y.r.(*term.Term)
	if tx || ty || isUnknown(x) || isUnknown(y) {
		return cell{}, false, false
	}
	same := x.r != nil && y.r != nil || x == (cell{}) || y == (cell{})
	switch op {
	case token.EQL:
		if same {
			return truth(x == y), true, true
		}
	case token.NEQ:
		if same {
			return truth(x != y), true, true
		}
	case token.ADD, token.OR, token.XOR, token.SUB:
		if y == (cell{}) {
			return x, true, true
		}
		if x == (cell{}) && op != token.SUB {
			return y, true, true
		}
	case token.AND, token.REM: // a test of alignment
		if y.r == nil && y.n < 16 {
			return cell{}, true, true
		}
	}
	return cell{}, false, false
}

// symbolicBinary returns the term of an operation. It branches first if the operation may
// panic.
func (m *machine) symbolicBinary(op token.Token, k kind, x, y *term.Term) (*term.Term, bool) {
	if k == kBool { // & and | occur in the code of the probes
		switch op {
		case token.AND:
			return m.builder.Both(x, y), true
		case token.OR:
			return m.builder.Either(x, y), true
		}
	}
	switch op {
	case token.QUO, token.REM:
		if k.integer() {
			zero := m.builder.Compare(term.EQ, y, m.builder.Int(y.Sort, 0))
			if bad, ok := m.decidePanic(zero); !ok || bad {
				return nil, ok && m.throw("integer divide by zero")
			}
		}
	case token.SHL, token.SHR:
		if y.Sort.Kind == term.Int {
			negative := m.builder.Compare(term.LT, y, m.builder.Int(y.Sort, 0))
			if bad, ok := m.decidePanic(negative); !ok || bad {
				return nil, ok && m.throw("negative shift amount")
			}
		}
	}
	return m.builder.Binary(termOps[op], x, y), true
}

func (m *machine) concreteBinary(op token.Token, k, ky kind, x, y uint64) (uint64, bool) {
	switch {
	case k.integer():
		return m.concreteInt(op, k, ky, x, y)
	case k.float():
		return concreteFloat(op, k, x, y), true
	}
	panic("symexec: BUG: " + op.String() + " of " + k.String())
}

func (m *machine) concreteInt(op token.Token, k, ky kind, x, y uint64) (uint64, bool) {
	switch op {
	case token.ADD:
		x += y
	case token.SUB:
		x -= y
	case token.MUL:
		x *= y
	case token.AND:
		x &= y
	case token.OR:
		x |= y
	case token.XOR:
		x ^= y
	case token.AND_NOT:
		x &^= y
	case token.QUO, token.REM:
		if y == 0 {
			return 0, m.throw("integer divide by zero")
		}
		x = quotient(op, k.signed(), x, y)
	case token.SHL, token.SHR:
		if ky.signed() && int64(y) < 0 {
			return 0, m.throw("negative shift amount")
		}
		switch {
		case op == token.SHL:
			x <<= y
		case k.signed():
			x = uint64(int64(x) >> y)
		default:
			x >>= y
		}
	default:
		return uint64(b2i(holdsForInts(op, k.signed(), x, y))), true
	}
	return k.wrap(x), true
}

// quotient returns x / y or x % y of concrete integers. y is not 0.
func quotient(op token.Token, signed bool, x, y uint64) uint64 {
	switch {
	case signed && op == token.QUO:
		return uint64(int64(x) / int64(y))
	case signed:
		return uint64(int64(x) % int64(y))
	case op == token.QUO:
		return x / y
	}
	return x % y
}

// holdsForInts reports whether x op y holds for concrete integers.
func holdsForInts(op token.Token, signed bool, x, y uint64) bool {
	switch op {
	case token.EQL:
		return x == y
	case token.NEQ:
		return x != y
	case token.GTR, token.GEQ:
		return !holdsForInts(negatedOp(op), signed, x, y)
	}
	if signed {
		return int64(x) < int64(y) || op == token.LEQ && x == y
	}
	return x < y || op == token.LEQ && x == y
}

// negatedOp returns the negation of > or >=.
func negatedOp(op token.Token) token.Token {
	if op == token.GTR {
		return token.LEQ
	}
	return token.LSS
}

// concreteFloat returns the word of a op b for concrete floats, given as words.
func concreteFloat(op token.Token, k kind, a, b uint64) uint64 {
	x, y := math.Float64frombits(a), math.Float64frombits(b)
	switch op {
	case token.EQL:
		return uint64(b2i(x == y))
	case token.NEQ:
		return uint64(b2i(x != y))
	case token.LSS:
		return uint64(b2i(x < y))
	case token.LEQ:
		return uint64(b2i(x <= y))
	case token.GTR:
		return uint64(b2i(x > y))
	case token.GEQ:
		return uint64(b2i(x >= y))
	}
	if k == kFloat32 {
		return math.Float64bits(float64(float32Op(op, float32(x), float32(y))))
	}
	switch op {
	case token.ADD:
		x = x + y
	case token.SUB:
		x = x - y
	case token.MUL:
		x = x * y
	case token.QUO:
		x = x / y
	}
	return math.Float64bits(x)
}

// float32Op returns the result of a float32 operation.
func float32Op(op token.Token, x, y float32) float32 {
	switch op {
	case token.ADD:
		return x + y
	case token.SUB:
		return x - y
	case token.MUL:
		return x * y
	}
	return x / y
}

// binary executes opBinary of any kind.
func (m *machine) binary(r []cell, in *instr) bool {
	op := token.Token(in.f)
	switch {
	case in.k == kString:
		return m.stringBinary(r, in, op)
	case in.k.complex():
		return m.complexBinary(r, in, op)
	}
	return m.arith(r, in, op)
}

// complexBinary executes + - * / of complex numbers. Symbolic operands of * and / become
// concrete.
func (m *machine) complexBinary(regs []cell, in *instr, op token.Token) bool {
	k := in.k.part()
	if op == token.ADD || op == token.SUB {
		for i := int32(0); i < 2; i++ {
			half := instr{k: k, dst: in.dst + i, a: in.a + i, b: in.b + i}
			if !m.arith(regs, &half, op) {
				return false
			}
		}
		return true
	}
	var v [4]float64
	for i, at := range []int32{in.a, in.a + 1, in.b, in.b + 1} {
		n, ok := m.concretize(k, regs[at])
		if !ok {
			return false
		}
		v[i] = math.Float64frombits(n)
	}
	var z complex128
	x, y := complex(v[0], v[1]), complex(v[2], v[3])
	switch {
	case op == token.MUL && in.k == kComplex64:
		z = complex128(complex64(x) * complex64(y))
	case op == token.MUL:
		z = x * y
	case in.k == kComplex64:
		z = complex128(complex64(x) / complex64(y))
	default:
		z = x / y
	}
	regs[in.dst], regs[in.dst+1] = word(math.Float64bits(real(z))), word(math.Float64bits(imag(z)))
	return true
}

// unary executes -x and ^x.
func (m *machine) unary(regs []cell, in *instr) bool {
	op, n := token.Token(in.f), int32(1)
	k := in.k
	if k.complex() {
		n, k = 2, k.part()
	}
	for i := range n {
		x := regs[in.a+i]
		if t, ok := x.r.(*term.Term); ok {
			t = m.asSort(t, kindSorts[k])
			if op == token.SUB {
				regs[in.dst+i] = cellOf(m.builder.Unary(term.Neg, t))
			} else {
				regs[in.dst+i] = cellOf(m.builder.Unary(term.Com, t))
			}
			continue
		}
		if x.r != nil {
			return m.rejectUnusable(x)
		}
		switch {
		case op == token.SUB && k.float():
			regs[in.dst+i] = word(math.Float64bits(-math.Float64frombits(x.n)))
		case op == token.SUB:
			regs[in.dst+i] = word(k.wrap(-x.n))
		default:
			regs[in.dst+i] = word(k.wrap(^x.n))
		}
	}
	return true
}

// convertNumber executes a conversion between numbers.
func (m *machine) convertNumber(regs []cell, in *instr) bool {
	to := kind(in.c)
	x := regs[in.a]
	if x.r != nil {
		expr, ok := x.r.(*term.Term)
		if !ok {
			if in.k == kUint64 && to.integer() && to.bits() == 64 {
				regs[in.dst] = x
				return true
			}
			return m.rejectUnusable(x)
		}
		expr = m.asSort(expr, kindSorts[in.k])
		if in.k.float() && to.integer() {
			return m.truncate(regs, in, expr)
		}
		regs[in.dst] = cellOf(m.converted(expr, to))
		return true
	}
	regs[in.dst] = word(convertWord(in.k, to, x.n))
	return true
}

// truncate converts a symbolic float to an integer. The Go language defines the result only if
// the integer type can represent it; a clause then keeps the float in this range. Outside of
// the range the float becomes concrete, and the result is that of this machine.
func (m *machine) truncate(regs []cell, in *instr, expr *term.Term) bool {
	to := kind(in.c)
	as := m.converted(expr, to)
	if !m.refreshWitness() {
		return false
	}
	if _, defined := m.witness.eval.Bits(as); !defined {
		n, ok := m.concretize(in.k, regs[in.a])
		regs[in.dst] = word(convertWord(in.k, to, n))
		return ok
	}
	s := kindSorts[to]
	lo, hi := 0.0, math.Ldexp(1, int(s.Bits)) // both bounds are exclusive
	if s.Kind == term.Int {
		lo, hi = -hi/2, hi/2
	}
	above, limit := term.GT, lo-1
	if limit == lo { // lo is too large for lo-1 to differ
		above = term.GE
	}
	within := m.builder.Both(m.builder.Compare(above, expr, m.builder.Float(expr.Sort, limit)), m.builder.Compare(term.LT, expr, m.builder.Float(expr.Sort, hi)))
	if _, known := m.decided(within); !known && !within.IsConst() && m.witness.holds(within) {
		m.assert(within)
	}
	regs[in.dst] = cellOf(as)
	return true
}

// convertWord converts a concrete number.
func convertWord(from, to kind, number uint64) uint64 {
	switch {
	case from.integer() && to.integer():
		return to.wrap(number)
	case from.float() && to.float():
		if to == kFloat32 {
			return math.Float64bits(float64(float32(math.Float64frombits(number))))
		}
		return number
	case from.float():
		return floatToInt(to, math.Float64frombits(number))
	case from.signed() && to == kFloat32:
		return math.Float64bits(float64(float32(int64(number))))
	case from.signed():
		return math.Float64bits(float64(int64(number)))
	case to == kFloat32:
		return math.Float64bits(float64(float32(number)))
	}
	return math.Float64bits(float64(number))
}

// floatToInt converts a float as Go does on this machine, also where the language does not
// define the result.
func floatToInt(to kind, float float64) uint64 {
	switch to {
	case kInt8:
		return uint64(int64(int8(float)))
	case kInt16:
		return uint64(int64(int16(float)))
	case kInt32:
		return uint64(int64(int32(float)))
	case kInt64:
		return uint64(int64(float))
	case kUint8:
		return uint64(uint8(float))
	case kUint16:
		return uint64(uint16(float))
	case kUint32:
		return uint64(uint32(float))
	}
	return uint64(float)
}
